// SPDX-License-Identifier: BSD-3-Clause
#include "layer/mpi/neighbourhood.hpp"

namespace strobe::layer::mpi {

Neighbourhood::Neighbourhood(MPI_Comm communicator) {
  constexpr int dimensions = 2;
  int size = 0;
  check(MPI_Comm_size(communicator, &size), "MPI_Comm_size");
  std::array<int, dimensions> sides{};
  const std::array<int, dimensions> is_periodic{1, 1};
  check(MPI_Dims_create(size, dimensions, sides.data()), "MPI_Dims_create");
  check(MPI_Cart_create(communicator, dimensions, sides.data(), is_periodic.data(), 0, &grid_),
        "MPI_Cart_create");
  for (int dimension = 0; dimension < dimensions; ++dimension) {
    const auto first = static_cast<std::size_t>(2 * dimension);
    check(MPI_Cart_shift(grid_, dimension, 1, &ranks_[first].value, &ranks_[first + 1].value),
          "MPI_Cart_shift");
  }
}

}  // namespace strobe::layer::mpi
