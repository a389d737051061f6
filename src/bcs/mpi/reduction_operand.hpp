// SPDX-License-Identifier: BSD-3-Clause
//
// What is reduced: elements as an operation of MPI takes them, which is as they lie in memory, gaps
// and all, and not as they travel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "bcs/mpi/datatype.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/collectives/collective_schedule.hpp"

namespace strobe::bcs::mpi {

class ReductionOperand {
 public:
  ReductionOperand() = default;
  ReductionOperand(const void* buffer, std::int64_t count, DatatypeLayout& layout)
      : buffer_(static_cast<std::byte*>(const_cast<void*>(buffer))),
        count_(count),
        layout_(&layout) {}

  /// From one element to the next, where they travel.
  [[nodiscard]] static std::size_t stride(const DatatypeLayout& layout);
  /// Always the same place.
  runtime::collectives::Piece place();
  void copy_in();
  void copy_out();
  /// From now on the place is none of the application's memory.
  void detach_copy();

 private:
  [[nodiscard]] std::size_t bytes() const {
    return static_cast<std::size_t>(count_) * stride(*layout_);
  }
  [[nodiscard]] bool is_in_place() const { return layout_->is_contiguous(2); }
  [[nodiscard]] std::byte* element(std::int64_t i) const {
    return buffer_ + i * layout_->extent_bytes;
  }
  /// Where an element would begin whose data are there.
  [[nodiscard]] std::byte* staged_element(std::int64_t i) const {
    return staged_.get() + static_cast<std::size_t>(i) * stride(*layout_) - layout_->lower_bytes;
  }

  std::byte* buffer_ = nullptr;
  std::int64_t count_ = 0;
  DatatypeLayout* layout_ = nullptr;
  std::unique_ptr<std::byte[]> staged_;
};

/// An operation of MPI on elements of a type, by the MPI itself.
struct Reducer {
  MPI_Op operation = MPI_OP_NULL;
  DatatypeLayout* layout = nullptr;

  /// Points at this object.
  [[nodiscard]] runtime::collectives::Reduction reduction() const;
};

}  // namespace strobe::bcs::mpi
