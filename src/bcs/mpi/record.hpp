// SPDX-License-Identifier: BSD-3-Clause
//
// What this process tells of itself when it ends, if it was asked to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcs/monitor/rank_record.hpp"
#include "bcs/mpi/run_options.hpp"

namespace strobe::bcs::mpi {

/// From now on the application is watched, if the options say so.
void start_record(const RunOptions& options);
/// The application is over; what comes then is not its run time.
void stop_watching();
/// `end`: finalized, deadlock, error or abort; `sentence` says more of it, and where one was said
/// before, that one, since it is the cause. `exit_status` is what the process is about to end with;
/// without one it may go on behind an error. What a process says of itself that ends without a word
/// is exit, and running where it could not even say that.
void write_record(std::string_view end, std::string_view sentence,
                  std::optional<int> exit_status = {},
                  const std::vector<monitor::Unreceived>& unreceived = {});

}  // namespace strobe::bcs::mpi
