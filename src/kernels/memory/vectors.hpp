// SPDX-License-Identifier: BSD-3-Clause
//
// The memory of a kernel's vectors: the kind of pages, the start of each vector, and the distances
// between them. The system does not always provide the requested pages, so they are checked.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/kernel.hpp"
#include "measure/point.hpp"

namespace strobe::kernels::memory {

/// `usual` is the system's default; `small` is 4 KiB; `transparent` are large pages that the system
/// may assemble; `huge` are large pages that were reserved.
enum class Pages { usual, small, transparent, huge };

[[nodiscard]] measure::AxisInfo pages_axis();
[[nodiscard]] Pages pages_at(const measure::Point& point);

/// A private mapping on pages of one kind; every page has been written to.
class MappedMemory {
 public:
  /// The pages are on NUMA node `node`, or where the system places them. Throws strobe::Error if
  /// the system provided other pages than requested, and says which.
  MappedMemory(std::size_t size_bytes, Pages pages, std::optional<int> node = std::nullopt);
  /// On a large page, the start of that page.
  [[nodiscard]] std::byte* data() const { return start_; }
  [[nodiscard]] std::size_t size_bytes() const { return size_bytes_; }

 private:
  struct Unmap {
    std::size_t size_bytes = 0;
    void operator()(std::byte* mapped) const;
  };
  std::size_t size_bytes_;
  std::unique_ptr<std::byte, Unmap> mapped_;
  std::byte* start_;
};

/// How many bytes of the mapping around `place` are on large pages. The system may have merged it
/// with adjacent mappings of the same kind.
[[nodiscard]] std::size_t large_page_bytes(const std::byte* place);

/// Throws strobe::Error if the machine does not have `size_bytes` of such pages left, with the size
/// that would fit or the setting to change.
void require_memory(std::size_t size_bytes, Pages pages);

/// The vectors of a kernel. Each begins `offset_bytes` after the start of a page, and those after
/// the first also 1, 3, ... times `pad_bytes` further. Odd multiples keep the distances of all
/// pairs different, so that the processor never takes a load for a store to another vector at the
/// same page offset.
class Vectors {
 public:
  Vectors(int count, std::size_t bytes_each, std::size_t offset_bytes, std::size_t pad_bytes,
          Pages pages, std::optional<int> node = std::nullopt);
  [[nodiscard]] std::span<std::byte> operator[](int index) const {
    return {memory_.data() + starts_[static_cast<std::size_t>(index)], bytes_each_};
  }

 private:
  std::size_t bytes_each_;
  std::vector<std::size_t> starts_;  ///< offsets in the memory, followed by the total size
  MappedMemory memory_;
};

}  // namespace strobe::kernels::memory
