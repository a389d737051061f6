// SPDX-License-Identifier: BSD-3-Clause
//
// An echo between any two processes: the matrices of latency and bandwidth in which a slow pair is
// found.
#pragma once

#include "base/format.hpp"
#include "kernels/point_to_point/echo.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo all_pairs_info() {
  const auto rank_axis = [](std::string name, std::int64_t rank) {
    return measure::AxisInfo{.name = std::move(name),
                             .choices = {},
                             .default_value = rank,
                             .counts = measure::Counts::rank};
  };
  return {
      .name = "all_pairs",
      .title = "Echo between any two processes",
      .family = measure::Family::point_to_point,
      .axes = {rank_axis("first", 0), rank_axis("partner", 1), size_axis()},
      .axis = "size_bytes",
      .time = "half of a round trip",
      .source = "beyond the papers: all-pairs latency and bandwidth",
      .members =
          [](const measure::Point& point, const measure::Machine& machine) {
            const auto first = static_cast<int>(measure::number_at(point, "first"));
            const auto partner = static_cast<int>(measure::number_at(point, "partner"));
            if (first == partner) {
              throw Error(
                  base::format("first and partner are both {}: a pair is of two processes", first));
            }
            if (first > partner) {
              throw Error(base::format("a pair is measured once: this one as first={} partner={}",
                                       partner, first));
            }
            measure::want_ranks(partner + 1, machine);
            return std::vector<int>{first, partner};
          },
      .timing = measure::Timing::initiator,
      .time_share = 0.5,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

/// The point of the echo that this is, between the processes 0 and 1 of its group.
[[nodiscard]] inline measure::Point echo_of_pair(const measure::Point& point) {
  return {{"reply", "fresh"}, {"call", "blocking"}, {"size_bytes", point.at("size_bytes")}};
}

}  // namespace strobe::kernels
