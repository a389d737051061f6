// SPDX-License-Identifier: BSD-3-Clause
// The ranks are neighbours in a graph.
// ranks: 2
// wrong: invalid-argument
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int other = 1 - rank;
  const int w = 1;
  MPI_Comm graph;
  MPI_Info info = MPI_INFO_NULL;
  MPI_Comm all = MPI_COMM_WORLD;
  MPI_Dist_graph_create_adjacent(all, 1, &other, &w, rank, &other, &w, info, 0, &graph);  // here
  MPI_Comm_free(&graph);
  MPI_Finalize();
  return 0;
}
