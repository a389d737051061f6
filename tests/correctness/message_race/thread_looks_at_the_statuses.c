// SPDX-License-Identifier: BSD-3-Clause
// A thread of the root takes each value as that of the rank in the status.
// ranks: 3
// right
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static MPI_Status statuses[2];
static int received[2], values[3];

static void* sort(void* unused) {
  for (int i = 0; i < 2; ++i) values[statuses[i].MPI_SOURCE] = received[i];
  return unused;
}

int main(int argc, char** argv) {
  int rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Recv(&received[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &statuses[0]);
    MPI_Recv(&received[1], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &statuses[1]);
    pthread_create(&thread, NULL, sort, NULL);
    pthread_join(thread, NULL);
    printf("%d %d\n", values[1], values[2]);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
