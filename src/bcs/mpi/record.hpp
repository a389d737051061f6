// SPDX-License-Identifier: BSD-3-Clause
//
// The record that this process writes when it ends, if it was asked for one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/tick_clock.hpp"
#include "bcs/monitor/rank_record.hpp"
#include "bcs/mpi/call_site.hpp"
#include "bcs/mpi/run_options.hpp"
#include "bcs/runtime/envelope.hpp"

namespace strobe::bcs::mpi {

/// A call site as the record has it.
[[nodiscard]] monitor::CallSite recorded(const CallSite& site);

/// The call site of this thread as a number of the call log; `no_site` without a log.
[[nodiscard]] std::uint32_t logged_site();

/// Starts the record, and the monitor if the options ask for it.
void start_record(const RunOptions& options);
/// Writes the record of a watched rank as of now, so that a rank that is killed leaves what was
/// watched until shortly before. Sets the time of the next one.
void write_record_so_far(base::Ticks now);
/// The same of a rank that waits in a call of this thread, if it is time for it. The record has the
/// call as if it ended now.
void write_record_of_waiting_rank();
/// The run time ends here, before MPI_Finalize.
void stop_watching();
/// Writes the record. `end` is finalized, deadlock, error or abort; `sentence` says why, and the
/// first one stays, since it is the cause. `exit_status` is the status that the process is about to
/// end with; without one it may continue after an error, and `ended_at` the line. After a deadlock
/// `waits_for` are the ranks that could have ended its wait. A process that ends without a call of
/// this has "exit" in its record, and "running" if it was killed (see write_record_so_far).
void write_record(std::string_view end, std::string_view sentence,
                  std::optional<int> exit_status = {},
                  const std::vector<monitor::Unreceived>& unreceived = {},
                  const CallSite& ended_at = {}, const std::vector<runtime::Rank>& waits_for = {});

}  // namespace strobe::bcs::mpi
