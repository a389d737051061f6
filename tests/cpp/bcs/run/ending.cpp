// SPDX-License-Identifier: BSD-3-Clause
//
// A program whose last rank ends as its argument says, while the others wait for it.
#include <mpi.h>

#include <csignal>
#include <cstdlib>
#include <string_view>

namespace {

void end(std::string_view how) {
  if (how == "abort") MPI_Abort(MPI_COMM_WORLD, 7);
  if (how == "exit") std::exit(5);
  if (how == "kill") std::raise(SIGKILL);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int value = rank;
  if (rank == size - 1) {
    if (argc > 1) end(argv[1]);
    for (int to = 0; to < rank; ++to) MPI_Send(&value, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
