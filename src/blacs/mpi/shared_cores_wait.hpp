// SPDX-License-Identifier: BSD-3-Clause
//
// How a process waits that shares its core with others. An MPI may poll in a wait until the kernel
// takes the core away, and the process that the wait depends on cannot run in the meantime.
#pragma once

#include <mpi.h>
#include <sched.h>

#include <cstddef>
#include <span>

namespace strobe::blacs::mpi {

/// Polls until `is_done()`, first without and then with a yield of the core between the polls. A
/// process on another core answers a short message before the first yield. More polls delay the
/// process that waits for this core: 200 took 10 to 20 us, most of the time of a short combine.
template <class IsDone>
void wait_on_shared_cores(IsDone is_done) {
  constexpr int polls_before_yield = 20;
  for (int polls = 0; !is_done(); ++polls) {
    if (polls >= polls_before_yield) sched_yield();
  }
}

/// Waits so for all requests, and stores the status of the first one.
void wait_on_shared_cores(std::span<MPI_Request> requests, MPI_Status* first_status);

/// Waits so for one of the requests, and returns its index.
[[nodiscard]] std::size_t wait_any_on_shared_cores(std::span<MPI_Request> requests);

}  // namespace strobe::blacs::mpi
