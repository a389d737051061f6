// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/small_counts.hpp"

#include <utility>

#include "bcs/mpi/native.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

namespace {

template <class Size>
std::optional<std::size_t> counts_of_group(MPI_Comm comm, Size&& size_of) {
  int is_inter = 0;
  if (comm == MPI_COMM_NULL || native().Comm_test_inter(comm, &is_inter) != MPI_SUCCESS ||
      is_inter == 0) {
    return std::nullopt;
  }
  int size = 0;
  size_of(comm, &size);
  return static_cast<std::size_t>(size);
}

}  // namespace

std::optional<std::size_t> counts_of_remote_group(MPI_Comm comm, bool is_read) {
  const std::optional<std::size_t> counts = counts_of_group(comm, native().Comm_remote_size);
  return counts && !is_read ? 0 : counts;
}

std::optional<std::size_t> counts_of_own_group(MPI_Comm comm) {
  return counts_of_group(comm, native().Comm_size);
}

void keep_for(MPI_Request request, std::shared_ptr<const void> arrays) {
  process().arrays.remove(request);
  process().arrays.add(request, std::make_unique<std::shared_ptr<const void>>(std::move(arrays)));
}

}  // namespace strobe::bcs::mpi
