// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 frees a send buffer before the send is complete, while it has another thread.
// ranks: 2
// wrong: send-buffer-changed
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

static void* taken[640];
static pthread_mutex_t end = PTHREAD_MUTEX_INITIALIZER;

static void* wait_for_the_end(void* unused) {
  pthread_mutex_lock(&end);
  return unused;
}

int main(int argc, char** argv) {
  int rank, provided, value;
  pthread_t thread;
  MPI_Request request;
  pthread_mutex_lock(&end);
  pthread_create(&thread, NULL, wait_for_the_end, NULL);
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    // Between two others, and too long for the cache of the thread: free writes to it under a lock.
    int* values = malloc(4096);
    void* next = malloc(4096);
    // Empties the cache, so that other allocations need the lock as well.
    for (int i = 0; i < 640; ++i) taken[i] = malloc(16 * (i / 8 + 1));
    values[0] = 1;
    MPI_Issend(values, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // here
    free(values);                                                    // here
    MPI_Wait(&request, MPI_STATUS_IGNORE);                           // here
    free(next);
    for (int i = 0; i < 640; ++i) free(taken[i]);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  pthread_mutex_unlock(&end);
  pthread_join(thread, NULL);
  return 0;
}
