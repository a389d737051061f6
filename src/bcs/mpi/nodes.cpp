// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/nodes.hpp"

#include <sched.h>

#include <algorithm>
#include <cstddef>

#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

Nodes find_nodes(int pretended) {
  Nodes nodes;
  int size = 0;
  native().Comm_rank(MPI_COMM_WORLD, &nodes.placement.rank);
  native().Comm_size(MPI_COMM_WORLD, &size);
  nodes.placement.ranks = size;
  if (pretended > 1) {
    native().Comm_split(MPI_COMM_WORLD, nodes.placement.rank % pretended, 0, &nodes.here);
  } else {
    native().Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &nodes.here);
  }
  int here = 0;
  native().Comm_size(nodes.here, &here);
  nodes.placement.members.resize(static_cast<std::size_t>(here));
  native().Allgather(&nodes.placement.rank, 1, MPI_INT, nodes.placement.members.data(), 1, MPI_INT,
                     nodes.here);
  std::vector<runtime::Rank> leaders(static_cast<std::size_t>(size));
  native().Allgather(&nodes.placement.members.front(), 1, MPI_INT, leaders.data(), 1, MPI_INT,
                     MPI_COMM_WORLD);
  nodes.placement.leaders = leaders;
  std::ranges::sort(nodes.placement.leaders);
  const auto repeated = std::ranges::unique(nodes.placement.leaders);
  nodes.placement.leaders.erase(repeated.begin(), repeated.end());
  for (const runtime::Rank leader : leaders) {
    const auto node = std::ranges::lower_bound(nodes.placement.leaders, leader);
    nodes.placement.node_of.push_back(static_cast<int>(node - nodes.placement.leaders.begin()));
  }
  return nodes;
}

int cores_of(MPI_Comm here) {
  cpu_set_t own;
  cpu_set_t all;
  CPU_ZERO(&own);
  sched_getaffinity(0, sizeof own, &own);
  native().Allreduce(&own, &all, sizeof own, MPI_BYTE, MPI_BOR, here);
  return CPU_COUNT(&all);
}

}  // namespace strobe::bcs::mpi
