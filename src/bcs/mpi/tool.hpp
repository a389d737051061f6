// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a command-line tool from a rank of the application.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace strobe::bcs::mpi {

/// The standard output of a tool. `arguments` begin with its name, which is searched in PATH; no
/// shell is involved. The tool has an empty standard input, and no preloaded library. It is killed
/// after `limit`. Empty if the tool cannot be run, fails, or is killed.
[[nodiscard]] std::string output_of(const std::vector<std::string>& arguments,
                                    std::chrono::milliseconds limit);

}  // namespace strobe::bcs::mpi
