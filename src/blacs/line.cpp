// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/line.hpp"

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::blacs {

NaturalScope scope_of(char letter) {
  switch (letter) {
    case 'r':
      return NaturalScope::row;
    case 'c':
      return NaturalScope::column;
    case 'a':
      return NaturalScope::all;
    default:
      throw Error(base::format("SCOPE is '{}'; give Row, Column or All", letter));
  }
}

std::optional<Coordinates> left_on(Coordinates destination) {
  if (destination.row == -1 || destination.column == -1) return std::nullopt;
  return destination;
}

}  // namespace strobe::blacs
