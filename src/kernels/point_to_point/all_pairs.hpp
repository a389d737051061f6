// SPDX-License-Identifier: BSD-3-Clause
//
// An echo between any two processes, for matrices of latency and bandwidth that reveal a slow pair.
#pragma once

#include <utility>
#include <vector>

#include "kernels/point_to_point/echo.hpp"
#include "measure/members.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo all_pairs_info() {
  std::vector<measure::AxisInfo> axes = measure::pair_axes();
  axes.push_back(size_axis());
  return {
      .name = "all_pairs",
      .title = "Echo between any two processes",
      .family = measure::Family::point_to_point,
      .axes = std::move(axes),
      .axis = "size_bytes",
      .time = "half of a round trip",
      .source = "beyond the papers: all-pairs latency and bandwidth",
      .members = measure::any_pair,
      .timing = measure::Timing::initiator,
      .time_share = 0.5,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

/// The point of the kernel echo, between ranks 0 and 1 of the kernel's group.
[[nodiscard]] inline measure::Point echo_of_pair(const measure::Point& point) {
  return {{"reply", "fresh"}, {"call", "blocking"}, {"size_bytes", point.at("size_bytes")}};
}

}  // namespace strobe::kernels
