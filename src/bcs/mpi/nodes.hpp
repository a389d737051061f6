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

/// The number of cores in the affinity masks of all processes of a node together. Collective over
/// `here`.
[[nodiscard]] int cores_of(MPI_Comm here);

}  // namespace strobe::bcs::mpi
