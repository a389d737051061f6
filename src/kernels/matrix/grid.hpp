// SPDX-License-Identifier: BSD-3-Clause
//
// The grid of processes over which a matrix is laid, and which part of an axis each of them holds.
#pragma once

#include <cstdint>

namespace strobe::kernels::matrix {

/// Where a process, or a block of the matrix, is in a grid.
struct Place {
  int row = 0;
  int column = 0;
  friend constexpr bool operator==(Place, Place) = default;
};

/// The paper's proc_dim2 by proc_dim1.
struct Grid {
  int rows = 1;
  int columns = 1;
  friend constexpr bool operator==(Grid, Grid) = default;

  [[nodiscard]] constexpr int processes() const { return rows * columns; }
  /// Places beyond an edge are those at the opposite one.
  [[nodiscard]] constexpr Place wrapped(Place place) const {
    return {(place.row % rows + rows) % rows, (place.column % columns + columns) % columns};
  }
  [[nodiscard]] constexpr int index_of(Place place) const {
    return place.row * columns + place.column;
  }
};

/// CoMet's choice, section 3.3: square where that is possible, twice as many columns as rows where
/// that is. Of another number of processes, of which the paper says nothing, the most nearly square
/// grid that has at least as many columns as rows.
[[nodiscard]] Grid grid_of(int processes);

/// A run of rows or columns.
struct Extent {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// Part `index` of `n` rows or columns that `parts` processes share as evenly as whole ones allow.
[[nodiscard]] constexpr Extent part_of(std::int64_t n, int parts, int index) {
  const std::int64_t first = n * index / parts;
  return {first, n * (index + 1) / parts - first};
}

}  // namespace strobe::kernels::matrix
