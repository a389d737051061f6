// SPDX-License-Identifier: BSD-3-Clause
// Collectives that do not block, that persist, and between neighbors, with computation beside them.
// Each rank starts the persistent ones in an order of its own.
#include <mpi.h>
#include <stdio.h>

enum { length = 1000, rounds = 3 };

static double compute(int steps) {
  double sum = 0;
  for (volatile int i = 0; i < steps; ++i) sum += i;
  return sum;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  static double mine[2 * length], sum[length], others[2 * length];
  for (int i = 0; i < 2 * length; ++i) mine[i] = rank;

  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (const int[]){1}, 0, &ring);
  MPI_Neighbor_alltoall(mine, length, MPI_DOUBLE, others, length, MPI_DOUBLE, ring);
  MPI_Comm_free(&ring);

  MPI_Request requests[2];
  MPI_Iallreduce(mine, sum, length, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
  double work = compute(20000);
  MPI_Request messages[2];
  MPI_Irecv(others, length, MPI_DOUBLE, (rank + 1) % size, 7, MPI_COMM_WORLD, &messages[0]);
  MPI_Isend(mine, length, MPI_DOUBLE, (rank + size - 1) % size, 7, MPI_COMM_WORLD, &messages[1]);
  MPI_Waitall(2, messages, MPI_STATUSES_IGNORE);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);

#if MPI_VERSION >= 4
  MPI_Bcast_init(mine, length, MPI_DOUBLE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
  MPI_Allreduce_init(mine, sum, length, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &requests[1]);
  for (int i = 0; i < rounds; ++i) {
    MPI_Start(&requests[rank % 2]);
    MPI_Start(&requests[1 - rank % 2]);
    work += compute(20000);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  MPI_Allreduce_c(mine, sum, length, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#endif
  if (rank == 0) printf("%g %g\n", sum[0], work);
  MPI_Finalize();
  return 0;
}
