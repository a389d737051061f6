// SPDX-License-Identifier: BSD-3-Clause
//
// A program as text, one call a line, for the ranks before the colon:
//
//     # ranks : call and its arguments
//     0       : compute 100                    (microseconds)
//     0       : send to=1 tag=3 size=4Ki       (isend is completed by the next `wait`)
//     1-3     : receive from=any tag=any size=4Ki
//     *       : barrier
//     *       : allreduce size=8 op=sum
//
// Calls are compute, send, isend, receive, ireceive, probe, iprobe, test, wait, barrier, broadcast,
// reduce and allreduce. `test` tests all open requests once, `wait` waits for them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "bcs/simulation/workload.hpp"

namespace strobe::bcs::simulation {

/// Throws strobe::Error with the file, the line and the error. Ranks that the script does not name
/// finish at once.
[[nodiscard]] std::unique_ptr<Workload> script(const std::string& text, const std::string& name,
                                               Rank ranks);

/// The same for a file.
[[nodiscard]] std::unique_ptr<Workload> script_in(const std::filesystem::path& file, Rank ranks);

}  // namespace strobe::bcs::simulation
