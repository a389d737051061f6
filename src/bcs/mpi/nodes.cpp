// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/nodes.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

namespace {

/// The node of each rank, by the members of all nodes; of a leader of a node.
std::vector<int> nodes_by_members(const runtime::Placement& own, MPI_Comm leaders) {
  int nodes = 0;
  native().Comm_size(leaders, &nodes);
  const int here = static_cast<int>(own.members.size());
  std::vector<int> counts(static_cast<std::size_t>(nodes));
  native().Allgather(&here, 1, MPI_INT, counts.data(), 1, MPI_INT, leaders);
  std::vector<int> begins(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
  std::vector<int> node_of(static_cast<std::size_t>(own.ranks));
  std::vector<runtime::Rank> members(node_of.size());
  native().Allgatherv(own.members.data(), here, MPI_INT, members.data(), counts.data(),
                      begins.data(), MPI_INT, leaders);
  std::size_t at = 0;
  for (int node = 0; node < nodes; ++node) {
    for (int i = 0; i < counts[static_cast<std::size_t>(node)]; ++i) {
      node_of[static_cast<std::size_t>(members[at++])] = node;
    }
  }
  return node_of;
}

/// The node of each rank. Only leaders ask each other, and their nodes get the answer in parts: no
/// other rank needs memory for all ranks.
runtime::StridedList nodes_of_ranks(const runtime::Placement& own, MPI_Comm here) {
  const bool is_leader = own.rank == own.members.front();
  MPI_Comm leaders = MPI_COMM_NULL;
  native().Comm_split(MPI_COMM_WORLD, is_leader ? 0 : MPI_UNDEFINED, own.rank, &leaders);
  std::vector<int> all;
  if (is_leader) {
    all = nodes_by_members(own, leaders);
    native().Comm_free(&leaders);
  }
  runtime::StridedList::Builder node_of;
  std::array<int, 4096> part;
  while (static_cast<int>(node_of.size()) < own.ranks) {
    const std::size_t count =
        std::min(part.size(), static_cast<std::size_t>(own.ranks) - node_of.size());
    if (is_leader) std::copy_n(&all[node_of.size()], count, part.begin());
    native().Bcast(part.data(), static_cast<int>(count), MPI_INT, 0, here);
    for (std::size_t i = 0; i < count; ++i) node_of.append(part[i]);
  }
  return node_of.finish();
}

}  // namespace

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
  nodes.placement.set_nodes(here == size ? runtime::StridedList::cyclic(1, size)
                                         : nodes_of_ranks(nodes.placement, nodes.here));
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
