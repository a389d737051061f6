// SPDX-License-Identifier: BSD-3-Clause
//
// The BLACS as a program uses them: a grid over the processes of a group, created with the C names
// only. The bench therefore measures the library that the dynamic linker finds first, and
// LD_PRELOAD can replace ours by another.
#pragma once

#include <strobe/blacs.h>

#include <cstddef>
#include <vector>

namespace strobe::kernels::blacs {

/// All processes of the group must construct it, and destroy it, together.
class BlacsGrid {
 public:
  using Integer = strobe_blacs_int;

  /// A grid of one row.
  BlacsGrid(MPI_Comm group, int processes) : BlacsGrid(group, {.columns = processes}) {}

  /// A grid in row-major order. The group begins with the process at `first`, and goes on
  /// cyclically in the order of the grid.
  struct Arrangement {
    int rows = 1;
    int columns = 1;
    int first = 0;
  };
  BlacsGrid(MPI_Comm group, Arrangement grid)
      : system_(Csys2blacs_handle(group)), context_(system_) {
    const int processes = grid.rows * grid.columns;
    // USERMAP has the columns of the grid one after the other.
    std::vector<Integer> ranks;
    for (int column = 0; column < grid.columns; ++column) {
      for (int row = 0; row < grid.rows; ++row) {
        const int position = row * grid.columns + column;
        ranks.push_back(static_cast<Integer>((position - grid.first + processes) % processes));
      }
    }
    Cblacs_gridmap(&context_, ranks.data(), static_cast<Integer>(grid.rows),
                   static_cast<Integer>(grid.rows), static_cast<Integer>(grid.columns));
  }
  ~BlacsGrid() {
    Cblacs_gridexit(context_);
    Cfree_blacs_system_handle(system_);
  }
  BlacsGrid(const BlacsGrid&) = delete;
  BlacsGrid& operator=(const BlacsGrid&) = delete;

  [[nodiscard]] Integer context() const { return context_; }

  /// The numbers with which blacs_set chooses the rings of topology M; the branches of topology T
  /// have the next number.
  enum class Branching : Integer { of_broadcasts = 11, of_combines = 13 };

  /// Sets the number of rings and of branches of those two topologies.
  void set_branches(Branching which, Integer branches) {
    const auto rings_of = static_cast<Integer>(which);
    Cblacs_set(context_, rings_of, &branches);
    Cblacs_set(context_, rings_of + 1, &branches);
  }

 private:
  Integer system_;
  Integer context_;
};

/// Converts a count to the library's integer type.
[[nodiscard]] inline BlacsGrid::Integer integer(std::size_t count) {
  return static_cast<BlacsGrid::Integer>(count);
}

}  // namespace strobe::kernels::blacs
