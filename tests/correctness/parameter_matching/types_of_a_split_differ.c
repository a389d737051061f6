// SPDX-License-Identifier: BSD-3-Clause
// One member splits by shared memory, where the other one splits by hardware.
// ranks: 2
// wrong: collective-mismatch
#include <mpi.h>

#if MPI_VERSION < 4
#define MPI_COMM_TYPE_HW_UNGUIDED OMPI_COMM_TYPE_SOCKET
#endif

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm part;
  if (rank == 0)
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part);  // here
  else
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL,  // here
                        &part);
  if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
  MPI_Finalize();
  return 0;
}
