// SPDX-License-Identifier: BSD-3-Clause
//
// --check follows the objects of MPI that calls create and free; the wrappers use this.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "bcs/check/objects.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/handle_map.hpp"
#include "bcs/mpi/interposer.hpp"
#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

using check::ObjectKind;

/// Who has to free an object that a call returns.
enum class Owner : std::uint8_t { program, mpi };

/// The call of this thread has created an object. The MPI may have made the call itself.
[[gnu::cold]] void note_created(ObjectKind kind, std::uintptr_t handle,
                                Owner owner = Owner::program);
/// The same for one that a call has created which began earlier.
[[gnu::cold]] void note_created(ObjectKind kind, std::uintptr_t handle, check::Place place);
/// The call of this thread frees an object. Returns where it was created, if that is known.
[[gnu::cold]] std::optional<check::Place> note_frees(ObjectKind kind, std::uintptr_t handle);
[[gnu::cold]] void note_freed(ObjectKind kind, std::uintptr_t handle);

/// The datatype that the call of this thread has created is committed if `from` is: a copy is as
/// its original (MPI 4.1, section 5.1.10). Others have no original and are not committed.
[[gnu::cold]] void note_uncommitted(MPI_Datatype created, std::optional<MPI_Datatype> from);
[[gnu::cold]] void note_committed(MPI_Datatype datatype);

/// An object that the program gives to a call.
struct UsedObject {
  ObjectKind kind;
  std::uintptr_t handle;
};

template <class Handle>
[[nodiscard]] std::uintptr_t bits_at(const Handle* handle) {
  return handle == nullptr ? 0 : bits_of(*handle);
}

[[gnu::cold]] int refuse_freed(std::initializer_list<UsedObject> objects);
/// With --check, raises an error and returns it if an object is freed; otherwise MPI_SUCCESS.
[[nodiscard]] inline int refuse_freed(const CallScope& call,
                                      std::initializer_list<UsedObject> objects) {
  if (interposer.checks == nullptr) [[likely]]
    return MPI_SUCCESS;
  return call.is_application_call() ? refuse_freed(objects) : MPI_SUCCESS;
}

/// Whether a function of the MPI that is only followed gets a call at once. Before MPI_Init it is
/// not known yet whether there is --check.
template <class NativeFunction>
[[nodiscard]] bool is_unfollowed(NativeFunction* function) {
  return interposer.checks == nullptr && interposer.has_begun && function != nullptr;
}

/// A call that creates an object.
template <class Handle>
class ObjectCreation {
 public:
  ObjectCreation(ObjectKind kind, const Handle* handle, Owner owner = Owner::program)
      : kind_(kind), owner_(owner), handle_(handle) {}

  /// Returns the result of the call.
  [[nodiscard]] int noted(int result) const {
    if (interposer.checks != nullptr && result == MPI_SUCCESS) [[unlikely]]
      note_created(kind_, bits_of(*handle_), owner_);
    return result;
  }

 private:
  ObjectKind kind_;
  Owner owner_;
  const Handle* handle_;
};

/// A call that creates a datatype from others, or from one of which it is a copy.
class DatatypeCreation {
 public:
  explicit DatatypeCreation(const MPI_Datatype* handle,
                            std::optional<MPI_Datatype> original = std::nullopt)
      : object_(ObjectKind::datatype, handle), handle_(handle), original_(original) {}

  /// Returns the result of the call.
  [[nodiscard]] int noted(int result) const {
    static_cast<void>(object_.noted(result));
    if (interposer.checks != nullptr && result == MPI_SUCCESS) [[unlikely]]
      note_uncommitted(*handle_, original_);
    return result;
  }

 private:
  ObjectCreation<MPI_Datatype> object_;
  const MPI_Datatype* handle_;
  std::optional<MPI_Datatype> original_;
};

/// A call that commits a datatype.
class DatatypeCommit {
 public:
  explicit DatatypeCommit(const MPI_Datatype* handle) : handle_(handle) {}

  /// Returns the result of the call.
  [[nodiscard]] int noted(int result) const {
    if (interposer.checks != nullptr && result == MPI_SUCCESS) [[unlikely]]
      note_committed(*handle_);
    return result;
  }

 private:
  const MPI_Datatype* handle_;
};

/// A call that frees an object, which sets the handle to null.
class ObjectRelease {
 public:
  template <class Handle>
  ObjectRelease(ObjectKind kind, const Handle* handle) : kind_(kind) {
    if (interposer.checks == nullptr || handle == nullptr) [[likely]]
      return;
    handle_ = bits_of(*handle);
    created_ = note_frees(kind, handle_);
  }

  /// Returns the result of the call. The object lives on if the MPI has refused to free it.
  [[nodiscard]] int noted(int result) const {
    if (!created_) [[likely]]
      return result;
    if (result == MPI_SUCCESS) {
      note_freed(kind_, handle_);
    } else {
      note_created(kind_, handle_, *created_);
    }
    return result;
  }

 private:
  ObjectKind kind_;
  std::uintptr_t handle_ = 0;
  std::optional<check::Place> created_;
};

}  // namespace strobe::bcs::mpi
