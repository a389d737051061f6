// SPDX-License-Identifier: BSD-3-Clause
//
// All patterns by name, for whoever draws, predicts or lists them.
#pragma once

#include <string_view>
#include <vector>

#include "schedule/cost.hpp"
#include "schedule/step.hpp"

namespace strobe::schedule {

/// What a pattern is asked for. Whatever does not concern it must stay as it is here.
struct Wish {
  int ranks = 8;
  int root = 0;
  int branches = 1;
  int segments = 1;
  int repetitions = 1;  ///< one after the other, without waiting for all in between
  /// Of a topology: what spreads from the root, what is combined at it, or what is left on all.
  enum class Way { spread, combine, combine_on_all } way = Way::spread;
};

/// A message, and in which step it is passed: S of the figures of LAPACK Working Note 73.
struct Drawn {
  int step = 0;
  Passed message;
};

/// One pattern, computed for all ranks.
struct Drawing {
  std::vector<Drawn> messages;    ///< by step, then by sender
  std::vector<double> of_rank_s;  ///< when each rank is done
};

struct Pattern {
  std::string_view name;
  std::string_view title;
  bool is_topology = false;  ///< it has a root, ways and segments
  bool branches = false;
};

/// The topologies first.
[[nodiscard]] const std::vector<Pattern>& patterns();

/// When each rank is done. Throws strobe::Error with one sentence where there is no such pattern,
/// or the wish cannot be met.
[[nodiscard]] std::vector<double> finish_s(std::string_view pattern, const Wish& wish,
                                           double message_bytes, const Costs& costs);

/// The same, and every message. Throws as above.
[[nodiscard]] Drawing draw(std::string_view pattern, const Wish& wish, double message_bytes,
                           const Costs& costs);

}  // namespace strobe::schedule
