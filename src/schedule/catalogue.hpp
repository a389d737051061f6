// SPDX-License-Identifier: BSD-3-Clause
//
// All patterns by name, for programs that draw, predict or list them.
#pragma once

#include <string_view>
#include <vector>

#include "schedule/cost.hpp"
#include "schedule/step.hpp"

namespace strobe::schedule {

/// What a topology is used for: a broadcast from the root, a reduction to the root, or a reduction
/// whose result the root broadcasts.
enum class Collective { broadcast, reduce, reduce_and_broadcast };

/// The options of a pattern. Options that do not apply to it must keep their defaults.
struct PatternOptions {
  int ranks = 8;
  int root = 0;
  int branches = 1;
  int segments = 1;
  int repetitions = 1;  ///< one after the other, without a barrier between them
  Collective collective = Collective::broadcast;  ///< topologies only
};

/// A message and its step: S in the figures of LAPACK Working Note 73.
struct DiagramMessage {
  int step = 0;
  TimedMessage message;
};

/// The messages and the times of all ranks of a pattern.
struct Diagram {
  std::vector<DiagramMessage> messages;  ///< by step, then by sender
  std::vector<double> finish_s;          ///< of each rank
};

struct Pattern {
  std::string_view name;
  std::string_view title;
  bool is_topology = false;  ///< has a root, segments and a choice of collective
  bool has_branches = false;
};

/// All patterns, topologies first.
[[nodiscard]] const std::vector<Pattern>& patterns();

/// The time at which each rank finishes. Throws strobe::Error if the name is unknown or an option
/// is wrong.
[[nodiscard]] std::vector<double> finish_times_s(std::string_view pattern,
                                                 const PatternOptions& options,
                                                 double message_bytes, const Costs& costs);

/// The same times and every message. Throws as above.
[[nodiscard]] Diagram diagram_of(std::string_view pattern, const PatternOptions& options,
                                 double message_bytes, const Costs& costs);

}  // namespace strobe::schedule
