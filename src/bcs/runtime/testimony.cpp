// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/testimony.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/format.hpp"
#include "bcs/protocol/wait_for.hpp"

namespace strobe::bcs::runtime {

bool testify(Segment& segment, Rank rank, std::string_view text,
             const std::vector<Rank>& waits_for) {
  Testimony& testimony = segment.testimony(rank);
  const std::size_t count = std::min(waits_for.size(), std::size(testimony.waits_for));
  std::copy_n(waits_for.begin(), count, testimony.waits_for);
  testimony.count = static_cast<std::int32_t>(count);
  // What is cut off ends in zeros, of which fresh memory is made.
  std::memcpy(testimony.text, text.data(), std::min(text.size(), sizeof testimony.text - 1));
  testimony.is_given.store(1, std::memory_order_release);
  Control& control = segment.control();
  return control.testified.fetch_add(1, std::memory_order_acq_rel) + 1 ==
         control.stuck.load(std::memory_order_relaxed);
}

std::vector<std::string> verdict(Segment& segment) {
  std::vector<std::string> lines;
  std::vector<protocol::WaitFor> graph;
  for (Rank rank = 0; rank < segment.ranks(); ++rank) {
    Testimony& testimony = segment.testimony(rank);
    if (testimony.is_given.load(std::memory_order_acquire) == 0) continue;
    lines.push_back(base::format("rank {} {}", rank, testimony.text));
    protocol::WaitFor edge;
    edge.waiting.rank = rank;
    edge.ranks = std::make_shared<const std::vector<Rank>>(testimony.waits_for,
                                                           testimony.waits_for + testimony.count);
    graph.push_back(std::move(edge));
  }
  const std::vector<Rank> cycle = protocol::cycle_of(graph);
  if (!cycle.empty()) lines.push_back(protocol::drawn(cycle));
  return lines;
}

}  // namespace strobe::bcs::runtime
