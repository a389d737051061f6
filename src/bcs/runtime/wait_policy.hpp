// SPDX-License-Identifier: BSD-3-Clause
//
// How long a rank that waits keeps its core before it sleeps. Whoever has a core to itself hears of
// a message after 0.2 us when it looks. When it has slept, it hears of it after 5 us, and after
// 45 us on a virtual machine, whose idle core its host has to wake; so it looks for much longer
// than that. Whoever looks on a core that others want keeps from them what it waits for.
#pragma once

#include <chrono>

#include "bcs/runtime/options.hpp"

namespace strobe::bcs::runtime {

struct WaitPolicy {
  int looks;   ///< before it gives its core away
  int yields;  ///< that often, before it counts as blocked
  /// For so long it gives its core away again and again while it is blocked, before it sleeps.
  std::chrono::microseconds attention{0};
  bool has_own_core = false;
  bool defers_to_other_processes = false;  ///< sleeps at once where they want the core
};

/// Of each of the `ranks` ranks of a node.
[[nodiscard]] WaitPolicy wait_policy_of(const Options& options, int ranks);

/// Lets others have the core first. False where strangers had it, each of whom has it for
/// milliseconds: a rank of the job takes some microseconds until it waits itself. Who sleeps is
/// woken before strangers.
bool yield_core();

}  // namespace strobe::bcs::runtime
