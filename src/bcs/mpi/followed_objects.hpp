// SPDX-License-Identifier: BSD-3-Clause
//
// --check follows the objects of MPI that calls create and free; the wrappers use this.
#pragma once

#include <cstdint>

#include "bcs/check/objects.hpp"
#include "bcs/mpi/handle_map.hpp"
#include "bcs/mpi/interposer.hpp"
#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

using check::ObjectKind;

/// The call of this thread has created or freed an object. The MPI may have made the call itself.
[[gnu::cold]] void note_created(ObjectKind kind, std::uintptr_t handle);
[[gnu::cold]] void note_freed(ObjectKind kind, std::uintptr_t handle);

/// Whether a function of the MPI that is only followed gets a call at once.
template <class NativeFunction>
[[nodiscard]] bool is_unfollowed(NativeFunction* function) {
  return interposer.checks == nullptr && function != nullptr;
}

/// A call that creates an object.
template <class Handle>
class ObjectCreation {
 public:
  ObjectCreation(ObjectKind kind, const Handle* handle) : kind_(kind), handle_(handle) {}

  /// Returns the result of the call.
  [[nodiscard]] int noted(int result) const {
    if (interposer.checks != nullptr && result == MPI_SUCCESS) [[unlikely]]
      note_created(kind_, bits_of(*handle_));
    return result;
  }

 private:
  ObjectKind kind_;
  const Handle* handle_;
};

/// A call that frees an object, which sets the handle to null.
class ObjectRelease {
 public:
  template <class Handle>
  ObjectRelease(ObjectKind kind, const Handle* handle)
      : kind_(kind),
        handle_(interposer.checks == nullptr || handle == nullptr ? 0 : bits_of(*handle)) {}

  /// Returns the result of the call.
  [[nodiscard]] int noted(int result) const {
    if (interposer.checks != nullptr && result == MPI_SUCCESS) [[unlikely]]
      note_freed(kind_, handle_);
    return result;
  }

 private:
  ObjectKind kind_;
  std::uintptr_t handle_;
};

}  // namespace strobe::bcs::mpi
