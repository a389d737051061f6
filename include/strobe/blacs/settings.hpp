// SPDX-License-Identifier: BSD-3-Clause
//
// What a program may set of a grid, as blacs_set does with WHAT = 11 to 16.
#pragma once

namespace strobe::blacs {

/// Rings of a multiring, less than zero where they decrease, and branches of a tree.
struct Branching {
  int rings = 1;
  int branches = 1;
  friend constexpr bool operator==(Branching, Branching) = default;
};

struct Settings {
  Branching broadcast;
  Branching combine;
  bool is_repeatable = false;  ///< combines give the same result each time
  bool is_coherent = false;    ///< combines that are left on all give all the same result
  friend constexpr bool operator==(const Settings&, const Settings&) = default;
};

}  // namespace strobe::blacs
