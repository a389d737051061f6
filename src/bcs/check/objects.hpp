// SPDX-License-Identifier: BSD-3-Clause
//
// The objects of MPI that a program has created and not freed.
#pragma once

#include <cstdint>
#include <map>
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
};

class Objects {
 public:
  /// Place 0 is not the program's own: of a library within a call of MPI, for instance. An MPI may
  /// return a handle again that it counts: then each one is to be freed.
  void created(ObjectKind kind, std::uintptr_t handle, Place place);
  /// Nothing happens if the handle is not known. Of several with these bits it is the last one, as
  /// calls within calls free what they have created.
  void freed(ObjectKind kind, std::uintptr_t handle);

  /// Adds the living objects that the program itself has created.
  void add_to(Leftovers& leftovers) const;

 private:
  std::multimap<std::pair<ObjectKind, std::uintptr_t>, Place> living_;
};

}  // namespace strobe::bcs::check
