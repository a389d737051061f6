// SPDX-License-Identifier: BSD-3-Clause
//
// Transpose of a matrix. CoMet, figure 13, shows the simple method: each block goes directly to its
// final position. The paper would have liked a comparison with divide and conquer: exchange the two
// off-diagonal quadrants, then do the same within each quadrant.
#pragma once

#include <algorithm>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/matrix/matrix_kernel.hpp"

namespace strobe::kernels::matrix {

/// Transposes the block and its wrapper locally; `own` is the position to which the result belongs.
/// It works in tiles, so that reads and writes stay in the first-level cache.
inline void transpose_block(BlockMatrix& matrix, GridPosition own) {
  constexpr std::int64_t tile = 16;
  const std::span<const double> from = matrix.whole();
  const std::int64_t rows = matrix.rows() + 2;
  const std::int64_t columns = matrix.columns() + 2;
  const std::span<double> into = matrix.arriving(own);
  for (std::int64_t top = 0; top < rows; top += tile) {
    for (std::int64_t left = 0; left < columns; left += tile) {
      for (std::int64_t i = top; i < std::min(rows, top + tile); ++i) {
        for (std::int64_t j = left; j < std::min(columns, left + tile); ++j) {
          into[static_cast<std::size_t>(j * rows + i)] =
              from[static_cast<std::size_t>(i * columns + j)];
        }
      }
    }
  }
  matrix.adopt(own);
}

/// Sends the block to a process and receives the block of `arrives` from it.
template <layer::MessageLayer L>
void exchange_blocks(L& layer, BlockMatrix& matrix, layer::Rank partner, GridPosition arrives) {
  layer.exchange(std::as_bytes(matrix.whole()), partner,
                 std::as_writable_bytes(matrix.arriving(arrives)), partner, layer::Tag{1});
  matrix.adopt(arrives);
}

/// INTEGRITY: a port may replace this function.
template <layer::MessageLayer L>
void transpose_simple(L& layer, BlockMatrix& matrix, const Adjacency& adjacency, GridPosition own) {
  const GridPosition mirrored{own.column, own.row};
  if (mirrored != own) exchange_blocks(layer, matrix, adjacency.rank_at(mirrored), mirrored);
  transpose_block(matrix, own);
}

/// INTEGRITY: a port may replace this function. Each halving corresponds to one bit of both
/// indices: in the off-diagonal quadrants, that bit differs.
template <layer::MessageLayer L>
void transpose_divide(L& layer, BlockMatrix& matrix, const Adjacency& adjacency, GridPosition own) {
  for (int half = adjacency.grid().rows / 2; half > 0; half /= 2) {
    if (((own.row ^ own.column) & half) == 0) continue;
    const GridPosition partner{own.row ^ half, own.column ^ half};
    const GridPosition current = matrix.origin();
    exchange_blocks(layer, matrix, adjacency.rank_at(partner),
                    {current.row ^ half, current.column ^ half});
  }
  transpose_block(matrix, own);
}

enum class TransposeMethod { simple, divide };

[[nodiscard]] inline TransposeMethod transpose_method_of(const measure::Point& point) {
  const std::string& word = measure::word_at(point, "method");
  if (word == "simple") return TransposeMethod::simple;
  if (word == "divide") return TransposeMethod::divide;
  throw Error("unknown method of a transpose: " + word);
}

/// Throws strobe::Error if the grid cannot be transposed, with numbers of processes that would
/// work.
inline void require_transposable(TransposeMethod method, Grid grid) {
  const bool square = grid.rows == grid.columns;
  if (method == TransposeMethod::simple && !square) {
    throw Error(
        base::format("the simple transpose needs a square grid, not {} by {}: use 1, 4, 9, 16 "
                     "processes and so on",
                     grid.rows, grid.columns));
  }
  if (method == TransposeMethod::divide && !(square && has_gray_code(grid))) {
    throw Error(
        base::format("the transpose by divide and conquer needs a square grid with sides of a "
                     "power of two, not {} by {}; use 1, 4, 16, 64, ... processes",
                     grid.rows, grid.columns));
  }
}

[[nodiscard]] inline measure::KernelInfo transpose_info() {
  return {.name = "transpose",
          .title = "Transpose of a matrix",
          .family = measure::Family::matrix,
          .axes = {{.name = "method", .choices = {"simple", "divide"}},
                   measure::ranks_axis(),
                   order_axis()},
          .axis = "n",
          .time = "from the first entry to the last exit",
          .source = "CoMet, figure 13",
          .members =
              [](const measure::Point& point, const measure::Machine& machine) {
                require_transposable(transpose_method_of(point), grid_at(point));
                return members_on_grid(point, machine);
              },
          .timing = measure::Timing::completion,
          .work =
              [](const measure::Point& point) {
                const auto n = static_cast<double>(order_at(point));
                return measure::Work{.bytes = sizeof(double) * n * n};
              }};
}

template <layer::MessageLayer L>
class Transpose final : public MatrixKernel<L, TransposeCheck> {
 public:
  Transpose(L& layer, const measure::Point& point, const Adjacency& adjacency)
      : MatrixKernel<L, TransposeCheck>(layer, point, adjacency, {}),
        method_(transpose_method_of(point)) {
    require_transposable(method_, adjacency.grid());
  }

 private:
  void operate(std::int64_t repetitions) override {
    base::repeat(repetitions, [&] {
      if (method_ == TransposeMethod::simple) {
        transpose_simple(this->layer(), this->matrix(), this->adjacency(), this->own());
      } else {
        transpose_divide(this->layer(), this->matrix(), this->adjacency(), this->own());
      }
    });
  }

  TransposeMethod method_;
};

}  // namespace strobe::kernels::matrix
