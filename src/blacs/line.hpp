// SPDX-License-Identifier: BSD-3-Clause
//
// The processes of a natural scope, as a line: a row, a column, or all of a grid whose ranks are
// row-major. The place of a process in it is its index.
#pragma once

#include <optional>

#include "schedule/step.hpp"
#include "strobe/blacs/scope.hpp"

namespace strobe::blacs {

inline constexpr int scopes = 3;

/// What the argument SCOPE names, in lower case; throws where it names none.
[[nodiscard]] NaturalScope scope_of(char letter);

/// Where the arguments RDEST and CDEST leave a result: on all if either is -1.
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
