// SPDX-License-Identifier: BSD-3-Clause
//
// The usual sets of members of a kernel, with the axes that choose them.
#pragma once

#include <span>
#include <vector>

#include "measure/axis.hpp"
#include "measure/kernel.hpp"
#include "measure/machine.hpp"

namespace strobe::measure {

/// Rank 0 alone.
[[nodiscard]] std::vector<int> only_first(const Point& point, const Machine& machine);

/// The rank of rank 0's partner; the default is 1. In a suite, `levels` stands for one rank at each
/// distance from rank 0, and `all` for every other rank.
[[nodiscard]] AxisInfo partner_axis();
/// Rank 0, which initiates, and the rank that the axis `partner` names.
[[nodiscard]] std::vector<int> pair_with_first(const Point& point, const Machine& machine);

/// Any two ranks: the axes `first` (default 0) and `partner` (default 1). In a suite, `all` on both
/// axes stands for every pair.
[[nodiscard]] std::vector<AxisInfo> pair_axes();
/// The two ranks that the axes name; the lower one must be `first`.
[[nodiscard]] std::vector<int> any_pair(const Point& point, const Machine& machine);

/// The number of ranks; the default is all. In a suite, `all` stands for all ranks, and `doubling`
/// for 2, 4, 8 and so on up to all.
[[nodiscard]] AxisInfo ranks_axis();
/// The first ranks, as many as the axis `ranks` says.
[[nodiscard]] std::vector<int> first_ranks(const Point& point, const Machine& machine);

/// The axes of kernels that several ranks run independently at the same time: their number
/// (`ranks`, default 1) and the lowest rank (`first`).
[[nodiscard]] std::vector<AxisInfo> concurrent_axes();
/// The ranks that these two axes name.
[[nodiscard]] std::vector<int> concurrent_ranks(const Point& point, const Machine& machine);

/// Throws strobe::Error with the number of processes in the run if there are fewer than `wanted`.
void require_ranks(int wanted, const Machine& machine);

/// Throws strobe::Error that names a member on another node than the first member.
void require_one_node(std::span<const int> members, const Machine& machine);

/// `spec` with words such as `all` replaced by ranks or libraries, and with ranges limited to the
/// ranks of this run.
[[nodiscard]] AxisSpec on_machine(AxisSpec spec, const AxisInfo& info, const Machine& machine);

}  // namespace strobe::measure
