// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a tool of the system from within a rank of somebody else's application.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace strobe::bcs::mpi {

/// What the tool prints on its standard output. `arguments` begin with its name, which is looked up
/// in PATH; no shell reads them. The tool has an empty standard input, and neither the runtime nor
/// any other preloaded library. A tool that takes longer than `limit` is killed. Empty if the tool
/// cannot be run, fails, or is killed.
[[nodiscard]] std::string output_of(const std::vector<std::string>& arguments,
                                    std::chrono::milliseconds limit);

}  // namespace strobe::bcs::mpi
