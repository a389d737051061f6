// SPDX-License-Identifier: BSD-3-Clause
//
// Update of the guard wrapper: each process sends its edges to its four neighbours. CoMet, figures
// 11 and 15. The paper's text and figure 15 name different neighbours as the source of a side of
// the wrapper. Here each side holds the elements of the neighbour on that side, which is the
// purpose of the wrapper (figure 9).
#pragma once

#include <array>

#include "base/opaque.hpp"
#include "kernels/matrix/matrix_kernel.hpp"

namespace strobe::kernels::matrix {

/// The sides of a block. Two processes may be neighbours on both sides, so the tag of a message
/// tells the direction in which it travels.
enum class Side : std::uint8_t { north, south, east, west };

[[nodiscard]] constexpr layer::Tag towards(Side side) { return {1 + static_cast<int>(side)}; }

[[nodiscard]] constexpr Side opposite(Side side) {
  switch (side) {
    case Side::north:
      return Side::south;
    case Side::south:
      return Side::north;
    case Side::east:
      return Side::west;
    case Side::west:
      return Side::east;
  }
  return side;
}

/// Send and receive buffers for the four edges of a process.
class GuardBuffers {
 public:
  explicit GuardBuffers(const BlockMatrix& matrix) {
    for (const Side side : sides) {
      const auto elements = static_cast<std::size_t>(
          side == Side::north || side == Side::south ? matrix.columns() : matrix.rows());
      out(side).resize(elements);
      in(side).resize(elements);
    }
  }

  static constexpr std::array sides{Side::north, Side::south, Side::east, Side::west};
  [[nodiscard]] std::vector<double>& out(Side side) { return out_[static_cast<std::size_t>(side)]; }
  [[nodiscard]] std::vector<double>& in(Side side) { return in_[static_cast<std::size_t>(side)]; }

 private:
  std::array<std::vector<double>, 4> out_;
  std::array<std::vector<double>, 4> in_;
};

[[nodiscard]] inline layer::Rank neighbour_at(Side side, const Neighbours& neighbours) {
  switch (side) {
    case Side::north:
      return neighbours.top;
    case Side::south:
      return neighbours.bottom;
    case Side::east:
      return neighbours.succ;
    case Side::west:
      return neighbours.pred;
  }
  return neighbours.top;
}

/// Reads the outermost row or column of the block.
inline void assemble(const BlockMatrix& matrix, Side side, std::span<double> edge) {
  switch (side) {
    case Side::north:
      std::copy_n(matrix.row(0), matrix.columns(), edge.begin());
      break;
    case Side::south:
      std::copy_n(matrix.row(matrix.rows() - 1), matrix.columns(), edge.begin());
      break;
    case Side::east:
    case Side::west: {
      const std::int64_t column = side == Side::east ? matrix.columns() - 1 : 0;
      for (std::int64_t i = 0; i < matrix.rows(); ++i) {
        edge[static_cast<std::size_t>(i)] = matrix.at(i, column);
      }
      break;
    }
  }
}

/// Writes a row or column of the wrapper.
inline void store(BlockMatrix& matrix, Side side, std::span<const double> edge) {
  switch (side) {
    case Side::north:
      std::copy_n(edge.begin(), matrix.columns(), matrix.row(-1));
      break;
    case Side::south:
      std::copy_n(edge.begin(), matrix.columns(), matrix.row(matrix.rows()));
      break;
    case Side::east:
    case Side::west: {
      const std::int64_t column = side == Side::east ? matrix.columns() : -1;
      for (std::int64_t i = 0; i < matrix.rows(); ++i) {
        matrix.at(i, column) = edge[static_cast<std::size_t>(i)];
      }
      break;
    }
  }
}

/// INTEGRITY: a port may replace this function. As in figure 15, the next edge is assembled while
/// the last one is in transit.
template <layer::MessageLayer L>
void update_guard(L& layer, BlockMatrix& matrix, const Neighbours& neighbours,
                  GuardBuffers& buffers) {
  std::array<typename L::Request, 8> requests;
  std::size_t started = 0;
  for (const Side side : GuardBuffers::sides) {
    assemble(matrix, side, buffers.out(side));
    requests[started++] =
        layer.start_send(std::as_bytes(std::span(std::as_const(buffers.out(side)))),
                         neighbour_at(side, neighbours), towards(side));
  }
  for (const Side side : GuardBuffers::sides) {
    requests[started++] =
        layer.start_receive(std::as_writable_bytes(std::span(buffers.in(side))),
                            neighbour_at(side, neighbours), towards(opposite(side)));
  }
  layer.wait_all(requests);
  for (const Side side : GuardBuffers::sides) store(matrix, side, buffers.in(side));
}

[[nodiscard]] inline measure::KernelInfo guard_info() {
  return {.name = "guard",
          .title = "Update of the guard wrapper",
          .family = measure::Family::matrix,
          .axes = {measure::ranks_axis(), order_axis()},
          .axis = "n",
          .time = "from the first entry to the last exit",
          .source = "CoMet, figures 11 and 15",
          .members = members_on_grid,
          .timing = measure::Timing::completion,
          .work = [](const measure::Point& point) {
            const Grid grid = grid_at(point);
            const auto edges = static_cast<double>(2 * (grid.rows + grid.columns));
            return measure::Work{.bytes =
                                     sizeof(double) * edges * static_cast<double>(order_at(point))};
          }};
}

template <layer::MessageLayer L>
class Guard final : public MatrixKernel<L, GuardCheck> {
 public:
  Guard(L& layer, const measure::Point& point, const Adjacency& adjacency)
      : MatrixKernel<L, GuardCheck>(layer, point, adjacency, {}), buffers_(this->matrix()) {}

 private:
  void operate(std::int64_t repetitions) override {
    const Neighbours neighbours = this->adjacency().neighbours_of(this->layer().rank());
    base::repeat(repetitions,
                 [&] { update_guard(this->layer(), this->matrix(), neighbours, buffers_); });
  }

  GuardBuffers buffers_;
};

}  // namespace strobe::kernels::matrix
