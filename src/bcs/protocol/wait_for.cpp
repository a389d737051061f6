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

/// Who is waited for, found once for all who wait for the same.
class WaitedFor {
 public:
  WaitedFor(const Job& job, const std::vector<Node>& nodes) : job_(&job), nodes_(&nodes) {}

  Ranks of(const Waiting& waiting) {
    const Operation& operation = waiting.operation;
    const std::int32_t c = operation.communicator;
    if (!is_collective(operation.call)) {
      return operation.peer == any_source ? behind(c, everybody) : one(c, operation.peer);
    }
    const std::uint32_t calls = calls_of(waiting.rank, c);
    const bool concerns_all =
        !is_exchange(operation.call) ||
        takes_own(operation.call, operation.peer, job_->rank_in(c, waiting.rank));
    if (concerns_all) return behind(c, calls);
    const bool is_root_late = calls_of(job_->member(c, operation.peer), c) < calls;
    return is_root_late ? one(c, operation.peer) : std::make_shared<const std::vector<Rank>>();
  }

 private:
  static constexpr std::uint32_t everybody = UINT32_MAX;

  [[nodiscard]] std::uint32_t calls_of(Rank rank, std::int32_t communicator) const {
    return counted(process_of(*job_, *nodes_, rank).collectives, communicator);
  }
  [[nodiscard]] Ranks one(std::int32_t communicator, Rank member) const {
    return std::make_shared<const std::vector<Rank>>(1, job_->member(communicator, member));
  }
  /// The members that have called fewer collectives than so many.
  Ranks behind(std::int32_t communicator, std::uint32_t calls) {
    Ranks& found = behind_[{communicator, calls}];
    if (!found) {
      std::vector<Rank> ranks;
      for (Rank member = 0; member < job_->size(communicator); ++member) {
        const Rank rank = job_->member(communicator, member);
        if (calls == everybody || calls_of(rank, communicator) < calls) ranks.push_back(rank);
      }
      std::ranges::sort(ranks);
      found = std::make_shared<const std::vector<Rank>>(std::move(ranks));
    }
    return found;
  }

  const Job* job_;
  const std::vector<Node>* nodes_;
  std::map<std::pair<std::int32_t, std::uint32_t>, Ranks> behind_;
};

/// Where all have called, and still wait, somebody has called something else.
std::string said_otherwise(const std::vector<WaitFor>& graph, const Waiting& waiting) {
  const Signature signature = signature_of(waiting.operation);
  for (const WaitFor& other : graph) {
    if (other.ranks->empty() &&
        other.waiting.operation.communicator == waiting.operation.communicator &&
        signature_of(other.waiting.operation) != signature) {
      return base::format(", where rank {} calls {}", other.waiting.rank,
                          described(other.waiting.operation));
    }
  }
  return {};
}

/// " for rank 3", " for ranks 0, 2 and 4 more".
std::string told(const WaitFor& edge) {
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

/// One search for a cycle, breadth first.
class Search {
 public:
  explicit Search(const std::vector<WaitFor>& graph) {
    for (const WaitFor& edge : graph) of_[edge.waiting.rank] = &edge;
  }

  /// A shortest cycle through `origin` and higher ranks only, so that each is found at its lowest
  /// rank; empty where there is none, or none any more within what may be looked at.
  std::vector<Rank> through(Rank origin) {
    std::unordered_map<Rank, Rank> from;
    std::unordered_set<const void*> looked_through;
    std::queue<Rank> next;
    next.push(origin);
    while (!next.empty() && !is_exhausted()) {
      const Rank rank = next.front();
      next.pop();
      const Ranks& ranks = of_.at(rank)->ranks;
      // Others who wait for the same lead to nobody new; but whoever waits for the same as the
      // origin may wait for the origin.
      if (rank != origin && !looked_through.insert(ranks.get()).second) continue;
      for (const Rank to : *ranks) {
        ++looked_at_;
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

  [[nodiscard]] bool is_exhausted() const { return looked_at_ > most_looked_at; }

 private:
  // A second or two.
  static constexpr std::size_t most_looked_at = 10'000'000;

  std::unordered_map<Rank, const WaitFor*> of_;
  std::size_t looked_at_ = 0;
};

}  // namespace

std::vector<WaitFor> wait_for_graph(const Job& job, const std::vector<Node>& nodes) {
  std::vector<WaitFor> graph;
  WaitedFor waited_for(job, nodes);
  for (const Node& node : nodes) {
    for (Waiting& waiting : node.waiting()) {
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

std::string drawn(const std::vector<Rank>& cycle, std::size_t shown) {
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
  for (std::size_t i = 0; i < std::min(graph.size(), shown); ++i) {
    const auto& [waiting, ranks] = graph[i];
    const std::string whom = ranks->empty() ? said_otherwise(graph, waiting) : told(graph[i]);
    lines.push_back(
        base::format("rank {} waits in {}{}", waiting.rank, described(waiting.operation), whom));
  }
  if (graph.size() > shown) {
    lines.push_back(base::format("and {} more wait", graph.size() - shown));
  }
  if (const std::vector<Rank> cycle = cycle_of(graph); !cycle.empty()) {
    lines.push_back(drawn(cycle, shown));
  }
  return lines;
}

}  // namespace strobe::bcs::protocol
