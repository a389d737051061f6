// SPDX-License-Identifier: BSD-3-Clause
//
// Requests that are never completed, freed or started. A comment that begins with the name of a
// check says what --check finds in the next line. With -DRIGHT the program leaves no request. With
// the argument `twice` it starts an active request.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { large = 1 << 20 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int other = 1 - rank;
  int numbers[2] = {rank, rank};
  int received[4] = {0, 0, 0, 0};
  int late = 0;
  int* sent = calloc(large, sizeof *sent);
  int* got = calloc(large, sizeof *got);
  MPI_Request pending[3], barrier, persistent[3], freed;

  for (int i = 0; i < 2; ++i) {
    // request-not-completed: never completes 2 operations that it began
    MPI_Isend(&numbers[i], 1, MPI_INT, other, 1, MPI_COMM_WORLD, &pending[i]);
    MPI_Recv(&received[i], 1, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  // request-not-completed: never completes an operation that it began
  MPI_Irecv(&received[2], 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &pending[2]);
  // request-not-completed: never completes an operation that it began
  MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
  // request-not-freed: never frees a persistent request that it initialized
  MPI_Send_init(numbers, 1, MPI_INT, other, 2, MPI_COMM_WORLD, &persistent[0]);
  // request-not-completed: never completes an operation that it began
  MPI_Recv_init(&late, 1, MPI_INT, other, 2, MPI_COMM_WORLD, &persistent[1]);
  // request-never-started: never starts a persistent request that it initialized
  MPI_Send_init(numbers, 1, MPI_INT, other, 3, MPI_COMM_WORLD, &persistent[2]);
  MPI_Startall(2, persistent);
  if (argc > 1 && strcmp(argv[1], "twice") == 0) MPI_Start(&persistent[1]);
  MPI_Wait(&persistent[0], MPI_STATUS_IGNORE);

  // The other rank sends after this.
  MPI_Irecv(&received[3], 1, MPI_INT, other, 4, MPI_COMM_WORLD, &freed);
#ifdef RIGHT
  MPI_Send(numbers, 1, MPI_INT, other, 4, MPI_COMM_WORLD);
  MPI_Wait(&freed, MPI_STATUS_IGNORE);
#else
  // request-freed-while-active: frees the request of a receive that it has not completed
  MPI_Request_free(&freed);
  MPI_Send(numbers, 1, MPI_INT, other, 4, MPI_COMM_WORLD);
#endif
  // This is right: the next message of the other rank tells that it has received this one.
  MPI_Isend(sent, large, MPI_INT, other, 5, MPI_COMM_WORLD, &freed);
  MPI_Request_free(&freed);
  MPI_Recv(got, large, MPI_INT, other, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv_init(received, 1, MPI_INT, other, 6, MPI_COMM_WORLD, &freed);
#ifndef RIGHT
  MPI_Wait(&freed, MPI_STATUS_IGNORE);
  // request-never-started: frees a persistent request that it never started
  MPI_Request_free(&freed);
#else
  // It has no use in this run.
  MPI_Request_free(&freed);
#endif
  // These are right: a small send whose request is freed, and a receive that is cancelled.
  MPI_Isend(numbers, 1, MPI_INT, other, 7, MPI_COMM_WORLD, &freed);
  MPI_Request_free(&freed);
  MPI_Recv(received, 1, MPI_INT, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Irecv(received, 1, MPI_INT, other, 8, MPI_COMM_WORLD, &freed);
  MPI_Cancel(&freed);
  MPI_Request_free(&freed);
#ifdef RIGHT
  MPI_Waitall(3, pending, MPI_STATUSES_IGNORE);
  MPI_Wait(&barrier, MPI_STATUS_IGNORE);
  MPI_Wait(&persistent[1], MPI_STATUS_IGNORE);
  MPI_Start(&persistent[2]);
  MPI_Recv(received, 1, MPI_INT, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&persistent[2], MPI_STATUS_IGNORE);
  for (int i = 0; i < 3; ++i) MPI_Request_free(&persistent[i]);
#else
  // message-not-received: sent 8 bytes with tag 9 to rank 1 on MPI_COMM_WORLD, which no rank
  // received
  MPI_Send(numbers, 2, MPI_INT, other, 9, MPI_COMM_WORLD);
#endif
  free(sent);
  free(got);
  MPI_Finalize();
  return EXIT_SUCCESS;
}
