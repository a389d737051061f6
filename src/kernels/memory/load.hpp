// SPDX-License-Identifier: BSD-3-Clause
//
// What keeps a memory busy while another process is measured: one of the tuned loops, over and over
// through vectors of its own, a piece at a time, so that it can stop soon.
#pragma once

#include <cstddef>

#include "kernels/memory/loops.hpp"
#include "kernels/memory/placement.hpp"
#include "measure/kernel.hpp"
#include "measure/point.hpp"

namespace strobe::kernels::memory {

/// What the load does: a pattern, or `none`.
[[nodiscard]] measure::AxisInfo load_axis();
/// The bytes of all vectors of one process.
[[nodiscard]] measure::AxisInfo load_bytes_axis();
[[nodiscard]] bool has_load(const measure::Point& point);

class Load {
 public:
  /// Where has_load(point).
  explicit Load(const measure::Point& point);
  /// A few microseconds of it.
  void work();

 private:
  Pattern pattern_;
  Vectors vectors_;
  Loop loop_;
  std::size_t at_ = 0;  ///< where the next piece of each vector begins
};

}  // namespace strobe::kernels::memory
