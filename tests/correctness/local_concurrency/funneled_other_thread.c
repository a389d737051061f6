// SPDX-License-Identifier: BSD-3-Clause
// A second thread sends, although the level is MPI_THREAD_FUNNELED.
// ranks: 2
// wrong: thread-level
#include <mpi.h>
#include <pthread.h>

static void* send(void* value) {
  MPI_Send(value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);  // here
  return NULL;
}

int main(int argc, char** argv) {
  int rank = 0, level = 0, value = 7;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, send, &value);
    pthread_join(thread, NULL);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
