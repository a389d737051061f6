// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/entry.hpp"

#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

thread_local constinit Place place;
bool is_serving = false;
monitor::Mmds* mmds = nullptr;
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
  if (is_inside) {
    process().endpoint.native(true);
    if (turns != nullptr) turns->leave();
  } else {
    if (turns != nullptr) turns->enter();
    process().endpoint.native(false);
  }
}

void leave() {
  mmds->left(static_cast<std::uint32_t>(place.function), place.entered, base::ticks_now(),
             place.size_bytes, process().endpoint.slice());
}

}  // namespace strobe::bcs::mpi
