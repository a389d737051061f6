// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcast of one row or one column of a matrix: whoever holds a part of it sends that part to all
// others in the direction across. CoMet, figures 14 and 16; LU decomposition does it. The paper
// reports the rate at which broadcasts are initiated, and names what it does not report: when the
// machine is done, and initiators and receivers apart. The axis `timed` has them all.
#pragma once

#include <optional>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/matrix/matrix_kernel.hpp"

namespace strobe::kernels::matrix {

/// INTEGRITY: a port may replace this function. The receivers answer, as in figure 16, so that a
/// sender is not ahead of them by more than one line. A column must be assembled first, for a C
/// program stores rows; the paper saw that columns are slower for it.
template <layer::MessageLayer L>
void broadcast_line(L& layer, BlockMatrix& matrix, const Adjacency& adjacency, Place own,
                    Orientation orientation, std::int64_t line) {
  constexpr layer::Tag cast{1};
  constexpr layer::Tag got_it{2};
  const bool is_row = orientation == Orientation::row;
  const Layout& layout = matrix.layout();
  const int parts = is_row ? layout.grid.rows : layout.grid.columns;
  const int own_part = is_row ? own.row : own.column;
  const auto extent_of = [&](int part) { return part_of(layout.order, parts, part); };
  const std::int64_t length = is_row ? matrix.columns() : matrix.rows();
  const auto rank_of = [&](int part) {
    return adjacency.rank_at(is_row ? Place{part, own.column} : Place{own.row, part});
  };
  int holder = 0;
  while (line >= extent_of(holder).first + extent_of(holder).count) ++holder;
  if (own_part == holder) {
    const std::int64_t local = line - extent_of(holder).first;
    std::span<const double> held;
    if (is_row) {
      held = {matrix.row(local), static_cast<std::size_t>(length)};
    } else {
      const std::span<double> column = matrix.line(length);
      for (std::int64_t i = 0; i < length; ++i) {
        column[static_cast<std::size_t>(i)] = matrix.at(i, local);
      }
      held = column;
    }
    for (int part = 0; part < parts; ++part) {
      if (part != holder) layer.send(std::as_bytes(held), rank_of(part), cast);
    }
    for (int part = 0; part < parts; ++part) {
      if (part != holder) layer.receive({}, rank_of(part), got_it);
    }
  } else {
    layer.receive(std::as_writable_bytes(matrix.line(length)), rank_of(holder), cast);
    layer.send({}, rank_of(holder), got_it);
  }
}

/// Whose time is told: that of those that hold a part of the line, from their first entry to their
/// last exit; that of all; or that of the others.
enum class Timed { initiation, completion, receivers };

[[nodiscard]] inline Timed timed_of(const measure::Point& point) {
  const std::string& word = measure::word_at(point, "timed");
  if (word == "initiation") return Timed::initiation;
  if (word == "completion") return Timed::completion;
  if (word == "receivers") return Timed::receivers;
  throw Error("no such way to time a broadcast of a line: " + word);
}

/// Throws strobe::Error where a line crosses no other process.
inline void want_others_across(Orientation orientation, Grid grid) {
  const bool is_row = orientation == Orientation::row;
  if ((is_row ? grid.rows : grid.columns) > 1) return;
  throw Error(
      base::format("a {} is broadcast across the {}s of the grid, and this one of {} by {} "
                   "has one: {} processes make two",
                   is_row ? "row" : "column", is_row ? "row" : "column", grid.rows, grid.columns,
                   is_row ? 4 : 2));
}

namespace detail {

[[nodiscard]] inline measure::KernelInfo line_broadcast_info(Orientation orientation) {
  const bool is_row = orientation == Orientation::row;
  return {
      .name = is_row ? "row_broadcast" : "column_broadcast",
      .title = is_row ? "Broadcast of a row" : "Broadcast of a column",
      .family = measure::Family::matrix,
      .axes = {{.name = "timed", .choices = {"initiation", "completion", "receivers"}},
               measure::ranks_axis(),
               order_axis()},
      .axis = "n",
      .time = "one broadcast, as its initiator, a receiver or the whole machine sees it",
      .source = "CoMet, figures 14 and 16",
      .members =
          [orientation](const measure::Point& point, const measure::Machine& machine) {
            want_others_across(orientation, grid_at(point));
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
      : MatrixKernel<L, LineCheck>(layer, point, adjacency, check_of(point, adjacency)),
        line_(check_of(point, adjacency).line),
        timed_(timed_of(point)) {
    want_others_across(orientation, adjacency.grid());
  }

  [[nodiscard]] std::optional<measure::Region> counted(measure::Region whole) const override {
    if (timed_ == Timed::completion) return whole;
    const Layout& layout = this->matrix().layout();
    const Extent held = orientation == Orientation::row ? layout.rows_of(this->own())
                                                        : layout.columns_of(this->own());
    const bool initiates = line_ >= held.first && line_ < held.first + held.count;
    if (initiates != (timed_ == Timed::initiation)) return std::nullopt;
    return whole;
  }

 private:
  /// A line in the middle of what rank 0 holds a part of.
  static LineCheck check_of(const measure::Point& point, const Adjacency& adjacency) {
    const Grid grid = adjacency.grid();
    const Place first = adjacency.place_of(layer::Rank{0});
    const bool is_row = orientation == Orientation::row;
    const int parts = is_row ? grid.rows : grid.columns;
    const Extent held = part_of(order_at(point), parts, is_row ? first.row : first.column);
    return {.orientation = orientation, .line = held.first + held.count / 2};
  }

  void operate(std::int64_t repetitions) override {
    base::repeat(repetitions, [&] {
      broadcast_line(this->layer(), this->matrix(), this->adjacency(), this->own(), orientation,
                     line_);
    });
  }

  std::int64_t line_;
  Timed timed_;
};

template <layer::MessageLayer L>
using RowBroadcast = LineBroadcast<L, Orientation::row>;

template <layer::MessageLayer L>
using ColumnBroadcast = LineBroadcast<L, Orientation::column>;

}  // namespace strobe::kernels::matrix
