// SPDX-License-Identifier: BSD-3-Clause
//
// Buffers in the memory of a GPU, which this processor may not be able to read. The driver that the
// program has loaded, CUDA's or ROCm's, recognizes them by their address and copies them. The
// runtime transfers a copy in its own memory, over any MPI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "bcs/mpi/datatype.hpp"

namespace strobe::bcs::mpi {

namespace detail {
/// Whether this machine has a GPU, or the program had loaded a driver when the runtime started.
extern bool may_have_device;
[[nodiscard]] bool is_on_device(const void* address);
}  // namespace detail

/// Call this once, when the runtime starts.
void find_devices();

/// Whether an address is in the memory of a device.
[[nodiscard]] inline bool is_device_memory(const void* address) {
  return detail::may_have_device && detail::is_on_device(address);
}

/// What `count` elements at a buffer in device memory span, in the memory of this process.
class HostImage {
 public:
  HostImage(void* buffer, std::int64_t count, const DatatypeLayout& layout);

  /// Stands for the buffer: elements are as far from it as from the buffer.
  [[nodiscard]] std::byte* buffer() const { return memory_.get() - offset_; }
  /// Copies all from the device. Ends the job with a sentence if the driver fails.
  void read();
  /// Copies all, or so many bytes, to the device.
  void write() const { write(bytes_); }
  void write(std::size_t bytes) const;

 private:
  std::byte* begin_;     ///< on the device
  std::int64_t offset_;  ///< of `begin_` from the buffer
  std::size_t bytes_;
  std::unique_ptr<std::byte[]> memory_;
};

}  // namespace strobe::bcs::mpi
