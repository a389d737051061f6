// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/followed_objects.hpp"

#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/checks.hpp"

namespace strobe::bcs::mpi {

namespace {

/// Whether the program need not free it.
bool is_predefined(ObjectKind kind, std::uintptr_t handle) {
  if (kind == ObjectKind::communicator) return handle == bits_of(MPI_COMM_NULL);
  if (kind == ObjectKind::group) return handle == bits_of(MPI_GROUP_EMPTY);
  return false;
}

}  // namespace

void note_created(ObjectKind kind, std::uintptr_t handle) {
  if (interposer.is_serving && !is_predefined(kind, handle))
    interposer.checks->created(kind, handle, CallScope::is_outermost());
}

void note_freed(ObjectKind kind, std::uintptr_t handle) {
  if (interposer.is_serving) interposer.checks->freed(kind, handle);
}

}  // namespace strobe::bcs::mpi
