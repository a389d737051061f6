// SPDX-License-Identifier: BSD-3-Clause
// A barrier uses a copy of the handle of a freed communicator.
// ranks: 2
// wrong: freed-object-used
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm copy, alias;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  alias = copy;
  MPI_Comm_free(&copy);  // here
  MPI_Barrier(alias);  // here
  MPI_Finalize();
  return 0;
}
