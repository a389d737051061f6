/* SPDX-License-Identifier: BSD-3-Clause */
/* One rank computes longer, and the others wait: `strobe run -n 2 --summary ./late_rank` says
 * where. */
#include <mpi.h>
#include <time.h>

static void compute(double seconds) {
  const clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
  while (clock() < end) {
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int step = 0; step < 100; ++step) {
    double sum, own = rank;
    compute(rank == 1 ? 0.004 : 0.001);
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
