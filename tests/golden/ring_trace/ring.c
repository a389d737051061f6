// SPDX-License-Identifier: BSD-3-Clause
//
// The program that was recorded: smpicc ring.c, and on 4 hosts of 1 Gflop/s
// smpirun -np 4 -trace-ti -trace-file trace.txt --cfg=smpi/host-speed:1Gf ./a.out
#include <mpi.h>

static double out[1000];
static double in[1000];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  int size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int right = (rank + 1) % size;
  const int left = (rank + size - 1) % size;
  volatile double sum = 0.0;
  for (int step = 0; step < 3; ++step) {
    for (int i = 0; i < 100000; ++i) sum += i * 0.5;
    MPI_Request requests[2];
    MPI_Irecv(in, 512, MPI_DOUBLE, left, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, 512, MPI_DOUBLE, right, 3, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Allreduce(out, in, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Request request;
  MPI_Irecv(in, 1000, MPI_INT, left, 4, MPI_COMM_WORLD, &request);
  MPI_Send(out, 1000, MPI_INT, right, 4, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Irecv(in, 1000, MPI_INT, left, 5, MPI_COMM_WORLD, &request);
  MPI_Send(out, 1000, MPI_INT, right, 5, MPI_COMM_WORLD);
  for (int flag = 0; !flag;) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  if (rank == 0) {
    MPI_Irecv(in, 10, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Recv(in, 10, MPI_CHAR, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank < 3) {
    MPI_Send(out, 10, MPI_CHAR, 0, 8, MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(out, 100, MPI_FLOAT, 2, MPI_COMM_WORLD);
  MPI_Reduce(out, in, 16, MPI_LONG, MPI_MAX, 1, MPI_COMM_WORLD);
  MPI_Gather(out, 16, MPI_INT, in, 16, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Scatter(out, 16, MPI_INT, in, 16, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Allgather(out, 16, MPI_INT, in, 16, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoall(out, 16, MPI_INT, in, 16, MPI_INT, MPI_COMM_WORLD);
  const int counts[] = {1, 2, 3, 4};
  const int places[] = {0, 1, 3, 6};
  MPI_Gatherv(out, counts[rank], MPI_INT, in, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Scatterv(out, counts, places, MPI_INT, in, counts[rank], MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Allgatherv(out, counts[rank], MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD);
  const int twos[] = {2, 2, 2, 2};
  const int evens[] = {0, 2, 4, 6};
  MPI_Alltoallv(out, twos, evens, MPI_INT, in, twos, evens, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
