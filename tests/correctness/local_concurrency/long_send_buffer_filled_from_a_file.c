// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 reads a file into a long send buffer before the send is complete.
// ranks: 2
// check: error,buffers
// wrong: send-buffer-changed
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
    MPI_Isend(values, length, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // here
    FILE* file = fopen("/dev/zero", "r");
    if (read(fileno(file), values + 9999, 80000) < 0) perror("file");  // here
    fclose(file);
    MPI_Wait(&request, MPI_STATUS_IGNORE);  // here
  } else {
    MPI_Recv(values, length, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  free(values);
  MPI_Finalize();
  return 0;
}
