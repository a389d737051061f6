// SPDX-License-Identifier: BSD-3-Clause
//
// Why nobody can go on: who waits for whom, told from what each process waits in.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bcs/protocol/job.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

/// One process that waits. Who waits for any source waits until one of the others does something.
struct WaitFor {
  Waiting waiting;
  /// Those for whom it waits, lowest first. All who wait for the same share it, so that a hundred
  /// thousand in one barrier take no more than that; whoever is among them does not wait for
  /// itself.
  std::shared_ptr<const std::vector<Rank>> ranks;
};

/// All that wait on these nodes, by rank. A process in a collective waits for those that have not
/// called it.
[[nodiscard]] std::vector<WaitFor> wait_for_graph(const Job& job, const std::vector<Node>& nodes);

/// A shortest cycle in which each waits for the next, beginning with its lowest rank; empty where
/// what is waited for is a finished process. Of very many processes it is a short one, if one is
/// found among those that are looked at.
[[nodiscard]] std::vector<Rank> cycle_of(const std::vector<WaitFor>& graph);

/// "the cycle: 0 -> 2 -> 0"; of a longer one the first `shown`.
[[nodiscard]] std::string drawn(const std::vector<Rank>& cycle, std::size_t shown = 64);

/// The report: a line a process (the first `shown` of them), and the cycle.
[[nodiscard]] std::vector<std::string> report(const Job& job, const std::vector<Node>& nodes,
                                              std::size_t shown = 64);

}  // namespace strobe::bcs::protocol
