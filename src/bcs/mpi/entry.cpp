// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/entry.hpp"

#include <algorithm>

#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

thread_local constinit Place place;
bool is_serving = false;
monitor::Mmds* mmds = nullptr;
monitor::Live* live = nullptr;
std::array<std::uint64_t, function_count> native_calls{};

void keep_mpi_going() {
  if (process().endpoint.has_background()) return;
  process().endpoint.attend_to([] {
    // Not of MPI_COMM_SELF, for which MPICH looks at nothing else.
    int flag = 0;
    native().Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  });
}

void wait_within_mpi(bool is_inside) {
  place.is_within_mpi = is_inside;
  if (is_inside) {
    process().endpoint.native(true);
    if (turns != nullptr) turns->leave();
  } else {
    if (turns != nullptr) turns->enter();
    process().endpoint.native(false);
  }
}

bool Callback::are_ours(MPI_Request request) { return process().requests.has(request); }

bool Callback::are_ours(const MPI_Request* request) {
  return request != nullptr && are_ours(*request);
}

bool Callback::are_ours(int count, const MPI_Request* requests) {
  if (requests == nullptr) return false;
  return std::any_of(requests, requests + std::max(count, 0),
                     [](MPI_Request request) { return are_ours(request); });
}

ProgramsCode::ProgramsCode() {
  // Nothing is to be done behind a longjmp.
  if (mmds != nullptr && !place.has_left) leave();
  place_ = place;
  place_.has_left = true;
  place = {};
  if (turns != nullptr) turns->leave();
}

ProgramsCode::~ProgramsCode() {
  if (turns != nullptr) turns->enter();
  place = place_;
}

namespace {

monitor::Slice this_slice() {
  const runtime::Endpoint& endpoint = process().endpoint;
  const std::uint32_t slice = endpoint.slice();
  return {.number = slice, .decided = endpoint.decided(), .began_ns = endpoint.begin_ns(slice)};
}

}  // namespace

void leave_in_handler() {
  mmds->left_in_handler(static_cast<std::uint32_t>(place.function), place.entered,
                        base::ticks_now(), place.size_bytes, this_slice());
}

void leave() {
  const monitor::Slice slice = this_slice();
  mmds->left(static_cast<std::uint32_t>(place.function), place.entered, base::ticks_now(),
             place.size_bytes, slice);
  if (live != nullptr) {
    live->left(mmds->messages(), place.size_bytes, mmds->communication().total(), slice.number);
  }
}

}  // namespace strobe::bcs::mpi
