// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/wait_for.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <unordered_map>
#include <unordered_set>

#include "base/format.hpp"

namespace strobe::bcs::protocol {

namespace {

const Process& process_of(const Job& job, const std::vector<Node>& nodes, Rank rank) {
  return nodes[static_cast<std::size_t>(job.node_of(rank))].processes()[job.local(rank)];
}

using Ranks = std::shared_ptr<const std::vector<Rank>>;

/// The ranks for which each process waits. Processes that wait for the same ranks share one list.
class WaitedFor {
 public:
  WaitedFor(const Job& job, const std::vector<Node>& nodes) : job_(&job), nodes_(&nodes) {}

  Ranks of(const WaitingProcess& waiting) {
    const Operation& operation = waiting.operation;
    const std::int32_t c = operation.communicator;
    if (!is_collective(operation.call)) {
      return operation.peer == any_source ? members_with_fewer_calls(c, unlimited_calls)
                                          : one(c, operation.peer);
    }
    const std::uint32_t calls = calls_of(waiting.rank, c);
    const bool waits_for_all =
        !is_exchange(operation.call) ||
        receives_own_part(operation.call, operation.peer, job_->rank_in(c, waiting.rank));
    if (waits_for_all) return members_with_fewer_calls(c, calls);
    const bool is_root_late = calls_of(job_->member(c, operation.peer), c) < calls;
    return is_root_late ? one(c, operation.peer) : std::make_shared<const std::vector<Rank>>();
  }

 private:
  static constexpr std::uint32_t unlimited_calls = UINT32_MAX;

  [[nodiscard]] std::uint32_t calls_of(Rank rank, std::int32_t communicator) const {
    return counter_value(process_of(*job_, *nodes_, rank).collectives, communicator);
  }
  [[nodiscard]] Ranks one(std::int32_t communicator, Rank member) const {
    return std::make_shared<const std::vector<Rank>>(1, job_->member(communicator, member));
  }
  /// The members that have called fewer than `calls` collectives.
  Ranks members_with_fewer_calls(std::int32_t communicator, std::uint32_t calls) {
    Ranks& found = members_with_fewer_calls_[{communicator, calls}];
    if (!found) {
      std::vector<Rank> ranks;
      for (Rank member = 0; member < job_->size(communicator); ++member) {
        const Rank rank = job_->member(communicator, member);
        if (calls == unlimited_calls || calls_of(rank, communicator) < calls) ranks.push_back(rank);
      }
      std::ranges::sort(ranks);
      found = std::make_shared<const std::vector<Rank>>(std::move(ranks));
    }
    return found;
  }

  const Job* job_;
  const std::vector<Node>* nodes_;
  std::map<std::pair<std::int32_t, std::uint32_t>, Ranks> members_with_fewer_calls_;
};

/// If all members have called a collective and still wait, one of them has called a different one.
std::string different_call(const std::vector<WaitFor>& graph, const WaitingProcess& waiting) {
  const Signature signature = signature_of(waiting.operation);
  for (const WaitFor& other : graph) {
    if (other.ranks->empty() &&
        other.waiting.operation.communicator == waiting.operation.communicator &&
        signature_of(other.waiting.operation) != signature) {
      return base::format(", but rank {} calls {}", other.waiting.rank,
                          to_string(other.waiting.operation));
    }
  }
  return {};
}

/// " for rank 3", " for ranks 0, 2 and 4 more".
std::string awaited_ranks(const WaitFor& edge) {
  constexpr std::size_t shown = 4;
  std::string text;
  std::size_t count = 0;
  for (const Rank rank : *edge.ranks) {
    if (rank == edge.waiting.rank || ++count > shown) continue;
    text += base::format("{}{}", count == 1 ? "" : ", ", rank);
  }
  if (count > shown) text += base::format(" and {} more", count - shown);
  return base::format(" for {} {}", count == 1 ? "rank" : "ranks", text);
}

/// A breadth-first search for cycles.
class Search {
 public:
  explicit Search(const std::vector<WaitFor>& graph) {
    for (const WaitFor& edge : graph) of_[edge.waiting.rank] = &edge;
  }

  /// A shortest cycle through `origin` and higher ranks. Each cycle is therefore found once, from
  /// its lowest rank. Empty if there is none or the search has reached its limit.
  std::vector<Rank> through(Rank origin) {
    std::unordered_map<Rank, Rank> from;
    std::unordered_set<const void*> searched_lists;
    std::queue<Rank> next;
    next.push(origin);
    while (!next.empty() && !is_exhausted()) {
      const Rank rank = next.front();
      next.pop();
      const Ranks& ranks = of_.at(rank)->ranks;
      // A list that was searched before leads to no new rank. The list of the origin is not
      // counted: another rank with the same list may wait for the origin.
      if (rank != origin && !searched_lists.insert(ranks.get()).second) continue;
      for (const Rank to : *ranks) {
        ++visited_edges_;
        if (to == origin && rank != origin) {
          std::vector<Rank> cycle{rank};
          while (cycle.back() != origin) cycle.push_back(from.at(cycle.back()));
          std::ranges::reverse(cycle);
          return cycle;
        }
        if (to > origin && of_.contains(to) && from.emplace(to, rank).second) next.push(to);
      }
    }
    return {};
  }

  [[nodiscard]] bool is_exhausted() const { return visited_edges_ > max_visited_edges; }

 private:
  // One or two seconds.
  static constexpr std::size_t max_visited_edges = 10'000'000;

  std::unordered_map<Rank, const WaitFor*> of_;
  std::size_t visited_edges_ = 0;
};

}  // namespace

std::vector<WaitFor> wait_for_graph(const Job& job, const std::vector<Node>& nodes) {
  std::vector<WaitFor> graph;
  WaitedFor waited_for(job, nodes);
  for (const Node& node : nodes) {
    for (WaitingProcess& waiting : node.waiting()) {
      Ranks ranks = waited_for.of(waiting);
      graph.push_back({std::move(waiting), std::move(ranks)});
    }
  }
  std::ranges::sort(graph, {}, [](const WaitFor& edge) { return edge.waiting.rank; });
  return graph;
}

std::vector<Rank> cycle_of(const std::vector<WaitFor>& graph) {
  Search search(graph);
  std::vector<Rank> shortest;
  for (const WaitFor& start : graph) {
    std::vector<Rank> cycle = search.through(start.waiting.rank);
    const bool is_shorter = shortest.empty() || cycle.size() < shortest.size();
    if (!cycle.empty() && is_shorter) shortest = std::move(cycle);
    if (shortest.size() == 2 || search.is_exhausted()) break;
  }
  return shortest;
}

std::string cycle_text(const std::vector<Rank>& cycle, std::size_t shown) {
  std::string text = "the cycle: ";
  for (std::size_t i = 0; i < std::min(cycle.size(), shown); ++i) {
    text += base::format("{} -> ", cycle[i]);
  }
  if (cycle.size() > shown) text += base::format("{} more -> ", cycle.size() - shown);
  return text + base::format("{}", cycle.front());
}

std::vector<std::string> report(const Job& job, const std::vector<Node>& nodes, std::size_t shown) {
  const std::vector<WaitFor> graph = wait_for_graph(job, nodes);
  std::vector<std::string> lines;
  if (const std::vector<Rank> cycle = cycle_of(graph); !cycle.empty()) {
    lines.push_back(cycle_text(cycle, shown));
  }
  for (std::size_t i = 0; i < std::min(graph.size(), shown); ++i) {
    const auto& [waiting, ranks] = graph[i];
    const std::string awaited =
        ranks->empty() ? different_call(graph, waiting) : awaited_ranks(graph[i]);
    lines.push_back(
        base::format("rank {} waits in {}{}", waiting.rank, to_string(waiting.operation), awaited));
  }
  if (graph.size() > shown) {
    lines.push_back(base::format("{} more ranks wait", graph.size() - shown));
  }
  return lines;
}

}  // namespace strobe::bcs::protocol
