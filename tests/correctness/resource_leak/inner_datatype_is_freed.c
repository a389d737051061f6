// SPDX-License-Identifier: BSD-3-Clause
// The datatype that another one is built of is freed.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Datatype inner, outer;
  MPI_Type_vector(2, 1, 2, MPI_INT, &inner);
  MPI_Type_contiguous(2, inner, &outer);
  MPI_Type_commit(&outer);
  MPI_Type_free(&inner);
  MPI_Type_free(&outer);
  MPI_Finalize();
  return 0;
}
