// SPDX-License-Identifier: BSD-3-Clause
//
// A program of collectives alone: so many allreduces of so many numbers, and a broadcast from a
// root.
#include <mpi.h>

#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 4) MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  const int count = std::atoi(argv[2]);
  std::vector<int> own(static_cast<std::size_t>(count), 1);
  std::vector<int> sums(own.size());
  for (int turn = 0; turn < std::atoi(argv[1]); ++turn) {
    MPI_Allreduce(own.data(), sums.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Bcast(sums.data(), count, MPI_INT, std::atoi(argv[3]), MPI_COMM_WORLD);
  MPI_Finalize();
}
