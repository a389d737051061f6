// SPDX-License-Identifier: BSD-3-Clause
// A thread sends while the other one waits for a message, with MPI_THREAD_SERIALIZED.
// ranks: 2
// wrong: thread-level
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static void* send(void* value) {
  usleep(300000);
  MPI_Send(value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);  // here
  return NULL;
}

int main(int argc, char** argv) {
  int rank = 0, level = 0, value = 7, answer = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, send, &value);
    MPI_Recv(&answer, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // here
    pthread_join(thread, NULL);
  } else {
    sleep(1);
    MPI_Send(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
