// SPDX-License-Identifier: BSD-3-Clause
//
// The placement of the ranks on nodes.
#pragma once

#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/placement.hpp"

namespace strobe::bcs::mpi {

struct Nodes {
  MPI_Comm here = MPI_COMM_NULL;  ///< the processes of this node; the caller frees it
  runtime::Placement placement;   ///< without a link
  [[nodiscard]] int count() const { return placement.nodes(); }
};

/// Collective over all ranks. With `pretended` above 1 the ranks are distributed over so many
/// pretended nodes.
[[nodiscard]] Nodes find_nodes(int pretended);

/// The number of cores in the affinity masks of all processes of a communicator together.
/// Collective over it.
[[nodiscard]] int cores_of(MPI_Comm processes);

/// Whether the ranks on this machine outnumber the cores that they may use, although those of each
/// node may not: nodes may be pretended, or be containers. Collective over all ranks.
[[nodiscard]] bool do_nodes_share_cores(const Nodes& nodes);

}  // namespace strobe::bcs::mpi
