// SPDX-License-Identifier: BSD-3-Clause
// A thread of each rank receives the message that the main thread of the other rank sends.
// ranks: 2
// right
#include <mpi.h>
#include <pthread.h>

static void* receive(void* rank) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, 1 - *(int*)rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return NULL;
}

int main(int argc, char** argv) {
  int rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pthread_create(&thread, NULL, receive, &rank);
  MPI_Send(&rank, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
  pthread_join(thread, NULL);
  MPI_Finalize();
  return 0;
}
