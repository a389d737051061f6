// SPDX-License-Identifier: BSD-3-Clause
//
// A process grid as the tester knows it: the context that the BLACS gave, and coordinates that are
// computed from ranks, not asked of the BLACS.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "routines.hpp"
#include "world.hpp"

namespace strobe::blacs_test {

/// The processes of one scope, numbered as the BLACS number them.
struct Scope {
  char letter = 'a';
  int size = 1;
  int me = 0;
  int row = 0;  // of this process in the grid
  int column = 0;
  int columns = 1;

  std::pair<Int, Int> at(int position) const {
    switch (letter) {
      case 'r':
        return {row, position};
      case 'c':
        return {position, column};
      default:
        return {position / columns, position % columns};
    }
  }
  /// Tells this row or column from the others, which do the same at the same time.
  std::uint64_t number() const {
    return static_cast<std::uint64_t>(letter == 'r' ? row : letter == 'c' ? column : 0);
  }
};

struct Grid {
  Int context = -1;
  int rows = 1;
  int columns = 1;
  int row = -1;
  int column = -1;
  bool is_inside = false;
  std::vector<int> ranks;  // in the world, by position

  int size() const { return rows * columns; }
  int position() const { return row * columns + column; }
  std::pair<Int, Int> at(int position) const { return {position / columns, position % columns}; }

  Scope scope(char letter) const {
    const int size = letter == 'r' ? columns : letter == 'c' ? rows : rows * columns;
    const int me = letter == 'r' ? column : letter == 'c' ? row : position();
    return {letter, size, me, row, column, columns};
  }
};

/// The grid of the first rows x columns processes, in this order ("Row", "Column").
Grid make_grid(int rows, int columns, const char* order);
void leave(Grid& grid);

/// The coordinates of a rank in such a grid; {-1, -1} if it is outside.
std::pair<int, int> coordinates(int rank, int rows, int columns, const char* order);

}  // namespace strobe::blacs_test
