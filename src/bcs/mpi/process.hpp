// SPDX-License-Identifier: BSD-3-Clause
//
// The runtime in this process, from the end of MPI_Init to the beginning of MPI_Finalize.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/choices.hpp"
#include "bcs/mpi/communicator.hpp"
#include "bcs/mpi/gang.hpp"
#include "bcs/mpi/handle_map.hpp"
#include "bcs/mpi/interposer.hpp"
#include "bcs/mpi/matched_messages.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/native_collectives.hpp"
#include "bcs/mpi/poll_sites.hpp"
#include "bcs/mpi/request.hpp"
#include "bcs/mpi/send_sites.hpp"
#include "bcs/mpi/strict_helper.hpp"
#include "bcs/mpi/windows.hpp"
#include "bcs/runtime/endpoint.hpp"
#include "bcs/runtime/lock_service.hpp"
#include "bcs/runtime/notice_service.hpp"

namespace strobe::bcs::mpi {

using runtime::WaitOutcome;

class OrderedAccesses;

class Process {
 public:
  /// The link belongs to `in_job`; it is null on a single node.
  Process(std::byte* memory, const runtime::Placement& in_job, const runtime::Options& options,
          std::unique_ptr<runtime::Link> to_other_nodes);
  ~Process();

  runtime::Segment segment;
  std::unique_ptr<runtime::Link> link;
  runtime::Endpoint endpoint;
  std::unique_ptr<Gang> gang;              ///< null unless the job shares its hosts
  std::unique_ptr<StrictMessages> strict;  ///< null unless the protocol serves the messages
  runtime::NoticeService notices;
  /// Of windows, in a job of several nodes.
  std::unique_ptr<runtime::LockService> locks;
  HandleMap<MPI_Comm, Communicator> communicators;
  HandleMap<MPI_Win, Window> windows;
  HandleMap<MPI_File, Members> files;
  Requests requests;
  HandleMap<MPI_Request, std::shared_ptr<const void>> arrays;  ///< as keep_for has it
  MatchedMessages messages;
  PollSites poll_sites;
  SendSites send_sites;
  Choices choices;
  std::unique_ptr<OrderedAccesses> accesses;  ///< null unless there are choices
  MPI_Group world = MPI_GROUP_NULL;
  int tag_upper_bound = 0;
  bool hashes_data = false;            ///< the hash covers what is received
  bool stops_at_errors = false;        ///< for a debugger (debugger_stop.hpp)
  bool asks_for_slice_record = false;  ///< --emds or --events, and nothing writes them
  std::uint64_t merged = 0;            ///< intercommunicators, so far
  std::uint64_t between_groups = 0;    ///< intercommunicators made of two groups, so far
  std::uint64_t cancelled_sends = 0;   ///< by MPI_Cancel, unless their receivers have them
  /// Context, receiver and tag of small sends, which MPI_Cancel does not take back. The program
  /// need not receive them, since an MPI that keeps them must cancel them then.
  std::set<std::tuple<Context, Rank, std::int32_t>> kept_sends{};
  std::optional<AttachedBuffer> buffer{};
  std::map<MPI_Session, std::optional<AttachedBuffer>> session_buffers;
  std::unordered_map<Context, std::uint64_t> from_groups;  ///< by MPI_Comm_create_from_group

  [[nodiscard]] Communicator* communicator(MPI_Comm handle) const {
    return communicators.find(handle);
  }
  [[nodiscard]] Communicator* intracommunicator(MPI_Comm handle) const {
    Communicator* const found = communicator(handle);
    return found == nullptr || found->is_inter() ? nullptr : found;
  }

  /// Waits until `is_complete()`, or until `at_edge()` at the end of a slice, as Endpoint::wait
  /// does. In a deadlock the job ends with a report, in which `waits_for()` describes this rank.
  template <class IsOver, class AtEdge, class What>
  WaitOutcome wait(IsOver&& is_complete, AtEdge&& at_edge, What&& waits_for) {
    const WaitOutcome outcome = endpoint.wait(is_complete, at_edge);
    if (outcome == WaitOutcome::deadlock) [[unlikely]]
      report_deadlock(waits_for());
    return outcome;
  }

  /// The same for an operation that needs the MPI to make progress, so that it is never part of a
  /// deadlock.
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
  WaitDescription stuck_;  ///< what the threads wait for that are part of a deadlock
};

/// The call of this thread and its call site: "MPI_Send (ring.c:12, in main)".
[[nodiscard]] std::string this_call();

/// Ends this process, since a rank of its node has ended and ranks that wait for it would wait
/// forever. The first process to find it reports it.
[[noreturn]] void report_loss(int member, bool is_first);

/// Ends the job, since the program cannot continue, with a sentence.
[[noreturn]] void end_job(const std::string& sentence, int status = EXIT_FAILURE);

/// The same for an error of the MPI in the call of this thread. MPICH's own handler of
/// MPI_ERRORS_ARE_FATAL, if it is called from outside, ends the process without telling its
/// launcher, which then waits forever for ranks on other hosts.
[[noreturn]] void fail(int error);

/// Ends the job, since an invariant of the runtime does not hold (base/assert.hpp): no shared state
/// can be trusted.
[[noreturn]] void end_after_failed_assertion(const std::string& failure);

/// While the runtime serves the application.
[[nodiscard]] inline Process& process() { return *interposer.process; }

/// After MPI_Init of the MPI: the runtime serves this process from now on, or one line says why it
/// does not. Threads that were not there before MPI_Init, in ascending order, belong to the MPI.
void start_runtime(const std::vector<pid_t>& threads_before);
/// Calls MPI_Finalize of the MPI. The runtime serves the application until its callbacks there are
/// done.
int finalize_mpi();

/// The communicator, if the runtime serves it. Otherwise the call passes through to the MPI, and is
/// counted as outside of the guarantee.
[[nodiscard]] Communicator* served_communicator(MPI_Comm handle);
/// The same for its collective calls, in which the runtime does not serve intercommunicators.
[[nodiscard]] Communicator* served_intracommunicator(MPI_Comm handle);

/// Whether what a call finds at the begin of a slice has to be certain: it was so when the slice
/// before ended. What the slice itself has matched completes sooner or later, as its data move.
[[nodiscard]] inline bool finds_what_is_certain() {
  const protocol::Policy& policy = process().endpoint.options().policy;
  return policy.tests_wait && !policy.buffers;
}

/// Waits until it is so or a slice begins, and says whether it is so. `is_certain()` says whether
/// it was so when the slice before ended.
template <class IsSo, class IsCertain>
bool is_so_by_slice(IsSo&& is_so, IsCertain&& is_certain) {
  const WaitOutcome outcome =
      process().wait(is_so, [] { return true; }, [] { return WaitDescription{}; });
  return outcome == WaitOutcome::edge && finds_what_is_certain() ? is_certain() : is_so();
}

/// Answers a test or a nonblocking probe: whether it finds something. `is_certain()` says whether
/// something was there when the slice began. `look()` waits until something is there or a slice
/// begins, and says whether something is there. See poll_sites.hpp.
template <class IsCertain, class Look>
bool answer_poll(IsCertain&& is_certain, Look&& look) {
  runtime::Endpoint& endpoint = process().endpoint;
  bool has_found = false;
  if (finds_what_is_certain()) {
    PollSite& site = process().poll_sites.current();
    site.begins(endpoint.begun());
    endpoint.progress();
    endpoint.take_own();
    has_found = is_certain();
    // With a file of choices, a test finds nothing only if that is chosen, or if it has to.
    if (!has_found && (process().choices.are_given() || !site.may_fail_at_once())) {
      const base::Ticks begin = base::ticks_now();
      const std::uint32_t slice = endpoint.slice();
      // A rank polls other nodes whether it is blocked or not, so that to block at once costs
      // nothing there, and a slice that all wait for begins sooner.
      endpoint.expect_slice(site.expects_slice() || endpoint.has_other_nodes());
      has_found = look();
      endpoint.expect_slice(false);
      site.waited(base::ticks_now() - begin, has_found, endpoint.slice() != slice);
    }
    site.ends(endpoint.begun(), has_found);
  } else {
    has_found = look();
  }
  endpoint.tested(has_found);
  return has_found;
}

/// An argument of this call is invalid: the MPI reports it.
inline int invalid_argument(const Communicator& communicator) {
  call_state.invalid_argument_on = &communicator;
  return pass_through;
}

/// The handle whose error handler gets errors on a communicator. MPI_COMM_NULL if the application
/// has freed it: errors are returned, since no handler of its own can be called.
[[nodiscard]] MPI_Comm handle_for_errors(const Communicator& communicator);
/// For --check: a fatal error that the MPI raises itself ends the job as one of the runtime does,
/// with the rank and the call site. It does so on MPI_COMM_WORLD and on communicators made from it;
/// MPI_Comm_get_errhandler then returns a handler other than MPI_ERRORS_ARE_FATAL.
void report_errors_of_mpi();
/// Ends the job if the communicator is freed and its error handler was MPI_ERRORS_ARE_FATAL.
void end_if_fatal(const Communicator& communicator, int error);
void call_error_handler(MPI_Comm handle, int error);
/// Explains an error for which the MPI has no text. Returns the error.
[[nodiscard]] int explain_error(int error, std::string complaint);
/// What the MPI says of an error.
[[nodiscard]] std::string reason_of(int error);
/// Raises an error on the communicator as the MPI does, unless it is MPI_SUCCESS. Returns it.
int raise_error(const Communicator& communicator, int error);

}  // namespace strobe::bcs::mpi
