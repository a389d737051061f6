// SPDX-License-Identifier: BSD-3-Clause
//
// Where the vectors of a memory kernel lie: on which kind of page, where they begin and how far
// their beginnings are apart. What was asked of the system is not always what it gave, so the pages
// are looked at.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "measure/kernel.hpp"
#include "measure/point.hpp"

namespace strobe::kernels::memory {

/// `usual` is what the system gives unasked; `small` is 4 KiB, `transparent` large pages that it
/// may put together, `huge` those that are set aside for it.
enum class Pages { usual, small, transparent, huge };

[[nodiscard]] measure::AxisInfo pages_axis();
[[nodiscard]] Pages pages_at(const measure::Point& point);

/// Memory of its own, on pages of one kind, each of which was written to.
class Region {
 public:
  /// Throws strobe::Error that says what was given where that is not what was asked for.
  Region(std::size_t size_bytes, Pages pages);
  [[nodiscard]] std::byte* data() const { return mapped_.get(); }
  [[nodiscard]] std::size_t size_bytes() const { return size_bytes_; }

 private:
  struct Unmap {
    std::size_t size_bytes = 0;
    void operator()(std::byte* mapped) const;
  };
  std::size_t size_bytes_;
  std::unique_ptr<std::byte, Unmap> mapped_;
};

/// How many bytes of the mapping around `place` lie on large pages. The system may have joined it
/// with mappings of the same kind beside it.
[[nodiscard]] std::size_t large_page_bytes(const std::byte* place);

/// Throws strobe::Error with the size that would fit, or with what would have to be set, where the
/// machine has no `size_bytes` left of such pages.
void want_memory(std::size_t size_bytes, Pages pages);

/// The vectors of a kernel. Each begins at a page, `offset_bytes` on, and those after the first
/// also 1, 3, ... times `pad_bytes` on: an odd multiple keeps all pairs of them apart, so that no
/// load is taken for a store to another vector at the same place of its page.
class Vectors {
 public:
  Vectors(int count, std::size_t bytes_each, std::size_t offset_bytes, std::size_t pad_bytes,
          Pages pages);
  [[nodiscard]] std::span<std::byte> operator[](int index) const {
    return {region_.data() + starts_[static_cast<std::size_t>(index)], bytes_each_};
  }

 private:
  std::size_t bytes_each_;
  std::vector<std::size_t> starts_;  ///< in the region, and behind them its end
  Region region_;
};

}  // namespace strobe::kernels::memory
