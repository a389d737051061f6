// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/wait_for.hpp"

#include <algorithm>
#include <map>
#include <queue>

#include "base/format.hpp"

namespace strobe::bcs::protocol {

namespace {

const Process& process_of(const Job& job, const std::vector<Node>& nodes, Rank rank) {
  return nodes[static_cast<std::size_t>(job.node_of(rank))].processes()[job.local(rank)];
}

/// The members of its communicator with whom it may have to do.
std::vector<Rank> others(const Job& job, const Waiting& waiting) {
  const Operation& operation = waiting.operation;
  const Rank size = job.size(operation.communicator);
  const Rank own = job.rank_in(operation.communicator, waiting.rank);
  std::vector<Rank> ranks;
  if (is_exchange(operation.call)) {
    Partners partners = partners_of(operation.call, operation.peer, own, size);
    ranks = std::move(partners.takers);
    ranks.insert(ranks.end(), partners.givers.begin(), partners.givers.end());
    std::ranges::sort(ranks);
    ranks.erase(std::ranges::unique(ranks).begin(), ranks.end());
    return ranks;
  }
  for (Rank member = 0; member < size; ++member) {
    if (member != own) ranks.push_back(member);
  }
  return ranks;
}

std::vector<Rank> waited_for(const Job& job, const std::vector<Node>& nodes,
                             const Waiting& waiting) {
  const Operation& operation = waiting.operation;
  const std::int32_t c = operation.communicator;
  const bool waits_for_calls = is_collective(operation.call);
  if (!waits_for_calls && operation.peer != any_source) return {job.member(c, operation.peer)};
  std::vector<Rank> ranks;
  const auto calls_of = [&](Rank rank) {
    return counted(process_of(job, nodes, rank).collectives, c);
  };
  const std::uint32_t calls = calls_of(waiting.rank);
  for (const Rank member : others(job, waiting)) {
    const Rank rank = job.member(c, member);
    const bool is_late = calls_of(rank) < calls;
    if (!waits_for_calls || is_late) ranks.push_back(rank);
  }
  std::ranges::sort(ranks);
  return ranks;
}

/// Where all have called, and still wait, somebody has called something else.
std::string said_otherwise(const std::vector<WaitFor>& graph, const Waiting& waiting) {
  const Signature signature = signature_of(waiting.operation);
  for (const WaitFor& other : graph) {
    if (other.ranks.empty() &&
        other.waiting.operation.communicator == waiting.operation.communicator &&
        signature_of(other.waiting.operation) != signature) {
      return base::format(", where rank {} calls {}", other.waiting.rank,
                          described(other.waiting.operation));
    }
  }
  return {};
}

std::string listed(const std::vector<Rank>& ranks) {
  constexpr std::size_t shown = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(ranks.size(), shown); ++i) {
    text += base::format("{}{}", i == 0 ? "" : ", ", ranks[i]);
  }
  if (ranks.size() > shown) text += base::format(" and {} more", ranks.size() - shown);
  return text;
}

}  // namespace

std::vector<WaitFor> wait_for_graph(const Job& job, const std::vector<Node>& nodes) {
  std::vector<WaitFor> graph;
  for (const Node& node : nodes) {
    for (Waiting& waiting : node.waiting()) {
      std::vector<Rank> ranks = waited_for(job, nodes, waiting);
      graph.push_back({std::move(waiting), std::move(ranks)});
    }
  }
  std::ranges::sort(graph, {}, [](const WaitFor& edge) { return edge.waiting.rank; });
  return graph;
}

std::vector<Rank> cycle_of(const std::vector<WaitFor>& graph) {
  std::map<Rank, const WaitFor*> of;
  for (const WaitFor& edge : graph) of[edge.waiting.rank] = &edge;
  std::vector<Rank> shortest;
  for (const WaitFor& start : graph) {
    // Breadth first from each, through higher ranks only: each cycle is found at its lowest rank.
    const Rank origin = start.waiting.rank;
    std::map<Rank, Rank> from;
    std::queue<Rank> next;
    next.push(origin);
    bool is_closed = false;
    while (!next.empty() && !is_closed) {
      const Rank rank = next.front();
      next.pop();
      for (const Rank to : of.at(rank)->ranks) {
        if (to == origin) {
          std::vector<Rank> cycle{rank};
          while (cycle.back() != origin) cycle.push_back(from.at(cycle.back()));
          std::ranges::reverse(cycle);
          if (shortest.empty() || cycle.size() < shortest.size()) shortest = std::move(cycle);
          is_closed = true;
          break;
        }
        if (to > origin && of.contains(to) && !from.contains(to)) {
          from[to] = rank;
          next.push(to);
        }
      }
    }
    if (shortest.size() == 2) break;
  }
  return shortest;
}

std::vector<std::string> report(const Job& job, const std::vector<Node>& nodes, std::size_t shown) {
  const std::vector<WaitFor> graph = wait_for_graph(job, nodes);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(graph.size(), shown); ++i) {
    const auto& [waiting, ranks] = graph[i];
    const std::string whom =
        ranks.empty()
            ? said_otherwise(graph, waiting)
            : base::format(" for {}{}", ranks.size() == 1 ? "rank " : "ranks ", listed(ranks));
    lines.push_back(
        base::format("rank {} waits in {}{}", waiting.rank, described(waiting.operation), whom));
  }
  if (graph.size() > shown) {
    lines.push_back(base::format("and {} more wait", graph.size() - shown));
  }
  if (const std::vector<Rank> cycle = cycle_of(graph); !cycle.empty()) {
    std::string text = "the cycle: ";
    for (const Rank rank : cycle) text += base::format("{} -> ", rank);
    lines.push_back(text + base::format("{}", cycle.front()));
  }
  return lines;
}

}  // namespace strobe::bcs::protocol
