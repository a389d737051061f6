// SPDX-License-Identifier: BSD-3-Clause
// Each of two nodes has an edge to the other one.
// ranks: 2
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int index[2] = {1, 2};
  const int edges[2] = {1, 0};
  MPI_Comm graph;
  MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &graph);
  MPI_Comm_free(&graph);
  MPI_Finalize();
  return 0;
}
