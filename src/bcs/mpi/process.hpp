// SPDX-License-Identifier: BSD-3-Clause
//
// The runtime in this process, from the end of Init to the begin of Finalize.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/communicator.hpp"
#include "bcs/mpi/handle_map.hpp"
#include "bcs/mpi/interposer.hpp"
#include "bcs/mpi/matched_messages.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/request.hpp"
#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::mpi {

using runtime::WaitOutcome;

/// From now on the MPI gets on with what it was left to do while this process is blocked.
void enable_mpi_progress();

class Process {
 public:
  /// The link is that of `in_job`, null on a single node.
  Process(std::byte* memory, const runtime::Placement& in_job, const runtime::Options& options,
          std::unique_ptr<runtime::Link> to_other_nodes)
      : segment(memory, static_cast<int>(in_job.members.size())),
        link(std::move(to_other_nodes)),
        endpoint(segment, in_job, options) {}

  runtime::Segment segment;
  std::unique_ptr<runtime::Link> link;
  runtime::Endpoint endpoint;
  HandleMap<MPI_Comm, Communicator> communicators;
  Requests requests;
  MatchedMessages messages;
  MPI_Group world = MPI_GROUP_NULL;
  int tag_upper_bound = 0;
  std::uint64_t merged = 0;                    ///< intercommunicators
  std::optional<std::int64_t> buffer_bytes{};  ///< attached for buffered sends

  [[nodiscard]] Communicator* communicator(MPI_Comm handle) const {
    return communicators.find(handle);
  }

  /// Waits until `is_complete()`, or until `at_edge()` where nobody can go on, as Endpoint::wait
  /// does. Where nobody can ever go on the job ends with a report, of which `waits_for()` is this
  /// rank's part.
  template <class IsOver, class AtEdge, class What>
  WaitOutcome wait(IsOver&& is_complete, AtEdge&& at_edge, What&& waits_for) {
    const WaitOutcome outcome = endpoint.wait(is_complete, at_edge);
    if (outcome == WaitOutcome::deadlock) [[unlikely]]
      report_deadlock(waits_for());
    return outcome;
  }

  /// The same for something that the MPI has a part in: that nobody can go on is never for ever
  /// then.
  template <class IsOver, class AtEdge>
  void wait_with_mpi_progress(IsOver&& is_complete, AtEdge&& at_edge) {
    enable_mpi_progress();
    while (endpoint.wait(is_complete, [] { return true; }) != WaitOutcome::complete &&
           !is_complete() && !at_edge()) {
      sched_yield();
    }
  }

  [[noreturn]] void report_deadlock(const WaitDescription& waits_for);

 private:
  WaitDescription stuck_;  ///< what threads that have come to the report wait for
};

/// Ends this process, since that rank of its node has ended and whoever waits for it would do so
/// for ever. The first one says so.
[[noreturn]] void report_loss(int member, bool is_first);

/// Ends the job, since an invariant of the runtime does not hold in this process: nothing that it
/// shares with others can be trusted. One sentence says which (base/assert.hpp).
[[noreturn]] void end_after_failed_assertion(const std::string& failure);

/// While the runtime serves the application.
[[nodiscard]] inline Process& process() { return *interposer.process; }

/// After the native Init: the runtime serves this process from now on if it can; otherwise one line
/// says why it does not. Threads that were not there before Init, in ascending order, are the
/// MPI's.
void start_runtime(const std::vector<pid_t>& threads_before);
/// Has the MPI end itself. The application is served up to the end of its callbacks for that.
int finalize_mpi();

/// The communicator, if the runtime carries its messages; otherwise the MPI does, of which note is
/// taken.
[[nodiscard]] Communicator* served_communicator(MPI_Comm handle);

/// 1 if it is so, otherwise 0, as soon as that may be said.
template <class IsSo>
int is_found(IsSo&& is_so) {
  process().wait(is_so, [] { return true; }, [] { return WaitDescription{}; });
  const bool found = is_so();
  process().endpoint.tested(found);
  return found ? 1 : 0;
}

/// The MPI is to say what is wrong with an argument of this thread's call.
inline int invalid_argument(const Communicator& communicator) {
  call_state.invalid_argument_on = &communicator;
  return pass_through;
}

/// Where the error handler is that errors of a communicator go to; MPI_COMM_NULL where the
/// application has freed it, since no handler of its own can be called any more: they are returned.
[[nodiscard]] MPI_Comm handle_for_errors(const Communicator& communicator);
/// Of one that the application has freed: ends the job if its handler was to do that.
void end_if_fatal(const Communicator& communicator, int error);
void call_error_handler(MPI_Comm handle, int error);
/// The error, of which the runtime knows more than the MPI has words for.
[[nodiscard]] int explain_error(int error, std::string complaint);
/// Raises an error, unless it is none, as the MPI would, and returns it.
int raise_error(const Communicator& communicator, int error);

}  // namespace strobe::bcs::mpi
