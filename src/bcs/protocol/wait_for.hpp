// SPDX-License-Identifier: BSD-3-Clause
//
// The wait-for graph of a deadlock and its report.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bcs/protocol/job.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

/// A waiting process, and the ranks for which it waits. A receive from any source waits for all
/// other members of its communicator.
struct WaitFor {
  WaitingProcess waiting;
  /// Sorted. Processes that wait for the same ranks share one list, which keeps the graph small if
  /// 100,000 processes wait in one barrier. A list may contain the waiting process itself, which
  /// does not count.
  std::shared_ptr<const std::vector<Rank>> ranks;
};

/// All waiting processes of these nodes, sorted by rank. A process in a collective waits for the
/// members that have not called it.
[[nodiscard]] std::vector<WaitFor> wait_for_graph(const Job& job, const std::vector<Node>& nodes);

/// A shortest cycle of ranks in which each one waits for the next. It begins with its lowest rank.
/// Empty if there is no cycle, for example if a process waits for a finished one. In a very large
/// graph the search ends early: the cycle may not be the shortest, or may be missing.
[[nodiscard]] std::vector<Rank> cycle_of(const std::vector<WaitFor>& graph);

/// "the cycle: 0 -> 2 -> 0", with at most `shown` ranks.
[[nodiscard]] std::string cycle_text(const std::vector<Rank>& cycle, std::size_t shown = 64);

/// The deadlock report: the cycle, and one line for each of the first `shown` processes.
[[nodiscard]] std::vector<std::string> report(const Job& job, const std::vector<Node>& nodes,
                                              std::size_t shown = 64);

}  // namespace strobe::bcs::protocol
