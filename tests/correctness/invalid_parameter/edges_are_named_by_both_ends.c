// SPDX-License-Identifier: BSD-3-Clause
// The ranks are neighbours in a graph.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int other = 1 - rank;
  const int weight = 1;
  MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &other, &weight, 1, &other, &weight,
                                 MPI_INFO_NULL, 0, &graph);
  MPI_Comm_free(&graph);
  MPI_Finalize();
  return 0;
}
