// SPDX-License-Identifier: BSD-3-Clause
//
// A send or receive buffer of the application, and the contiguous copy of its data if they are not
// contiguous. A buffer in device memory has an image in the memory of this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "bcs/mpi/datatype.hpp"
#include "bcs/mpi/device_memory.hpp"

namespace strobe::bcs::mpi {

class UserBuffer {
 public:
  UserBuffer() = default;
  UserBuffer(const void* buffer, std::int64_t count, DatatypeLayout& layout)
      : buffer_(const_cast<void*>(buffer)), count_(count), layout_(&layout) {
    if (is_device_memory(at()) && bytes() != 0) [[unlikely]] {
      image_ = std::make_unique<HostImage>(buffer_, count_, layout);
      buffer_ = image_->buffer();
    }
  }

  [[nodiscard]] std::int64_t bytes() const { return count_ * layout_->size_bytes; }
  /// The memory of the application, if the data are contiguous there.
  [[nodiscard]] std::span<const std::byte> contiguous() const {
    if (image_ != nullptr || !is_in_place()) return {};
    return {at(), static_cast<std::size_t>(bytes())};
  }
  /// As object_of; none on a device.
  [[nodiscard]] std::span<const std::byte> object() const {
    return image_ == nullptr ? object_of(buffer_, count_, *layout_) : std::span<const std::byte>();
  }
  /// Whether the buffer has an address, or no data.
  [[nodiscard]] bool has_memory() const { return bytes() == 0 || at() != nullptr; }
  /// Null in a default-constructed buffer.
  [[nodiscard]] DatatypeLayout* layout() const { return layout_; }

  /// The contiguous data that the runtime transfers; always at the same address.
  std::span<std::byte> memory();
  /// Copies the data of the application into the image and the contiguous copy, if there are any.
  void copy_in();
  /// Copies so many bytes back to the application.
  void copy_out(std::size_t bytes);
  /// The hash of the first bytes of `memory()`.
  [[nodiscard]] std::uint64_t contents(std::size_t bytes);
  /// Copies the data. From now on `memory()` is apart from the memory of the application, which may
  /// change.
  void detach();

 private:
  [[nodiscard]] bool is_in_place() const { return layout_->is_contiguous(count_); }
  [[nodiscard]] std::byte* at() const {
    return static_cast<std::byte*>(buffer_) + layout_->lower_bytes;
  }

  void* buffer_ = nullptr;
  std::int64_t count_ = 0;
  DatatypeLayout* layout_ = nullptr;
  std::unique_ptr<std::byte[]> copy_;
  std::unique_ptr<HostImage> image_;  ///< for which `buffer_` stands
};

/// MPI_BYTE for the null datatype with a count of 0, which is valid in messages, in broadcasts, and
/// in collectives where each rank has a datatype of its own.
[[nodiscard]] inline MPI_Datatype type_of(MPI_Count count, MPI_Datatype type) {
  return count == 0 && type == MPI_DATATYPE_NULL ? MPI_BYTE : type;
}

/// Empty if an argument is invalid.
[[nodiscard]] std::optional<UserBuffer> user_buffer_of(const void* buffer, MPI_Count count,
                                                       MPI_Datatype type);

}  // namespace strobe::bcs::mpi
