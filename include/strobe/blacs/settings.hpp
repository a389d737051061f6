// SPDX-License-Identifier: BSD-3-Clause
//
// The settings of a grid. blacs_set changes the same ones with WHAT = 11 to 16.
#pragma once

namespace strobe::blacs {

/// Number of rings of a multiring (negative: decreasing rings) and of branches of a tree.
struct Branching {
  int rings = 1;
  int branches = 1;
  friend constexpr bool operator==(Branching, Branching) = default;
};

struct Settings {
  Branching broadcast;
  Branching combine;
  bool is_repeatable = false;  ///< a combine gives the same result in every run
  bool is_coherent = false;    ///< all processes get the same result of a combine
  friend constexpr bool operator==(const Settings&, const Settings&) = default;
};

}  // namespace strobe::blacs
