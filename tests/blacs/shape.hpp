// SPDX-License-Identifier: BSD-3-Clause
//
// Which elements of an M x N matrix a routine communicates: all of them, or those of a trapezoid,
// whose diagonal starts in a corner that depends on UPLO and on whether M exceeds N.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "routines.hpp"

namespace strobe::blacs_test {

enum class Form { general, upper, lower };

struct Shape {
  Form form = Form::general;
  bool unit = false;  // the diagonal is left out
  Int m = 0;
  Int n = 0;

  /// The first row of column j that is communicated, and the row after the last.
  std::pair<Int, Int> rows(Int j) const {
    const Int left_out = unit ? 1 : 0;
    if (form == Form::general) {
      return {0, m};
    }
    if (form == Form::upper) {
      // Tall: a rectangle stands on the triangle. Wide: full columns follow it.
      const Int diagonal = m > n ? m - n + j : j;
      return diagonal < m ? std::pair{Int{0}, diagonal + 1 - left_out} : std::pair{Int{0}, m};
    }
    // Tall: the triangle stands on a rectangle. Wide: full columns precede it.
    const Int diagonal = m > n ? j : j - (n - m);
    return diagonal < 0 ? std::pair{Int{0}, m} : std::pair{diagonal + left_out, m};
  }

  /// Calls f(i, j) for each element in the order in which a message holds them.
  template <class F>
  void each(F f) const {
    for (Int j = 0; m > 0 && j < n; ++j) {
      const auto [first, end] = rows(j);
      for (Int i = first; i < end; ++i) {
        f(i, j);
      }
    }
  }

  bool contains(Int i, Int j) const {
    if (i < 0 || i >= m || j < 0 || j >= n) {
      return false;
    }
    const auto [first, end] = rows(j);
    return i >= first && i < end;
  }

  std::size_t count() const {
    std::size_t elements = 0;
    for (Int j = 0; m > 0 && j < n; ++j) {
      const auto [first, end] = rows(j);
      elements += static_cast<std::size_t>(std::max<Int>(end - first, 0));
    }
    return elements;
  }
};

}  // namespace strobe::blacs_test
