// SPDX-License-Identifier: BSD-3-Clause
//
// What a person should know, on standard error, in one line that says who says it.
#pragma once

#include <string_view>

namespace strobe::bcs::mpi {

/// Takes neither memory nor a lock: a signal handler may call it.
void report_to_user(std::string_view sentence);

/// Says it, and ends the process as one that could not begin.
[[noreturn]] void report_and_exit(std::string_view sentence);

}  // namespace strobe::bcs::mpi
