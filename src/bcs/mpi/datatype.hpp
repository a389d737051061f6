// SPDX-License-Identifier: BSD-3-Clause
//
// The properties of a datatype that the runtime needs: its size, and whether its data are
// contiguous. The MPI packs and unpacks other data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "bcs/mpi/datatype_signature.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/collectives/signature.hpp"

namespace strobe::bcs::mpi {

struct DatatypeLayout {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  std::int64_t size_bytes = 0;
  std::int64_t extent_bytes = 0;
  std::int64_t lower_bytes = 0;  ///< true lower bound: the offset of the first byte of data
  std::int64_t span_bytes = 0;   ///< true extent
  /// The kind of number, for a predefined datatype.
  runtime::collectives::Element element = runtime::collectives::Element::any;
  bool is_dense = false;        ///< the data of one element are contiguous and in order
  std::int32_t operations = 0;  ///< that use it and are not complete
  bool is_freed = false;        ///< by the application, while operations used it
  std::uint16_t operators = 0;  ///< a bit for each predefined one that the MPI has accepted for it
  std::unique_ptr<CheckedType> checked;  ///< null until --check has asked for it

  /// Whether `count` elements are contiguous in memory.
  [[nodiscard]] bool is_contiguous(std::int64_t count) const {
    return is_dense && (count <= 1 || extent_bytes == size_bytes);
  }
};

/// Null if the datatype is null or not committed.
DatatypeLayout* layout_of(MPI_Datatype type);

/// What --check knows of the datatype.
[[nodiscard]] CheckedType& checked(DatatypeLayout& layout);

/// The memory from the first byte of `count` elements at `buffer` to the last, if it must be that
/// of one object of the program: what has displacements may have parts in several. For --check.
[[nodiscard]] std::span<const std::byte> object_of(const void* buffer, std::int64_t count,
                                                   DatatypeLayout& layout);

/// From the lowest to the highest byte of data, by their distance from the address.
struct Reach {
  std::int64_t begin_bytes;
  std::int64_t end_bytes;
};
[[nodiscard]] Reach reach_of(const DatatypeLayout& layout, std::int64_t count);

/// A hash that is the same for basic datatypes of the same kind and size; 0 for others.
[[nodiscard]] std::uint32_t hash_of_basic(DatatypeLayout& layout);

/// Packs `count` elements at `buffer` into `data`.
void pack(const DatatypeLayout& layout, const void* buffer, std::int64_t count,
          std::span<std::byte> data);

/// Unpacks `data`, which may end within an element.
void unpack(const DatatypeLayout& layout, void* buffer, std::int64_t count,
            std::span<const std::byte> data);

/// A nonblocking or persistent operation uses the datatype, or does no longer. The application may
/// free it meanwhile.
void retain(DatatypeLayout& layout);
void release(DatatypeLayout& layout);

/// The application frees the datatype. True if it lives until the last operation is complete.
bool defer_type_free(MPI_Datatype type);

}  // namespace strobe::bcs::mpi
