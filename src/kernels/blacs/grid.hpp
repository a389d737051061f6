// SPDX-License-Identifier: BSD-3-Clause
//
// The BLACS as a program uses them: a grid of one row over the processes of a group, created with
// the C names only. The bench therefore measures the library that the dynamic linker finds first,
// and LD_PRELOAD can replace ours by another.
#pragma once

#include <strobe/blacs.h>

#include <cstddef>

namespace strobe::kernels::blacs {

/// All processes of the group must construct it, and destroy it, together.
class BlacsGrid {
 public:
  using Integer = strobe_blacs_int;

  BlacsGrid(MPI_Comm group, int processes) : system_(Csys2blacs_handle(group)), context_(system_) {
    Cblacs_gridinit(&context_, "Row", 1, static_cast<Integer>(processes));
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
