// SPDX-License-Identifier: BSD-3-Clause
//
// Which ranks of the job share a node with this one.
#pragma once

#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/placement.hpp"

namespace strobe::bcs::mpi {

struct Nodes {
  MPI_Comm here = MPI_COMM_NULL;  ///< the processes of this node; its owner frees it
  runtime::Placement placement;   ///< without a link
  [[nodiscard]] int count() const { return static_cast<int>(placement.leaders.size()); }
};

/// All call this. With `pretended` above 1 the ranks are dealt out to so many nodes, wherever they
/// are.
[[nodiscard]] Nodes find_nodes(int pretended);

/// How many cores the processes of a node may use together: each may be bound to one of its own.
/// All of them call this.
[[nodiscard]] int cores_of(MPI_Comm here);

}  // namespace strobe::bcs::mpi
