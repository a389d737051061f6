// SPDX-License-Identifier: BSD-3-Clause
#include "support/layer_under_test.hpp"

strobe::layer::mpi::MpiLayer strobe::testing::world() {
  return layer::mpi::MpiLayer::duplicate_of(MPI_COMM_WORLD);
}
