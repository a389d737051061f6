// SPDX-License-Identifier: BSD-3-Clause
//
// The objects of MPI that a program has created and not freed, and the handles of freed objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "bcs/check/check_log.hpp"
#include "bcs/check/leftovers.hpp"

namespace strobe::bcs::check {

enum class ObjectKind : std::uint8_t {
  communicator,
  group,
  datatype,
  op,
  window,
  file,
  error_handler,
  info,
  attribute_key,
  memory,  ///< of MPI_Alloc_mem
};

class Objects {
 public:
  /// Place 0 is not the program's own: of a library within a call of MPI, for instance. An MPI may
  /// return a handle again that it counts: then each one is to be freed.
  void created(ObjectKind kind, std::uintptr_t handle, Place place);
  /// The handle is from now on that of an object whose creation is not complete.
  void is_being_created(ObjectKind kind, std::uintptr_t handle);
  /// The program asks the MPI to free the object, which may give its handle to another one at once.
  /// Place 0 is not the program's own. Returns where it was created, unless that is not known. Of
  /// several with these bits it is the last one that the same side has created, or else the last.
  std::optional<Place> frees(ObjectKind kind, std::uintptr_t handle, Place place);
  /// The MPI has freed it. Until then, callbacks may use it.
  void freed(ObjectKind kind, std::uintptr_t handle);
  /// Where the program has freed the object whose handle this was. None if it is that of an object,
  /// or is not known.
  [[nodiscard]] std::optional<Place> freed_at(ObjectKind kind, std::uintptr_t handle) const;

  /// The object is a datatype that the program has to commit before it communicates with it.
  void is_to_commit(std::uintptr_t datatype);
  void committed(std::uintptr_t datatype);
  /// False of one whose creation is not known.
  [[nodiscard]] bool is_uncommitted(std::uintptr_t datatype) const;

  /// Adds the living objects that the program itself has created.
  void add_to(Leftovers& leftovers) const;

 private:
  using Object = std::pair<ObjectKind, std::uintptr_t>;

  /// So many handles of freed objects are known at most.
  static constexpr std::size_t most_freed = 4096;

  struct Living {
    Place place;
    bool is_uncommitted = false;
  };
  std::multimap<Object, Living> living_;
  struct Freed {
    Place place;
    bool is_by_mpi = false;  ///< or it has still to free it
  };
  std::map<Object, Freed> freed_;
};

}  // namespace strobe::bcs::check
