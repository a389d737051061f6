// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 writes a long send buffer to a file before the send is complete.
// ranks: 2
// check: error,buffers
// right
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { length = 100000 };

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* values = calloc(length, sizeof(int));
  if (rank == 0) {
    MPI_Request request;
    MPI_Isend(values, length, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    FILE* file = tmpfile();
    if (file == NULL || write(fileno(file), values, length * sizeof(int)) < 0) perror("file");
    fclose(file);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(values, length, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  free(values);
  MPI_Finalize();
  return 0;
}
