// SPDX-License-Identifier: BSD-3-Clause
//
// The BLACS as a program sees them: a grid of one row over the processes of a group, by the C names
// alone. So the library that comes first at run time is the one that is measured, and LD_PRELOAD
// puts another in the place of ours.
#pragma once

#include <strobe/blacs.h>

#include <cstddef>

namespace strobe::kernels::library {

/// All of the group make it together, and end it together.
class Grid {
 public:
  using Integer = strobe_blacs_int;

  Grid(MPI_Comm group, int processes) : system_(Csys2blacs_handle(group)), context_(system_) {
    Cblacs_gridinit(&context_, "Row", 1, static_cast<Integer>(processes));
  }
  ~Grid() {
    Cblacs_gridexit(context_);
    Cfree_blacs_system_handle(system_);
  }
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  [[nodiscard]] Integer context() const { return context_; }

  /// What blacs_set calls the rings of topology M; the branches of T have the next number.
  enum class Branching : Integer { of_broadcasts = 11, of_combines = 13 };

  /// How many rings, and how many branches, those two topologies have from now on.
  void set_branches(Branching which, Integer branches) {
    const auto rings_of = static_cast<Integer>(which);
    Cblacs_set(context_, rings_of, &branches);
    Cblacs_set(context_, rings_of + 1, &branches);
  }

 private:
  Integer system_;
  Integer context_;
};

/// A count as the library takes it.
[[nodiscard]] inline Grid::Integer integer(std::size_t count) {
  return static_cast<Grid::Integer>(count);
}

}  // namespace strobe::kernels::library
