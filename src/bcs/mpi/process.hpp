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

#include "bcs/mpi/by_handle.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/communicator.hpp"
#include "bcs/mpi/matched_messages.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/request.hpp"
#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::mpi {

using runtime::WaitOutcome;

/// From now on the MPI gets on with what it was left to do while this process is blocked.
void keep_mpi_going();

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
  ByHandle<MPI_Comm, Communicator> communicators;
  Requests requests;
  MatchedMessages messages;
  MPI_Group world = MPI_GROUP_NULL;
  int most_tag = 0;
  std::uint64_t merged = 0;                    ///< intercommunicators
  std::optional<std::int64_t> buffer_bytes{};  ///< attached for buffered sends

  [[nodiscard]] Communicator* communicator(MPI_Comm handle) const {
    return communicators.find(handle);
  }

  /// Waits until `is_over()`, or until `at_edge()` where nobody can go on, as Endpoint::wait does.
  /// Where nobody can ever go on the job ends with a report, of which `waits_for()` is this rank's
  /// part.
  template <class IsOver, class AtEdge, class What>
  WaitOutcome wait(IsOver&& is_over, AtEdge&& at_edge, What&& waits_for) {
    const WaitOutcome outcome = endpoint.wait(is_over, at_edge);
    if (outcome == WaitOutcome::deadlock) [[unlikely]]
      report_deadlock(waits_for());
    return outcome;
  }

  /// The same for something that the MPI has a part in: that nobody can go on is never for ever
  /// then.
  template <class IsOver, class AtEdge>
  void wait_natively(IsOver&& is_over, AtEdge&& at_edge) {
    keep_mpi_going();
    while (endpoint.wait(is_over, [] { return true; }) != WaitOutcome::complete && !is_over() &&
           !at_edge()) {
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

extern Process* the_process;
/// While `is_serving`.
[[nodiscard]] inline Process& process() { return *the_process; }

/// After the native Init: the runtime serves this process from now on if it can; otherwise one line
/// says why it does not. Threads that were not there before Init, in ascending order, are the
/// MPI's.
void start_serving(const std::vector<pid_t>& threads_before);
/// Has the MPI end itself. The program is served up to the end of its callbacks for that.
int finalize_natively();

/// The communicator, if the runtime carries its messages; otherwise the MPI does, of which note is
/// taken.
[[nodiscard]] Communicator* carried(MPI_Comm handle);

/// 1 if it is so, otherwise 0, as soon as that may be said.
template <class IsSo>
int is_found(IsSo&& is_so) {
  process().wait(is_so, [] { return true; }, [] { return WaitDescription{}; });
  const bool found = is_so();
  process().endpoint.tested(found);
  return found ? 1 : 0;
}

/// The MPI is to say what is wrong with an argument of this thread's call.
inline int wrong(const Communicator& communicator) {
  call_state.wrong_on = &communicator;
  return pass_through;
}

/// Where the error handler is that errors of a communicator go to; MPI_COMM_NULL where the program
/// has freed it, since no handler of its own can be called any more: they are returned.
[[nodiscard]] MPI_Comm handle_for_errors(const Communicator& communicator);
/// Of one that the program has freed: ends the job if its handler was to do that.
void end_if_fatal(const Communicator& communicator, int error);
void call_error_handler(MPI_Comm handle, int error);
/// The error, of which the runtime knows more than the MPI has words for.
[[nodiscard]] int complain(int error, std::string complaint);
/// Raises an error, unless it is none, as the MPI would, and returns it.
int raised(const Communicator& communicator, int error);

}  // namespace strobe::bcs::mpi
