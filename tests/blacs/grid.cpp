// SPDX-License-Identifier: BSD-3-Clause
#include "grid.hpp"

#include <tuple>

namespace strobe::blacs_test {

std::pair<int, int> coordinates(int rank, int rows, int columns, const char* order) {
  if (rank >= rows * columns) {
    return {-1, -1};
  }
  // Whatever is not column-major is row-major.
  if (order[0] == 'C' || order[0] == 'c') {
    return {rank % rows, rank / rows};
  }
  return {rank / columns, rank % columns};
}

Grid make_grid(int rows, int columns, const char* order) {
  Grid grid;
  grid.rows = rows;
  grid.columns = columns;
  std::tie(grid.row, grid.column) = coordinates(world_rank(), rows, columns, order);
  grid.is_inside = grid.row >= 0;
  grid.ranks.resize(static_cast<std::size_t>(grid.size()));
  for (int rank = 0; rank < grid.size(); ++rank) {
    const auto [row, column] = coordinates(rank, rows, columns, order);
    grid.ranks[static_cast<std::size_t>(row * columns + column)] = rank;
  }
  support().get(-1, 0, &grid.context);
  support().gridinit(&grid.context, argument(order), rows, columns);
  return grid;
}

void leave(Grid& grid) {
  if (grid.is_inside) {
    support().gridexit(grid.context);
  }
  grid.context = -1;
}

}  // namespace strobe::blacs_test
