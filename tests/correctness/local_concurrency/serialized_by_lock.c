// SPDX-License-Identifier: BSD-3-Clause
// Two threads send, one at a time, as MPI_THREAD_SERIALIZED demands.
// ranks: 2
// right
#include <mpi.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* send(void* value) {
  for (int i = 0; i < 100; ++i) {
    pthread_mutex_lock(&lock);
    MPI_Send(value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(int argc, char** argv) {
  int rank = 0, level = 0, values[2] = {7, 8};
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, send, &values[0]);
    send(&values[1]);
    pthread_join(thread, NULL);
  } else {
    for (int i = 0; i < 200; ++i)
      MPI_Recv(values, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
