// SPDX-License-Identifier: BSD-3-Clause
//
// What a person should know, on standard error, in one line that says who says it.
#pragma once

#include <string_view>

namespace strobe::bcs::mpi {

/// Takes neither memory nor a lock: a signal handler may call it.
void say(std::string_view sentence);

/// Says it, and ends the process as one that could not begin.
[[noreturn]] void end_with(std::string_view sentence);

}  // namespace strobe::bcs::mpi
