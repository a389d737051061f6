// SPDX-License-Identifier: BSD-3-Clause
//
// A background load that keeps the memory busy while another process is measured. It runs one of
// the tuned loops over its own vectors in small pieces, so that it can stop quickly.
#pragma once

#include <cstddef>

#include "kernels/memory/loops.hpp"
#include "kernels/memory/vectors.hpp"
#include "measure/kernel.hpp"
#include "measure/point.hpp"

namespace strobe::kernels::memory {

/// The access pattern of the load, or `none`.
[[nodiscard]] measure::AxisInfo load_axis();
/// The bytes of all vectors of one process.
[[nodiscard]] measure::AxisInfo load_bytes_axis();
[[nodiscard]] bool has_load(const measure::Point& point);

class BackgroundLoad {
 public:
  /// Requires has_load(point).
  explicit BackgroundLoad(const measure::Point& point);
  /// Runs for a few microseconds.
  void work();

 private:
  AccessPattern pattern_;
  Vectors vectors_;
  Loop loop_;
  std::size_t at_ = 0;  ///< offset of the next piece in each vector
};

}  // namespace strobe::kernels::memory
