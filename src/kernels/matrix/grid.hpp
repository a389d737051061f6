// SPDX-License-Identifier: BSD-3-Clause
//
// The grid of processes over which a matrix is distributed, and each process's range of an axis.
#pragma once

#include <cstdint>

namespace strobe::kernels::matrix {

/// The position of a process, or of a block, in a grid.
struct GridPosition {
  int row = 0;
  int column = 0;
  friend constexpr bool operator==(GridPosition, GridPosition) = default;
};

/// The paper's proc_dim2 by proc_dim1.
struct Grid {
  int rows = 1;
  int columns = 1;
  friend constexpr bool operator==(Grid, Grid) = default;

  [[nodiscard]] constexpr int processes() const { return rows * columns; }
  /// Positions beyond an edge wrap around to the opposite edge.
  [[nodiscard]] constexpr GridPosition wrapped(GridPosition position) const {
    return {(position.row % rows + rows) % rows, (position.column % columns + columns) % columns};
  }
  [[nodiscard]] constexpr int index_of(GridPosition position) const {
    return position.row * columns + position.column;
  }
};

/// CoMet's choice, section 3.3: a square if possible, otherwise twice as many columns as rows if
/// possible. The paper does not mention other numbers of processes; they get the most nearly square
/// grid with at least as many columns as rows.
[[nodiscard]] Grid grid_of(int processes);

/// A range of row or column indices.
struct IndexRange {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// Part `index` of `n` rows or columns, divided among `parts` processes as evenly as possible.
[[nodiscard]] constexpr IndexRange range_of_part(std::int64_t n, int parts, int index) {
  const std::int64_t first = n * index / parts;
  return {first, n * (index + 1) / parts - first};
}

}  // namespace strobe::kernels::matrix
