// SPDX-License-Identifier: BSD-3-Clause
// Fails on one rank only; mpi_main.cpp must turn that into a failure of all ranks and name the
// rank.
#include <gtest/gtest.h>
#include <mpi.h>

TEST(Harness, OneRankFails) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  EXPECT_NE(rank, 1);
}
