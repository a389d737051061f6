// SPDX-License-Identifier: BSD-3-Clause
// A datatype is freed that another one is made of, and got back from it.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Datatype pair, pairs, part;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_contiguous(2, pair, &pairs);
  MPI_Type_free(&pair);
  int count;
  MPI_Aint none;
  MPI_Type_get_contents(pairs, 1, 0, 1, &count, &none, &part);
  MPI_Type_commit(&part);
  int data[2] = {1, 2};
  MPI_Bcast(data, 1, part, 0, MPI_COMM_WORLD);
  MPI_Type_free(&part);
  MPI_Type_free(&pairs);
  MPI_Finalize();
  return 0;
}
