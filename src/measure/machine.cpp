// SPDX-License-Identifier: BSD-3-Clause
#include "measure/machine.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace strobe::measure {
namespace {

constexpr std::array<std::string_view, part_count> part_names{"core", "l2", "l3", "numa",
                                                              "package"};
constexpr int node_steps = part_count;

std::vector<std::string_view> names_of(std::string_view dotted) {
  std::vector<std::string_view> names;
  while (!dotted.empty()) {
    const std::size_t dot = dotted.find('.');
    names.push_back(dotted.substr(0, dot));
    dotted.remove_prefix(dot == std::string_view::npos ? dotted.size() : dot + 1);
  }
  return names;
}

/// How many switches a message climbs from `a` until it is above `b` too.
int climb(const Place& a, const Place& b) {
  const auto one = names_of(a.switches);
  const auto other = names_of(b.switches);
  const auto parting = std::ranges::mismatch(one, other).in1;
  return static_cast<int>(one.end() - parting);
}

}  // namespace

Machine::Machine(std::vector<Place> places) : places_(std::move(places)) {
  std::set<int> lengths;
  for (int a = 0; a < ranks(); ++a) {
    for (int b = a + 1; b < ranks(); ++b) lengths.insert(steps(a, b));
  }
  lengths_.assign(lengths.begin(), lengths.end());
}

Machine Machine::flat(int ranks) {
  return Machine(std::vector<Place>(static_cast<std::size_t>(ranks)));
}

int Machine::steps(int a, int b) const {
  const Place& one = places_[static_cast<std::size_t>(a)];
  const Place& other = places_[static_cast<std::size_t>(b)];
  if (!share_node(a, b)) return node_steps + 1 + climb(one, other);
  for (std::size_t part = 0; part < part_count; ++part) {
    if (one.parts[part] != Place::unknown && one.parts[part] == other.parts[part]) {
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
    distance.level = part_names[static_cast<std::size_t>(length)];
  } else if (length == node_steps) {
    distance.level = "node";
  } else if (!places_[static_cast<std::size_t>(a)].switches.empty()) {
    distance.level = "switch";
  }
  return distance;
}

bool Machine::share_node(int a, int b) const {
  return places_[static_cast<std::size_t>(a)].node == places_[static_cast<std::size_t>(b)].node;
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
