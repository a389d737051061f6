// SPDX-License-Identifier: BSD-3-Clause
//
// Reduction operations (MPI_Op): which one a handle is, and until when the MPI needs it.
#pragma once

#include "bcs/mpi/datatype.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/collectives/signature.hpp"

namespace strobe::bcs::mpi {

[[nodiscard]] runtime::collectives::Operator operator_of(MPI_Op operation);

/// Whether the operation is defined for the datatype. The MPI is asked once for each predefined
/// operation and datatype.
[[nodiscard]] bool is_defined(MPI_Op operation, DatatypeLayout& layout);

/// A nonblocking or persistent reduction uses the operation, or does no longer. The application may
/// free it meanwhile.
void retain_op(MPI_Op operation);
void release_op(MPI_Op operation);

/// The application frees the operation. True if it lives until the last reduction is complete.
bool defer_op_free(MPI_Op operation);

}  // namespace strobe::bcs::mpi
