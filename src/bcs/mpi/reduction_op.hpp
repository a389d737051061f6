// SPDX-License-Identifier: BSD-3-Clause
//
// The MPI's operations of reductions: which they are, and how long they are needed.
#pragma once

#include "bcs/mpi/datatype.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/collectives/signature.hpp"

namespace strobe::bcs::mpi {

[[nodiscard]] runtime::collectives::Operator operator_of(MPI_Op operation);

/// Whether elements of the type may be combined by it; the MPI is asked once for each predefined
/// operation and type.
[[nodiscard]] bool is_defined(MPI_Op operation, DatatypeLayout& layout);

/// A reduction that has begun with it is not over, or is; an application may free it meanwhile.
void retain_op(MPI_Op operation);
void release_op(MPI_Op operation);

/// The application frees an operation; true where it goes on to exist until the last reduction is
/// over.
bool defer_op_free(MPI_Op operation);

}  // namespace strobe::bcs::mpi
