// SPDX-License-Identifier: BSD-3-Clause
// The second node has less than no edges.
// ranks: 2
// wrong: failed-call
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int index[2] = {2, 1};
  const int edges[2] = {1, 0};
  MPI_Comm graph;
  MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &graph);  // here
  MPI_Comm_free(&graph);
  MPI_Finalize();
  return 0;
}
