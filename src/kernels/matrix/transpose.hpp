// SPDX-License-Identifier: BSD-3-Clause
//
// Transpose of a matrix. CoMet, figure 13, is the simple one: each block goes to its final place at
// once. The divide-and-conquer one, with which the paper would have liked to compare, exchanges the
// two quadrants beside the diagonal, and then does the same within each quadrant.
#pragma once

#include <algorithm>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/matrix/matrix_kernel.hpp"

namespace strobe::kernels::matrix {

/// The block and its wrapper, transposed where they lie; `own` is where the result belongs. In
/// tiles, so that neither reading nor writing leaves the nearest cache.
inline void transpose_block(BlockMatrix& matrix, Place own) {
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

/// Sends the block to a process and takes the block of `arrives` from it.
template <layer::MessageLayer L>
void exchange_blocks(L& layer, BlockMatrix& matrix, layer::Rank partner, Place arrives) {
  layer.exchange(std::as_bytes(matrix.whole()), partner,
                 std::as_writable_bytes(matrix.arriving(arrives)), partner, layer::Tag{1});
  matrix.adopt(arrives);
}

/// INTEGRITY: a port may replace this function.
template <layer::MessageLayer L>
void transpose_simple(L& layer, BlockMatrix& matrix, const Adjacency& adjacency, Place own) {
  const Place mirrored{own.column, own.row};
  if (mirrored != own) exchange_blocks(layer, matrix, adjacency.rank_at(mirrored), mirrored);
  transpose_block(matrix, own);
}

/// INTEGRITY: a port may replace this function. Halving a square of blocks is a look at one bit of
/// both indices: the quadrants beside the diagonal are where the bits differ.
template <layer::MessageLayer L>
void transpose_divide(L& layer, BlockMatrix& matrix, const Adjacency& adjacency, Place own) {
  for (int half = adjacency.grid().rows / 2; half > 0; half /= 2) {
    if (((own.row ^ own.column) & half) == 0) continue;
    const Place partner{own.row ^ half, own.column ^ half};
    const Place held = matrix.origin();
    exchange_blocks(layer, matrix, adjacency.rank_at(partner),
                    {held.row ^ half, held.column ^ half});
  }
  transpose_block(matrix, own);
}

enum class TransposeMethod { simple, divide };

[[nodiscard]] inline TransposeMethod transpose_method_of(const measure::Point& point) {
  const std::string& word = measure::word_at(point, "method");
  if (word == "simple") return TransposeMethod::simple;
  if (word == "divide") return TransposeMethod::divide;
  throw Error("no such method of transposing: " + word);
}

/// Throws strobe::Error that says which numbers of processes would do where the grid does not.
inline void want_transposable(TransposeMethod method, Grid grid) {
  const bool square = grid.rows == grid.columns;
  if (method == TransposeMethod::simple && !square) {
    throw Error(
        base::format("the simple transpose needs a square grid, not {} by {}: 1, 4, 9, 16 "
                     "processes and so on",
                     grid.rows, grid.columns));
  }
  if (method == TransposeMethod::divide && !(square && has_gray_code(grid))) {
    throw Error(
        base::format("the transpose by divide and conquer halves a square grid, which {} by "
                     "{} is not down to one: 1, 4, 16, 64 processes and so on",
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
                want_transposable(transpose_method_of(point), grid_at(point));
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
    want_transposable(method_, adjacency.grid());
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
