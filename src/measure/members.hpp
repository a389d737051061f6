// SPDX-License-Identifier: BSD-3-Clause
//
// Who runs a kernel at a point. The usual answers, with the axes that they are told by.
#pragma once

#include <span>
#include <vector>

#include "measure/axis.hpp"
#include "measure/kernel.hpp"
#include "measure/machine.hpp"

namespace strobe::measure {

/// Process 0 alone.
[[nodiscard]] std::vector<int> only_first(const Point& point, const Machine& machine);

/// The other process of a pair: 1 where nothing is said. In a suite, `levels` means one for each
/// distance that the machine has from process 0, and `all` every other process.
[[nodiscard]] AxisInfo partner_axis();
/// Process 0, which initiates, and the axis `partner`.
[[nodiscard]] std::vector<int> pair_with_first(const Point& point, const Machine& machine);

/// Any two processes: `first` and `partner`, 0 and 1 where nothing is said. In a suite, `all` for
/// both is every pair.
[[nodiscard]] std::vector<AxisInfo> pair_axes();
/// The two that the axes say, of which the lower rank is first.
[[nodiscard]] std::vector<int> any_pair(const Point& point, const Machine& machine);

/// How many processes: all where nothing is said. In a suite, `all` means all, and `doubling` 2, 4,
/// 8 and so on up to all.
[[nodiscard]] AxisInfo ranks_axis();
/// The first processes, as many as the axis `ranks` says.
[[nodiscard]] std::vector<int> first_ranks(const Point& point, const Machine& machine);

/// Processes that work beside each other, each for itself: how many (`ranks`, one where nothing is
/// said), from which on (`first`).
[[nodiscard]] std::vector<AxisInfo> beside_axes();
/// Those that the two axes say.
[[nodiscard]] std::vector<int> ranks_beside(const Point& point, const Machine& machine);

/// Throws strobe::Error that says how many processes there are unless there are `wanted`.
void want_ranks(int wanted, const Machine& machine);

/// Throws strobe::Error that says which of `members` is on another node than the first of them.
void want_one_node(std::span<const int> members, const Machine& machine);

/// `spec` with the words that speak of the machine replaced by ranks or libraries, and ranges cut
/// off where the machine ends.
[[nodiscard]] AxisSpec on_machine(AxisSpec spec, const AxisInfo& info, const Machine& machine);

}  // namespace strobe::measure
