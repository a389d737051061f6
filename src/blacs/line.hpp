// SPDX-License-Identifier: BSD-3-Clause
//
// A line: the processes of a row, of a column, or of the whole grid, in row-major order. Each
// process of a line has an index, from 0.
#pragma once

#include <optional>

#include "schedule/step.hpp"
#include "strobe/blacs/scope.hpp"

namespace strobe::blacs {

inline constexpr int scopes = 3;

/// The scope of the argument SCOPE, in lower case. Throws if there is none.
[[nodiscard]] NaturalScope scope_of(char letter);

/// The destination of the arguments RDEST and CDEST; empty (all processes) if either is -1.
[[nodiscard]] std::optional<Coordinates> left_on(Coordinates destination);

struct Line {
  NaturalScope scope = NaturalScope::all;
  int first = 0;   ///< rank of index 0
  int stride = 1;  ///< from one rank to the next
  int size = 1;
  int own = 0;  ///< index of the calling process

  [[nodiscard]] constexpr int rank_of(int index) const { return first + index * stride; }
  [[nodiscard]] constexpr schedule::Position position(int root) const {
    return {.rank = own, .size = size, .root = root};
  }
};

}  // namespace strobe::blacs
