// SPDX-License-Identifier: BSD-3-Clause
//
// What the runtime needs to know of a datatype: how much data it has, and whether they lie in
// memory as they travel. UserBuffer that do not are packed and unpacked by the MPI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/collectives/signature.hpp"

namespace strobe::bcs::mpi {

struct DatatypeLayout {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  std::int64_t size_bytes = 0;
  std::int64_t extent_bytes = 0;
  std::int64_t lower_bytes = 0;  ///< true lower bound: where the first byte of data lies
  std::int64_t span_bytes = 0;   ///< true extent
  /// What the elements of one of MPI's own types are.
  runtime::collectives::Element element = runtime::collectives::Element::any;
  bool is_dense = false;        ///< one element's data lie in order and without gaps
  std::int32_t operations = 0;  ///< that have begun with it and are not over
  bool is_freed = false;        ///< by the application, while operations went on
  std::uint16_t operators = 0;  ///< a bit for each predefined one known to be defined for it

  /// Whether `count` elements can be moved as they are.
  [[nodiscard]] bool is_contiguous(std::int64_t count) const {
    return is_dense && (count <= 1 || extent_bytes == size_bytes);
  }
};

/// The layout of a type; null for what is none, or is not committed.
DatatypeLayout* layout_of(MPI_Datatype type);

/// `data` as they travel, of `count` elements at `buffer`.
void pack(const DatatypeLayout& layout, const void* buffer, std::int64_t count,
          std::span<std::byte> data);

/// The reverse; `data` may end within an element.
void unpack(const DatatypeLayout& layout, void* buffer, std::int64_t count,
            std::span<const std::byte> data);

/// An operation that goes on after the call has begun, or is over, with this type; an application
/// may free the type meanwhile.
void retain(DatatypeLayout& layout);
void release(DatatypeLayout& layout);

/// The application frees a type; true where it goes on to exist until the last operation is over.
bool defer_type_free(MPI_Datatype type);

}  // namespace strobe::bcs::mpi
