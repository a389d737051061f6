// SPDX-License-Identifier: BSD-3-Clause
//
// The scope of a broadcast or combine: all processes, or each row or column of the grid, which then
// perform their operations at the same time. Any process can be the root.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "kernels/blacs/element_calls.hpp"
#include "kernels/blacs/grid.hpp"
#include "kernels/blacs/topology.hpp"
#include "measure/kernel.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::blacs {

/// `grid_rows` is the number of rows of the grid. With 0 the scope contains all processes: the grid
/// is one column if the scope is a column, and else one row.
[[nodiscard]] inline std::vector<measure::AxisInfo> scope_axes() {
  return {{.name = "scope", .choices = {"all", "row", "column"}},
          {.name = "grid_rows", .choices = {}},
          {.name = "root", .choices = {}, .kind = measure::AxisKind::rank}};
}

/// The grid of a point, and the place of a process in its scope. Positions count row by row.
class ScopeOfPoint {
 public:
  /// Throws strobe::Error where the axes contradict each other.
  ScopeOfPoint(const measure::Point& point, int processes)
      : word_(measure::word_at(point, "scope")),
        root_(static_cast<int>(measure::number_at(point, "root"))) {
    rows_ = static_cast<int>(measure::number_at(point, "grid_rows"));
    if (rows_ == 0) rows_ = word_ == "column" ? processes : 1;
    if (processes % rows_ != 0) {
      throw Error(base::format("{} processes are no grid of {} rows: choose another grid_rows",
                               processes, rows_));
    }
    columns_ = processes / rows_;
    if (root_ >= processes) {
      throw Error(base::format("root={} is not among {} processes: choose a smaller root", root_,
                               processes));
    }
    if (is_primitive(point) && size() != processes) {
      throw Error("topology=primitive combines and broadcasts on all processes: choose scope=all");
    }
  }

  [[nodiscard]] BlacsGrid::Arrangement grid() const {
    return {.rows = rows_, .columns = columns_, .first = root_};
  }
  [[nodiscard]] char letter() const {
    if (word_ == "all") return 'A';
    return word_ == "row" ? 'R' : 'C';
  }

  /// The number of processes in one scope.
  [[nodiscard]] int size() const {
    if (word_ == "all") return rows_ * columns_;
    return word_ == "row" ? columns_ : rows_;
  }

  /// The position of a process of the group, which begins with the root.
  [[nodiscard]] int position(int rank) const { return (rank + root_) % (rows_ * columns_); }

  /// The positions of the processes in the scope of `position`.
  [[nodiscard]] std::vector<int> members(int position) const {
    std::vector<int> found;
    for (int other = 0; other < rows_ * columns_; ++other) {
      if (word_ == "all" || line(other) == line(position)) found.push_back(other);
    }
    return found;
  }

  /// The root of the scope of `position`: in the row or column of the root, or next to it in the
  /// same line of the grid.
  [[nodiscard]] int root(int position) const {
    if (word_ == "row") return line(position) * columns_ + root_ % columns_;
    if (word_ == "column") return root_ / columns_ * columns_ + line(position);
    return root_;
  }

  [[nodiscard]] Coordinates coordinates(int position) const {
    return {.row = static_cast<BlacsGrid::Integer>(position / columns_),
            .column = static_cast<BlacsGrid::Integer>(position % columns_)};
  }

 private:
  [[nodiscard]] int line(int position) const {
    return word_ == "row" ? position / columns_ : position % columns_;
  }

  std::string word_;
  int root_;
  int rows_ = 1;
  int columns_ = 1;
};

/// The first ranks, as many as the axis `ranks` says, cyclically from the root on: the first member
/// of a kernel is the one whose time is the initiator's.
[[nodiscard]] inline std::vector<int> ranks_of_scope(const measure::Point& point,
                                                     const measure::Machine& machine) {
  require_branches(point);
  require_whole_elements(point);
  std::vector<int> members = measure::first_ranks(point, machine);
  (void)ScopeOfPoint(point, static_cast<int>(members.size()));
  std::ranges::rotate(members, members.begin() + measure::number_at(point, "root"));
  return members;
}

}  // namespace strobe::kernels::blacs
