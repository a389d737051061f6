// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcast of one row or one column of a matrix: each process that has a part of it sends that
// part to all other processes of its grid column or row. CoMet, figures 14 and 16; LU decomposition
// uses it. The paper reports the rate at which broadcasts are initiated. It mentions two other
// times without results: the completion on the whole machine, and the times of initiators and
// receivers. The axis `timed` offers all of them.
#pragma once

#include <optional>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/matrix/matrix_kernel.hpp"

namespace strobe::kernels::matrix {

/// INTEGRITY: a port may replace this function. The receivers acknowledge, as in figure 16, so that
/// a sender is at most one line ahead of them. A column must be assembled first, because a C
/// program stores rows; the paper found columns to be slower for that reason.
template <layer::MessageLayer L>
void broadcast_line(L& layer, BlockMatrix& matrix, const Adjacency& adjacency, GridPosition own,
                    Orientation orientation, std::int64_t line) {
  constexpr layer::Tag line_tag{1};
  constexpr layer::Tag acknowledgement_tag{2};
  const bool is_row = orientation == Orientation::row;
  const Layout& layout = matrix.layout();
  const int parts = is_row ? layout.grid.rows : layout.grid.columns;
  const int own_part = is_row ? own.row : own.column;
  const auto range_of = [&](int part) { return range_of_part(layout.order, parts, part); };
  const std::int64_t length = is_row ? matrix.columns() : matrix.rows();
  const auto rank_of = [&](int part) {
    return adjacency.rank_at(is_row ? GridPosition{part, own.column} : GridPosition{own.row, part});
  };
  int owner = 0;
  while (line >= range_of(owner).first + range_of(owner).count) ++owner;
  if (own_part == owner) {
    const std::int64_t local = line - range_of(owner).first;
    std::span<const double> own_line;
    if (is_row) {
      own_line = {matrix.row(local), static_cast<std::size_t>(length)};
    } else {
      const std::span<double> column = matrix.line(length);
      for (std::int64_t i = 0; i < length; ++i) {
        column[static_cast<std::size_t>(i)] = matrix.at(i, local);
      }
      own_line = column;
    }
    for (int part = 0; part < parts; ++part) {
      if (part != owner) layer.send(std::as_bytes(own_line), rank_of(part), line_tag);
    }
    for (int part = 0; part < parts; ++part) {
      if (part != owner) layer.receive({}, rank_of(part), acknowledgement_tag);
    }
  } else {
    layer.receive(std::as_writable_bytes(matrix.line(length)), rank_of(owner), line_tag);
    layer.send({}, rank_of(owner), acknowledgement_tag);
  }
}

/// The processes that are timed, from their first entry to their last exit: those that have a part
/// of the line; all; or the receivers.
enum class TimedRanks { initiation, completion, receivers };

[[nodiscard]] inline TimedRanks timed_ranks_of(const measure::Point& point) {
  const std::string& word = measure::word_at(point, "timed");
  if (word == "initiation") return TimedRanks::initiation;
  if (word == "completion") return TimedRanks::completion;
  if (word == "receivers") return TimedRanks::receivers;
  throw Error("unknown value of timed: " + word);
}

/// Throws strobe::Error if the grid has no receiver for the line.
inline void require_receivers(Orientation orientation, Grid grid) {
  const bool is_row = orientation == Orientation::row;
  if ((is_row ? grid.rows : grid.columns) > 1) return;
  throw Error(
      base::format("a {} is broadcast across the {}s of the grid, but the grid of {} by {} has "
                   "only one: use {} or more processes",
                   is_row ? "row" : "column", is_row ? "row" : "column", grid.rows, grid.columns,
                   is_row ? 4 : 2));
}

/// The index of the row or column in the whole matrix, which the paper's kernels take as an input.
[[nodiscard]] inline std::int64_t line_at(Orientation orientation, const measure::Point& point) {
  return measure::number_at(point, orientation == Orientation::row ? "row" : "column");
}

/// Throws strobe::Error if the matrix has no such line.
inline void require_line(Orientation orientation, const measure::Point& point) {
  const std::int64_t line = line_at(orientation, point);
  if (line < order_at(point)) return;
  const char* name = orientation == Orientation::row ? "row" : "column";
  throw Error(base::format("a matrix of order {} has no {} {}: choose {}=0 to {}", order_at(point),
                           name, line, name, order_at(point) - 1));
}

namespace detail {

[[nodiscard]] inline measure::KernelInfo line_broadcast_info(Orientation orientation) {
  const bool is_row = orientation == Orientation::row;
  return {
      .name = is_row ? "row_broadcast" : "column_broadcast",
      .title = is_row ? "Broadcast of a row" : "Broadcast of a column",
      .family = measure::Family::matrix,
      .axes = {{.name = "timed", .choices = {"initiation", "completion", "receivers"}},
               {.name = is_row ? "row" : "column", .choices = {}},
               measure::ranks_axis(),
               order_axis()},
      .axis = "n",
      .time = "one broadcast: the time of the initiators, of the receivers or of the whole machine",
      .source = "CoMet, figures 14 and 16",
      .members =
          [orientation](const measure::Point& point, const measure::Machine& machine) {
            require_receivers(orientation, grid_at(point));
            require_line(orientation, point);
            return members_on_grid(point, machine);
          },
      .timing = measure::Timing::completion,
      .work =
          [](const measure::Point& point) {
            return measure::Work{.bytes = sizeof(double) * static_cast<double>(order_at(point))};
          }};
}

}  // namespace detail

[[nodiscard]] inline measure::KernelInfo row_broadcast_info() {
  return detail::line_broadcast_info(Orientation::row);
}

[[nodiscard]] inline measure::KernelInfo column_broadcast_info() {
  return detail::line_broadcast_info(Orientation::column);
}

template <layer::MessageLayer L, Orientation orientation>
class LineBroadcast final : public MatrixKernel<L, LineCheck> {
 public:
  LineBroadcast(L& layer, const measure::Point& point, const Adjacency& adjacency)
      : MatrixKernel<L, LineCheck>(layer, point, adjacency, check_of(point)),
        line_(check_of(point).line),
        timed_(timed_ranks_of(point)) {
    require_receivers(orientation, adjacency.grid());
  }

  [[nodiscard]] std::optional<measure::TimedRegion> timed_region(
      measure::TimedRegion whole) const override {
    if (timed_ == TimedRanks::completion) return whole;
    const Layout& layout = this->matrix().layout();
    const IndexRange own_range = orientation == Orientation::row ? layout.rows_of(this->own())
                                                                 : layout.columns_of(this->own());
    const bool initiates = line_ >= own_range.first && line_ < own_range.first + own_range.count;
    if (initiates != (timed_ == TimedRanks::initiation)) return std::nullopt;
    return whole;
  }

 private:
  static LineCheck check_of(const measure::Point& point) {
    return {.orientation = orientation, .line = line_at(orientation, point)};
  }

  void operate(std::int64_t repetitions) override {
    base::repeat(repetitions, [&] {
      broadcast_line(this->layer(), this->matrix(), this->adjacency(), this->own(), orientation,
                     line_);
    });
  }

  std::int64_t line_;
  TimedRanks timed_;
};

template <layer::MessageLayer L>
using RowBroadcast = LineBroadcast<L, Orientation::row>;

template <layer::MessageLayer L>
using ColumnBroadcast = LineBroadcast<L, Orientation::column>;

}  // namespace strobe::kernels::matrix
