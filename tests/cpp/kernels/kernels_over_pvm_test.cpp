// SPDX-License-Identifier: BSD-3-Clause
//
// Every kernel that passes messages, over PVM: its check passes with each word of its axes and a
// few sizes. message_kernels_test.cpp shows over MPI that the checks can fail.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/find_kernel.hpp"
#include "support/layer_under_test.hpp"

namespace strobe::kernels {
namespace {

using measure::Machine;
using measure::Point;
using testing::LayerUnderTest;

bool passes_messages(const measure::KernelInfo& info) {
  // Of the memory kernels, those that pass messages.
  if (info.name == "core_exchange" || info.name == "memory_loaded_latency") return true;
  return info.family == measure::Family::point_to_point ||
         info.family == measure::Family::collective || info.family == measure::Family::matrix;
}

/// The complete points of a kernel on this machine, with one word of an axis or one size at a time;
/// all other axes have their defaults.
std::vector<Point> points_of(const measure::KernelInfo& info, const Machine& machine) {
  std::vector<Point> points;
  const auto add = [&](const Point& some) {
    try {
      const Point point = measure::complete_point(info, some, machine);
      if (!info.members(point, machine).empty()) points.push_back(point);
    } catch (const Error&) {
      return;  // it needs more ranks
    }
  };
  add({});
  for (const measure::AxisInfo& axis : info.axes) {
    for (const std::string& word : axis.choices) add({{axis.name, word}});
    if (!axis.is_size) continue;
    for (const std::int64_t size : {std::int64_t{1}, std::int64_t{1003}, std::int64_t{70000}}) {
      const std::int64_t wanted = std::max(size, axis.minimum);
      add({{axis.name, (wanted + axis.multiple - 1) / axis.multiple * axis.multiple}});
    }
  }
  std::ranges::sort(points);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

TEST(KernelsOverPvm, PassTheirCheck) {
  LayerUnderTest layer = testing::world();
  const Machine machine = Machine::flat(layer.size());
  int checked = 0;
  for (const auto& entry : catalogue<LayerUnderTest>()) {
    if (!passes_messages(entry.info)) continue;
    for (const Point& point : points_of(entry.info, machine)) {
      SCOPED_TRACE(measure::cell_key(entry.info.name, point));
      std::vector<layer::Rank> members;
      for (const int rank : entry.info.members(point, machine)) members.push_back({rank});
      if (std::ranges::find(members, layer.rank()) == members.end()) continue;
      LayerUnderTest group = layer.group(members);
      const auto kernel = entry.make(group, point, {});
      kernel->prepare(17);
      kernel->run(3);
      EXPECT_EQ(kernel->verify().wrong, "");
      ++checked;
    }
  }
  if (layer.rank() == layer::Rank{0}) {
    EXPECT_GT(checked, layer.size() == 1 ? 5 : 20);
  }
}

}  // namespace
}  // namespace strobe::kernels
