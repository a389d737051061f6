// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/shared_cores_wait.hpp"

#include "layer/mpi/calls.hpp"

namespace strobe::blacs::mpi {

using layer::mpi::check;

void wait_on_shared_cores(std::span<MPI_Request> requests, MPI_Status* first_status) {
  for (MPI_Request& request : requests) {
    MPI_Status* const status = &request == requests.data() ? first_status : MPI_STATUS_IGNORE;
    // MPI_Test makes progress on all requests, so they may be waited for in any order.
    wait_on_shared_cores([&] {
      int is_done = 0;
      check(MPI_Test(&request, &is_done, status), "MPI_Test");
      return is_done != 0;
    });
  }
}

std::size_t wait_any_on_shared_cores(std::span<MPI_Request> requests) {
  int index = MPI_UNDEFINED;
  wait_on_shared_cores([&] {
    int is_done = 0;
    check(MPI_Testany(static_cast<int>(requests.size()), requests.data(), &index, &is_done,
                      MPI_STATUS_IGNORE),
          "MPI_Testany");
    return is_done != 0;
  });
  return static_cast<std::size_t>(index);
}

}  // namespace strobe::blacs::mpi
