// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 sends from mapped memory, and unmaps it before the send is complete.
// ranks: 2
// check: error,buffers
// wrong: buffer-freed
#define _GNU_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

enum { length = 100000 };

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const size_t bytes = length * sizeof(int);
  int* values = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (rank == 0) {
    MPI_Request request;
    MPI_Isend(values, length, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // here
    munmap(values, bytes);                                               // here
    MPI_Wait(&request, MPI_STATUS_IGNORE);                               // here
  } else {
    MPI_Recv(values, length, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    munmap(values, bytes);
  }
  MPI_Finalize();
  return 0;
}
