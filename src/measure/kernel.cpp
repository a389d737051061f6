// SPDX-License-Identifier: BSD-3-Clause
#include "measure/kernel.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "base/join.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

void check_value(const KernelInfo& info, const AxisInfo& axis, const AxisValue& value,
                 const Machine& machine) {
  const auto refuse = [&](std::string_view right) {
    return Error(base::format("{}={} is not possible for the kernel {}: {}", axis.name,
                              format_value(value), info.name, right));
  };
  const bool is_library = axis.kind == AxisKind::library;
  const std::vector<std::string>& choices = is_library ? machine.libraries() : axis.choices;
  if (!choices.empty()) {
    const auto* word = std::get_if<std::string>(&value);
    if (word == nullptr || std::ranges::find(choices, *word) == choices.end()) {
      throw refuse(base::format("choose {}", base::join(choices, " or ")));
    }
    return;
  }
  const auto* number = std::get_if<std::int64_t>(&value);
  if (number == nullptr) throw refuse("a number is needed");
  if (*number < axis.minimum || *number > axis.maximum) {
    throw refuse(base::format("choose a number from {} to {}", axis.minimum, axis.maximum));
  }
  if (*number % axis.multiple != 0)
    throw refuse(base::format("choose a multiple of {}", axis.multiple));
}

AxisValue default_of(const AxisInfo& axis, const Machine& machine) {
  if (!axis.choices.empty()) return axis.choices[0];
  if (axis.kind == AxisKind::library) return machine.libraries()[0];
  if (axis.kind == AxisKind::rank_count && axis.default_value == 0)
    return std::int64_t{machine.ranks()};
  return axis.default_value;
}

}  // namespace

std::string_view family_name(Family family) {
  switch (family) {
    case Family::point_to_point:
      return "point_to_point";
    case Family::collective:
      return "collective";
    case Family::matrix:
      return "matrix";
    case Family::memory:
      return "memory";
    case Family::blas:
      return "blas";
  }
  throw Error("a family of kernels without a name");
}

Point complete_point(const KernelInfo& info, Point point, const Machine& machine) {
  for (const AxisInfo& axis : info.axes) {
    const auto [place, was_absent] = point.try_emplace(axis.name, default_of(axis, machine));
    check_value(info, axis, place->second, machine);
  }
  if (point.size() == info.axes.size()) return point;
  for (const auto& [name, value] : point) {
    if (std::ranges::find(info.axes, name, &AxisInfo::name) != info.axes.end()) continue;
    throw Error(
        info.axes.empty()
            ? base::format("the kernel {} has no axis '{}' and no other axis", info.name, name)
            : base::format("the kernel {} has no axis '{}'; its axes are {}", info.name, name,
                           base::joined_names(info.axes, &AxisInfo::name)));
  }
  return point;
}

}  // namespace strobe::measure
