// SPDX-License-Identifier: BSD-3-Clause
//
// Messages to the user: one line on standard error that begins with "strobe run: ".
#pragma once

#include <string_view>

namespace strobe::bcs::mpi {

/// Async-signal-safe.
void report_to_user(std::string_view sentence);

/// The same; then ends the process with a failure, before the runtime starts.
[[noreturn]] void report_and_exit(std::string_view sentence);

/// In strict mode: why the protocol's state machines do not serve the job.
void report_no_microphases(const std::string& why);

}  // namespace strobe::bcs::mpi
