// SPDX-License-Identifier: BSD-3-Clause
// Two doubles arrive in a vector of two.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double values[4] = {1, 2, 3, 4};
  MPI_Datatype spread;
  MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &spread);
  MPI_Type_commit(&spread);
  if (rank == 0) {
    MPI_Send(values, 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(values, 1, spread, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&spread);
  MPI_Finalize();
  return 0;
}
