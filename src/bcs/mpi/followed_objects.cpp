// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/followed_objects.hpp"

#include <dlfcn.h>

#include <string_view>

#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

namespace {

/// Whether the program need not free it.
bool is_predefined(ObjectKind kind, std::uintptr_t handle) {
  if (kind == ObjectKind::communicator) return handle == bits_of(MPI_COMM_NULL);
  if (kind == ObjectKind::group) return handle == bits_of(MPI_GROUP_EMPTY);
  if (kind == ObjectKind::error_handler) {
    return handle == bits_of(MPI_ERRORS_ARE_FATAL) || handle == bits_of(MPI_ERRORS_RETURN)
#ifdef MPI_ERRORS_ABORT
           || handle == bits_of(MPI_ERRORS_ABORT)
#endif
        ;
  }
  return false;
}

}  // namespace

void note_created(ObjectKind kind, std::uintptr_t handle, Owner owner) {
  if (interposer.is_serving && !is_predefined(kind, handle)) {
    interposer.checks->created(kind, handle, owner == Owner::program && CallScope::is_outermost());
  }
}

void note_created(ObjectKind kind, std::uintptr_t handle, check::Place place) {
  if (interposer.is_serving) interposer.checks->created(kind, handle, place);
}

std::optional<check::Place> note_frees(ObjectKind kind, std::uintptr_t handle) {
  if (!interposer.is_serving) return std::nullopt;
  return interposer.checks->frees(kind, handle, CallScope::is_outermost());
}

void note_freed(ObjectKind kind, std::uintptr_t handle) {
  if (interposer.is_serving) interposer.checks->freed(kind, handle);
}

void note_uncommitted(MPI_Datatype created, std::optional<MPI_Datatype> from) {
  // Of what a library creates within a call of MPI, --check need not see all calls.
  if (!interposer.is_serving || !CallScope::is_outermost()) return;
  if (!from || interposer.checks->is_uncommitted(bits_of(*from)))
    interposer.checks->is_to_commit(bits_of(created));
}

void note_committed(MPI_Datatype datatype) { interposer.checks->committed(bits_of(datatype)); }

namespace {

struct FreedObject {
  int error;  ///< of a call that uses one
  std::string_view name;
};

/// Fortran's bindings create error handlers and keys of attributes past the functions of C, and may
/// get a handle that was freed.
bool is_fortran_loaded() {
  static const bool is_loaded = [] {
    for (const char* const library :
         {"libmpifort.so.12", "libmpifort.so.14", "libmpifort.so.0", "libmpichfort.so.12",
          "libmpi_abi_fort.so.0", "libmpi_mpifh.so.40", "libmpi_mpifh.so.20"}) {
      if (dlopen(library, RTLD_LAZY | RTLD_NOLOAD) != nullptr) return true;
    }
    return false;
  }();
  return is_loaded;
}

/// Of the kinds whose creation --check always sees.
FreedObject freed_object(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::communicator:
      return {MPI_ERR_COMM, "a communicator"};
    case ObjectKind::group:
      return {MPI_ERR_GROUP, "a group"};
    case ObjectKind::datatype:
      return {MPI_ERR_TYPE, "a datatype"};
    case ObjectKind::op:
      return {MPI_ERR_OP, "an operator"};
    case ObjectKind::window:
      return {MPI_ERR_WIN, "a window"};
    case ObjectKind::info:
      return {MPI_ERR_INFO, "an info object"};
    case ObjectKind::file:
      return {MPI_ERR_FILE, "a file"};
    case ObjectKind::error_handler:
      if (is_fortran_loaded()) break;
      return {MPI_ERR_ARG, "an error handler"};
    case ObjectKind::attribute_key:
      if (is_fortran_loaded()) break;
      return {MPI_ERR_KEYVAL, "an attribute key"};
    case ObjectKind::memory:
      break;
  }
  return {MPI_SUCCESS, ""};
}

}  // namespace

int refuse_freed(std::initializer_list<UsedObject> objects) {
  for (const UsedObject& object : objects) {
    const FreedObject freed = freed_object(object.kind);
    if (freed.error == MPI_SUCCESS ||
        !interposer.checks->is_freed(object.kind, object.handle, freed.name))
      continue;
    call_error_handler(MPI_COMM_SELF,
                       explain_error(freed.error, "an argument is the handle of a freed object"));
    return freed.error;
  }
  return MPI_SUCCESS;
}

}  // namespace strobe::bcs::mpi
