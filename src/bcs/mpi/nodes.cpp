// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/nodes.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/boot_id.hpp"
#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

namespace {

/// The node of each rank, by the lowest rank of its node. Only rank 0 needs memory for all ranks;
/// the others get the nodes in parts.
runtime::StridedList nodes_of_ranks(const runtime::Placement& own) {
  const auto ranks = static_cast<std::size_t>(own.ranks);
  std::vector<runtime::Rank> lowest(own.rank == 0 ? ranks : 0);
  native().Gather(&own.members.front(), 1, MPI_INT, lowest.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  // Rank 0 numbers the nodes by their lowest ranks, in place: these are known when they are asked.
  int nodes = 0;
  for (std::size_t rank = 0; rank < lowest.size(); ++rank) {
    const auto first = static_cast<std::size_t>(lowest[rank]);
    lowest[rank] = first == rank ? nodes++ : lowest[first];
  }
  runtime::StridedList::Builder node_of;
  std::array<int, 4096> part;
  while (node_of.size() < ranks) {
    const std::size_t count = std::min(part.size(), ranks - node_of.size());
    if (own.rank == 0) std::copy_n(&lowest[node_of.size()], count, part.begin());
    native().Bcast(part.data(), static_cast<int>(count), MPI_INT, 0, MPI_COMM_WORLD);
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
                                         : nodes_of_ranks(nodes.placement));
  return nodes;
}

int cores_of(MPI_Comm processes) {
  cpu_set_t own;
  cpu_set_t all;
  CPU_ZERO(&own);
  sched_getaffinity(0, sizeof own, &own);
  native().Allreduce(&own, &all, sizeof own, MPI_BYTE, MPI_BOR, processes);
  return CPU_COUNT(&all);
}

bool do_nodes_share_cores(const Nodes& nodes) {
  if (nodes.count() == 1) return false;
  const std::string boot = base::boot_id();
  const auto machine = boot.empty() ? static_cast<std::size_t>(nodes.placement.members.front())
                                    : std::hash<std::string>()(boot);
  MPI_Comm on_machine = MPI_COMM_NULL;
  native().Comm_split(MPI_COMM_WORLD, static_cast<int>(machine % INT_MAX), 0, &on_machine);
  int ranks = 0;
  native().Comm_size(on_machine, &ranks);
  const int cores = cores_of(on_machine);
  native().Comm_free(&on_machine);
  return ranks > cores;
}

}  // namespace strobe::bcs::mpi
