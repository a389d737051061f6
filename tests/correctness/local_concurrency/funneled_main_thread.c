// SPDX-License-Identifier: BSD-3-Clause
// A second thread computes and asks what any thread may ask; the first one sends.
// ranks: 2
// right
#include <mpi.h>
#include <pthread.h>

static void* compute(void* value) {
  int is_initialized = 0;
  MPI_Initialized(&is_initialized);
  *(int*)value = is_initialized;
  return NULL;
}

int main(int argc, char** argv) {
  int rank = 0, level = 0, value = 7;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, compute, &value);
    pthread_join(thread, NULL);
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
