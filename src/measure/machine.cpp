// SPDX-License-Identifier: BSD-3-Clause
#include "measure/machine.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace strobe::measure {
namespace {

constexpr std::array<std::string_view, topology_level_count> topology_level_names{
    "core", "l2", "l3", "numa", "package"};
constexpr int node_steps = topology_level_count;

std::vector<std::string_view> names_of(std::string_view dotted) {
  std::vector<std::string_view> names;
  while (!dotted.empty()) {
    const std::size_t dot = dotted.find('.');
    names.push_back(dotted.substr(0, dot));
    dotted.remove_prefix(dot == std::string_view::npos ? dotted.size() : dot + 1);
  }
  return names;
}

/// The number of switches that a message passes upwards from `a` until it reaches one above `b`.
int climb(const ProcessLocation& a, const ProcessLocation& b) {
  const auto one = names_of(a.switches);
  const auto other = names_of(b.switches);
  const auto parting = std::ranges::mismatch(one, other).in1;
  return static_cast<int>(one.end() - parting);
}

}  // namespace

Machine::Machine(std::vector<ProcessLocation> locations) : locations_(std::move(locations)) {
  std::set<int> lengths;
  for (int a = 0; a < ranks(); ++a) {
    for (int b = a + 1; b < ranks(); ++b) lengths.insert(steps(a, b));
  }
  lengths_.assign(lengths.begin(), lengths.end());
}

Machine Machine::flat(int ranks) {
  return Machine(std::vector<ProcessLocation>(static_cast<std::size_t>(ranks)));
}

int Machine::steps(int a, int b) const {
  const ProcessLocation& one = locations_[static_cast<std::size_t>(a)];
  const ProcessLocation& other = locations_[static_cast<std::size_t>(b)];
  if (!share_node(a, b)) return node_steps + 1 + climb(one, other);
  for (std::size_t part = 0; part < topology_level_count; ++part) {
    if (one.topology[part] != ProcessLocation::unknown &&
        one.topology[part] == other.topology[part]) {
      return static_cast<int>(part);
    }
  }
  return node_steps;
}

Distance Machine::distance(int a, int b) const {
  const int length = steps(a, b);
  const auto place = std::ranges::lower_bound(lengths_, length);
  Distance distance{.hops = static_cast<int>(place - lengths_.begin()) + 1, .level = "network"};
  if (length < node_steps) {
    distance.level = topology_level_names[static_cast<std::size_t>(length)];
  } else if (length == node_steps) {
    distance.level = "node";
  } else if (!locations_[static_cast<std::size_t>(a)].switches.empty()) {
    distance.level = "switch";
  }
  return distance;
}

bool Machine::share_node(int a, int b) const {
  return locations_[static_cast<std::size_t>(a)].node ==
         locations_[static_cast<std::size_t>(b)].node;
}

int Machine::numa_node(int rank) const {
  constexpr auto numa = static_cast<std::size_t>(TopologyLevel::numa);
  return locations_[static_cast<std::size_t>(rank)].topology[numa];
}

std::vector<int> Machine::cpu_nodes() const {
  std::set<int> nodes;
  for (int rank = 0; rank < ranks(); ++rank) {
    if (share_node(0, rank) && numa_node(rank) != ProcessLocation::unknown) {
      nodes.insert(numa_node(rank));
    }
  }
  return {nodes.begin(), nodes.end()};
}

int Machine::fewest_ranks_on_a_cpu_node() const {
  std::map<int, int> counts;
  for (int rank = 0; rank < ranks(); ++rank) {
    if (share_node(0, rank) && numa_node(rank) != ProcessLocation::unknown) {
      ++counts[numa_node(rank)];
    }
  }
  int fewest = counts.empty() ? 1 : counts.begin()->second;
  for (const auto& [node, count] : counts) fewest = std::min(fewest, count);
  return fewest;
}

std::vector<int> Machine::partners(int rank) const {
  std::map<int, int> nearest_first;
  for (int other = 0; other < ranks(); ++other) {
    if (other != rank) nearest_first.try_emplace(steps(rank, other), other);
  }
  std::vector<int> partners;
  for (const auto& [length, other] : nearest_first) partners.push_back(other);
  return partners;
}

}  // namespace strobe::measure
