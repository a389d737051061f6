// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/call_scope.hpp"

#include <algorithm>
#include <string>

#include "base/format.hpp"
#include "bcs/mpi/calls_before_init.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/record.hpp"

namespace strobe::bcs::mpi {

thread_local constinit CallState call_state;
constinit Interposer interposer;

void make_mpi_progress() {
  // On MPI_COMM_WORLD, since MPICH makes no progress for others on MPI_COMM_SELF.
  int flag = 0;
  native().Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

void enable_mpi_progress() {
  if (process().endpoint.has_background()) return;
  process().endpoint.call_while_blocked(make_mpi_progress);
}

void set_within_mpi(bool is_inside) {
  call_state.is_within_mpi = is_inside;
  if (is_inside) {
    process().endpoint.native(true);
    if (interposer.checks != nullptr) [[unlikely]]
      interposer.checks->waits_in_mpi();
    if (interposer.turns != nullptr) interposer.turns->leave();
  } else {
    if (interposer.turns != nullptr) interposer.turns->enter();
    process().endpoint.native(false);
  }
}

namespace {

/// Raises an error that belongs to no object (MPI 4.1, section 9.3), unless the MPI made the call.
int raise_without_object(int error, const std::string& sentence, bool is_application_call) {
  if (is_application_call) call_error_handler(MPI_COMM_SELF, explain_error(error, sentence));
  return error;
}

}  // namespace

void CallScope::enter_checked() { interposer.checks->threads().entered(); }

void CallScope::enter_unserved() {
  if (facts_of(call_state.function).is_always_allowed) return;
  if (!interposer.has_begun) {
    note_call_before_init();
  } else if (interposer.has_finalized && interposer.checks != nullptr) {
    interposer.checks->called_after_finalize();
  }
}

void CallScope::leave_checked() { interposer.checks->threads().left(); }

int CallScope::raise_missing_function() const {
  return raise_without_object(
      MPI_ERR_UNSUPPORTED_OPERATION,
      base::format("this MPI has no {}", facts_of(call_state.function).name), is_application_call_);
}

int CallScope::raise_large_count() const {
  return raise_without_object(
      MPI_ERR_COUNT,
      base::format("this MPI has no {}, and a count or displacement does not fit into the integers "
                   "of the function with small counts",
                   facts_of(call_state.function).name),
      is_application_call_);
}

int CallbackScope::check_requests(int count, const MPI_Request* requests) {
  interposer.checks->one_sided().asks_for_requests();
  if (requests == nullptr) return MPI_SUCCESS;
  for (int i = 0; i < count; ++i) {
    if (requests[i] == MPI_REQUEST_NULL) continue;
    const Request* const request = process().requests.find(requests[i]);
    if (request == nullptr) {
      if (interposer.checks->is_pending_in_mpi(requests[i]))
        pending_.emplace_back(&requests[i], requests[i]);
      continue;
    }
    if (!interposer.checks->is_used_again(*request)) continue;
    return raise_without_object(MPI_ERR_REQUEST, "the request was completed or freed before", true);
  }
  return MPI_SUCCESS;
}

// MPI_Request_get_status completes nothing.
int CallbackScope::check_requests(MPI_Request request) {
  const int error = check_requests(1, &request);
  pending_.clear();
  return error;
}

void CallbackScope::note_completed() {
  for (const auto& [now, before] : pending_) {
    if (*now == MPI_REQUEST_NULL) interposer.checks->completed_by_mpi(before);
  }
}

void note_request_of_mpi(MPI_Request request) {
  if (request != MPI_REQUEST_NULL && !process().requests.has(request))
    interposer.checks->made_by_mpi(request);
}

int CallbackScope::check_requests(const MPI_Request* request) { return check_requests(1, request); }

bool CallbackScope::are_known(MPI_Request request) { return process().requests.has(request); }

bool CallbackScope::are_known(const MPI_Request* request) {
  return request != nullptr && are_known(*request);
}

bool CallbackScope::are_known(int count, const MPI_Request* requests) {
  if (requests == nullptr) return false;
  return std::any_of(requests, requests + std::max(count, 0),
                     [](MPI_Request request) { return are_known(request); });
}

/// A call that is within the MPI has no turn: the MPI may call an error handler.
bool UserCodeScope::has_turn() const {
  return interposer.turns != nullptr && !saved_.is_within_mpi;
}

UserCodeScope::UserCodeScope() {
  // The handler may leave this call by longjmp, after which nothing of it runs.
  if (interposer.mmds != nullptr && !call_state.is_end_recorded) record_call_end();
  // The thread may never come back to its call.
  if (interposer.checks != nullptr) interposer.checks->threads().left();
  saved_ = call_state;
  saved_.is_end_recorded = true;
  call_state = {};
  call_state.is_in_callback = true;
  last_call_ = interposer.last_call.get();
  interposer.last_call.left();
  if (has_turn()) interposer.turns->leave();
}

UserCodeScope::~UserCodeScope() {
  if (has_turn()) interposer.turns->enter();
  interposer.last_call.set(last_call_);
  call_state = saved_;
}

namespace {

monitor::Slice this_slice() {
  const runtime::Endpoint& endpoint = process().endpoint;
  const std::uint32_t slice = endpoint.slice();
  return {.number = slice, .decided = endpoint.decided(), .began_ns = endpoint.begin_ns(slice)};
}

}  // namespace

void record_call_end_in_handler() {
  interposer.mmds->left_in_handler(static_cast<std::uint32_t>(call_state.function),
                                   call_state.entered, base::ticks_now(), call_state.size_bytes,
                                   this_slice());
}

// The first wait of a call begins with it, and the last one ends with it: most calls wait once, and
// need no readings of the clock but their own.

namespace {

/// The time since the call has begun to wait is that of the rank it has waited for.
void count_wait(base::Ticks now) {
  if (call_state.waited_for != runtime::any_source)
    interposer.mmds->waited(call_state.waited_for, now - call_state.waits_since);
  call_state.waits_since = now;
  call_state.waited_for = runtime::any_source;
}

}  // namespace

void record_wait_begin() {
  if (call_state.waits_since == monitor::Mmds::untimed ||
      call_state.waited_for != runtime::any_source)
    count_wait(base::ticks_now());
}

void record_wait_end(runtime::Rank whom) {
  call_state.waited_for = whom;
  if (whom == runtime::any_source) call_state.waits_since = monitor::Mmds::untimed;
}

void record_call_end() {
  const monitor::Slice slice = this_slice();
  const bool is_timed = call_state.entered != monitor::Mmds::untimed;
  const base::Ticks now = is_timed ? base::ticks_now() : monitor::Mmds::untimed;
  if (call_state.waited_for != runtime::any_source) count_wait(is_timed ? now : base::ticks_now());
  interposer.mmds->left(static_cast<std::uint32_t>(call_state.function), call_state.entered, now,
                        call_state.size_bytes, slice, logged_site());
  if (interposer.live != nullptr) {
    interposer.live->left(interposer.mmds->messages(), call_state.size_bytes,
                          interposer.mmds->communication().total(), slice.number);
  }
  if (now >= interposer.next_record) [[unlikely]]
    write_record_so_far(now);
}

}  // namespace strobe::bcs::mpi
