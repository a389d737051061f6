// SPDX-License-Identifier: BSD-3-Clause
// Another thread of rank 0 reads its send buffer before the send is complete.
// ranks: 2
// check: error,buffers
// right
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { length = 100000 };

static void* works(void* values) {
  printf("%d\n", ((int*)values)[length / 2]);
  return NULL;
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* values = calloc(length, sizeof(int));
  if (rank == 0) {
    MPI_Request request;
    pthread_t thread;
    MPI_Isend(values, length, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    pthread_create(&thread, NULL, works, values);
    pthread_join(thread, NULL);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(values, length, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  free(values);
  MPI_Finalize();
  return 0;
}
