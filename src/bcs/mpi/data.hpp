// SPDX-License-Identifier: BSD-3-Clause
//
// Memory of the program on one side of a message, and what stands in for it where the data do not
// lie there as they travel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "bcs/mpi/datatype.hpp"

namespace strobe::bcs::mpi {

class Data {
 public:
  Data() = default;
  Data(const void* buffer, std::int64_t count, Layout& layout)
      : buffer_(const_cast<void*>(buffer)), count_(count), layout_(&layout) {}

  [[nodiscard]] std::int64_t bytes() const { return count_ * layout_->size_bytes; }
  /// Whether there is memory where there should be.
  [[nodiscard]] bool is_there() const { return bytes() == 0 || !is_in_place() || at() != nullptr; }
  [[nodiscard]] Layout* layout() const { return layout_; }

  /// Before a send: what is to be sent.
  std::span<std::byte> outgoing();
  /// The same, but none of it in the program's memory.
  std::span<std::byte> outgoing_copy();
  /// Before a receive: where to put it.
  std::span<std::byte> room();
  /// After a receive of so many bytes.
  void land(std::size_t bytes);

 private:
  [[nodiscard]] bool is_in_place() const { return layout_->is_contiguous(count_); }
  [[nodiscard]] std::byte* at() const {
    return static_cast<std::byte*>(buffer_) + layout_->lower_bytes;
  }
  std::span<std::byte> stage();

  void* buffer_ = nullptr;
  std::int64_t count_ = 0;
  Layout* layout_ = nullptr;
  std::unique_ptr<std::byte[]> staged_;
};

}  // namespace strobe::bcs::mpi
