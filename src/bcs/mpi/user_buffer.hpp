// SPDX-License-Identifier: BSD-3-Clause
//
// Memory of the application that is sent or received into, and what stands in for it where the data
// do not lie there as they travel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "bcs/mpi/datatype.hpp"

namespace strobe::bcs::mpi {

class UserBuffer {
 public:
  UserBuffer() = default;
  UserBuffer(const void* buffer, std::int64_t count, DatatypeLayout& layout)
      : buffer_(const_cast<void*>(buffer)), count_(count), layout_(&layout) {}

  [[nodiscard]] std::int64_t bytes() const { return count_ * layout_->size_bytes; }
  /// Whether there is memory where there should be.
  [[nodiscard]] bool is_there() const { return bytes() == 0 || at() != nullptr; }
  /// Null where there are no data.
  [[nodiscard]] DatatypeLayout* layout() const { return layout_; }

  /// Where the data are when they travel; always the same place.
  std::span<std::byte> place();
  /// Before they leave, or where they are to be kept.
  void copy_in();
  /// After so many bytes have come.
  void copy_out(std::size_t bytes);
  /// From now on the place is none of the application's memory, which may change then.
  void detach_copy();

 private:
  [[nodiscard]] bool is_in_place() const { return layout_->is_contiguous(count_); }
  [[nodiscard]] std::byte* at() const {
    return static_cast<std::byte*>(buffer_) + layout_->lower_bytes;
  }

  void* buffer_ = nullptr;
  std::int64_t count_ = 0;
  DatatypeLayout* layout_ = nullptr;
  std::unique_ptr<std::byte[]> staged_;
};

/// The type of elements of which there are none may be the null type, in messages, in broadcasts
/// and where each member has a type of its own.
[[nodiscard]] inline MPI_Datatype type_of(MPI_Count count, MPI_Datatype type) {
  return count == 0 && type == MPI_DATATYPE_NULL ? MPI_BYTE : type;
}

/// The elements that arguments name; none where they are wrong.
[[nodiscard]] std::optional<UserBuffer> user_buffer_of(const void* buffer, MPI_Count count,
                                                       MPI_Datatype type);

}  // namespace strobe::bcs::mpi
