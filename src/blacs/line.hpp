// SPDX-License-Identifier: BSD-3-Clause
//
// The processes of a scope, as a line: a row, a column, or all of a grid whose ranks are
// row-major. The place of a process in it is its index.
#pragma once

#include "schedule/step.hpp"

namespace strobe::blacs {

enum class Scope { row, column, all };
inline constexpr int scopes = 3;

struct Line {
  Scope scope = Scope::all;
  int first = 0;   ///< rank of index 0
  int stride = 1;  ///< from one rank to the next
  int size = 1;
  int own = 0;  ///< index of the calling process

  [[nodiscard]] constexpr int rank_of(int index) const { return first + index * stride; }
  [[nodiscard]] constexpr schedule::Place place(int root) const {
    return {.rank = own, .size = size, .root = root};
  }
};

}  // namespace strobe::blacs
