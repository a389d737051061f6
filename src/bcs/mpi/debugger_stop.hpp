// SPDX-License-Identifier: BSD-3-Clause
//
// `strobe run --gdb` and --break-on-error: a rank stops until `strobe run`, which starts the
// debugger (python/strobe/coscheduling/debugger.py), has attached it or lets the rank go on.
#pragma once

#include <string_view>

namespace strobe::bcs::mpi {

/// What happens where a rank stops, in words that `strobe run` knows.
namespace stop {
inline constexpr std::string_view start = "start";
inline constexpr std::string_view deadlock = "deadlock";
inline constexpr std::string_view failed_call = "failed-call";
}  // namespace stop

/// Stops this rank in its call if the job is run so; `what` is one of the words above, or a finding
/// of --check. A debugger that is attached already is told by SIGINT, which it does not pass on.
void stop_for_debugger(std::string_view what, std::string_view sentence);

}  // namespace strobe::bcs::mpi
