// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/call_scope.hpp"

#include <algorithm>

#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

thread_local constinit CallState call_state;
bool is_serving = false;
monitor::Mmds* mmds = nullptr;
monitor::Live* live = nullptr;
std::array<std::uint64_t, function_count> native_calls{};

void keep_mpi_going() {
  if (process().endpoint.has_background()) return;
  process().endpoint.call_while_blocked([] {
    // Not of MPI_COMM_SELF, for which MPICH looks at nothing else.
    int flag = 0;
    native().Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  });
}

void wait_within_mpi(bool is_inside) {
  call_state.is_within_mpi = is_inside;
  if (is_inside) {
    process().endpoint.native(true);
    if (turns != nullptr) turns->leave();
  } else {
    if (turns != nullptr) turns->enter();
    process().endpoint.native(false);
  }
}

bool CallbackScope::are_ours(MPI_Request request) { return process().requests.has(request); }

bool CallbackScope::are_ours(const MPI_Request* request) {
  return request != nullptr && are_ours(*request);
}

bool CallbackScope::are_ours(int count, const MPI_Request* requests) {
  if (requests == nullptr) return false;
  return std::any_of(requests, requests + std::max(count, 0),
                     [](MPI_Request request) { return are_ours(request); });
}

UserCodeScope::UserCodeScope() {
  // Nothing is to be done behind a longjmp.
  if (mmds != nullptr && !call_state.has_left) leave();
  saved_ = call_state;
  saved_.has_left = true;
  call_state = {};
  if (turns != nullptr) turns->leave();
}

UserCodeScope::~UserCodeScope() {
  if (turns != nullptr) turns->enter();
  call_state = saved_;
}

namespace {

monitor::Slice this_slice() {
  const runtime::Endpoint& endpoint = process().endpoint;
  const std::uint32_t slice = endpoint.slice();
  return {.number = slice, .decided = endpoint.decided(), .began_ns = endpoint.begin_ns(slice)};
}

}  // namespace

void leave_in_handler() {
  mmds->left_in_handler(static_cast<std::uint32_t>(call_state.function), call_state.entered,
                        base::ticks_now(), call_state.size_bytes, this_slice());
}

void leave() {
  const monitor::Slice slice = this_slice();
  mmds->left(static_cast<std::uint32_t>(call_state.function), call_state.entered, base::ticks_now(),
             call_state.size_bytes, slice);
  if (live != nullptr) {
    live->left(mmds->messages(), call_state.size_bytes, mmds->communication().total(),
               slice.number);
  }
}

}  // namespace strobe::bcs::mpi
