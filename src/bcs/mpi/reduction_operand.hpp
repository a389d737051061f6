// SPDX-License-Identifier: BSD-3-Clause
//
// The operand of a reduction: elements as an MPI operation takes them, in their layout in memory
// with padding, and not packed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "bcs/mpi/datatype.hpp"
#include "bcs/mpi/device_memory.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/collectives/collective_schedule.hpp"

namespace strobe::bcs::mpi {

class ReductionOperand {
 public:
  ReductionOperand() = default;
  ReductionOperand(const void* buffer, std::int64_t count, DatatypeLayout& layout)
      : buffer_(static_cast<std::byte*>(const_cast<void*>(buffer))),
        count_(count),
        layout_(&layout) {
    if (is_device_memory(buffer_ + layout.lower_bytes) && count_ != 0) [[unlikely]] {
      image_ = std::make_unique<HostImage>(buffer_, count_, layout);
      buffer_ = image_->buffer();
    }
  }

  /// The distance between elements in `memory()`.
  [[nodiscard]] static std::size_t stride(const DatatypeLayout& layout);
  /// The elements that the runtime sends and combines; always at the same address.
  runtime::collectives::Piece memory();
  void copy_in();
  void copy_out();
  /// The memory of the application, if the data are contiguous there.
  [[nodiscard]] std::span<const std::byte> contiguous() const {
    if (image_ != nullptr || !is_in_place()) return {};
    return {buffer_ + layout_->lower_bytes, static_cast<std::size_t>(count_ * layout_->size_bytes)};
  }
  /// As object_of; none on a device.
  [[nodiscard]] std::span<const std::byte> object() const {
    return image_ == nullptr ? object_of(buffer_, count_, *layout_) : std::span<const std::byte>();
  }
  /// The hash of the data of the application.
  [[nodiscard]] std::uint64_t contents() const;
  /// From now on `memory()` is apart from the memory of the application.
  void detach();

 private:
  [[nodiscard]] std::size_t bytes() const {
    return static_cast<std::size_t>(count_) * stride(*layout_);
  }
  [[nodiscard]] bool is_in_place() const { return layout_->is_contiguous(2); }
  [[nodiscard]] std::byte* element(std::int64_t i) const {
    return buffer_ + i * layout_->extent_bytes;
  }
  /// The address of an element whose data are in the copy.
  [[nodiscard]] std::byte* staged_element(std::int64_t i) const {
    return copy_.get() + static_cast<std::size_t>(i) * stride(*layout_) - layout_->lower_bytes;
  }

  std::byte* buffer_ = nullptr;
  std::int64_t count_ = 0;
  DatatypeLayout* layout_ = nullptr;
  std::unique_ptr<std::byte[]> copy_;
  std::unique_ptr<HostImage> image_;  ///< of device memory; `buffer_` stands for it
};

/// Combines elements of a datatype by MPI_Reduce_local.
struct Reducer {
  MPI_Op operation = MPI_OP_NULL;
  DatatypeLayout* layout = nullptr;

  /// The result points at this object.
  [[nodiscard]] runtime::collectives::Reduction reduction() const;
};

}  // namespace strobe::bcs::mpi
