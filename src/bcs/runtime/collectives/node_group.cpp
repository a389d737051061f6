// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/node_group.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <unordered_map>

namespace strobe::bcs::runtime::collectives {

namespace {

/// Numbers nodes in the order of their first members. The nodes of a job are in this order.
StridedList numbered_by_first_members(const StridedList& of_members) {
  int next = 0;
  const bool are_in_order = std::ranges::all_of(of_members, [&](int node) {
    if (node == next) ++next;
    return node < next;
  });
  if (are_in_order) return of_members;
  StridedList::Builder builder;
  if (std::ranges::is_sorted(of_members)) {
    int number = 0;
    int before = of_members.front();
    for (const int node : of_members) {
      if (node != before) ++number;
      builder.append(number);
      before = node;
    }
    return builder.finish();
  }
  std::unordered_map<int, int> numbers;
  for (const int node : of_members) {
    builder.append(numbers.try_emplace(node, static_cast<int>(numbers.size())).first->second);
  }
  return builder.finish();
}

/// The members sorted by node, if their nodes are 0 to `nodes` - 1 again and again.
StridedList sorted_by_cyclic_node(int members, int nodes) {
  StridedList::Builder builder;
  for (int node = 0; node < nodes; ++node) {
    for (int member = node; member < members; member += nodes) builder.append(member);
  }
  return builder.finish();
}

StridedList sorted_by_node(const StridedList& node_of, int nodes) {
  std::vector<std::size_t> next(static_cast<std::size_t>(nodes) + 1);
  for (const int node : node_of) ++next[static_cast<std::size_t>(node) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<int> members(node_of.size());
  int member = 0;
  for (const int node : node_of) members[next[static_cast<std::size_t>(node)]++] = member++;
  return members;
}

}  // namespace

Nodes::Nodes(const StridedList& of_members) : node_(numbered_by_first_members(of_members)) {
  const int nodes = node_.size() == 0 ? 0 : 1 + std::ranges::max(node_);
  if (std::ranges::is_sorted(node_)) {
    order_ = Order::blocks;
    members_ = StridedList::consecutive(size());
  } else if (node_ == StridedList::cyclic(nodes, size())) {
    order_ = Order::cyclic;
    members_ = sorted_by_cyclic_node(size(), nodes);
  } else {
    members_ = sorted_by_node(node_, nodes);
  }
  find_begins();
}

void Nodes::find_begins() {
  StridedList::Builder begins;
  int place = 0;
  for (const int member : members_) {
    if (static_cast<std::size_t>(of(member)) == begins.size()) begins.append(place);
    ++place;
  }
  begins.append(size());
  begins_ = begins.finish();
  fewest_members_ = size();
  for (auto begin = begins_.begin(), end = std::next(begin); end != begins_.end(); begin = end++) {
    fewest_members_ = std::min(fewest_members_, *end - *begin);
  }
}

Nodes Nodes::of_single_members(int members) { return Nodes(StridedList::consecutive(members)); }

std::size_t Nodes::place(int member) const {
  const auto here = members(of(member));
  const auto at = std::ranges::lower_bound(here, member);
  return begin(of(member)) + static_cast<std::size_t>(at - here.begin());
}

std::vector<RankRange> Nodes::runs(int first, int count) const {
  if (count == this->count()) return {{0, size()}};
  std::vector<RankRange> runs;
  const auto add = [&](int begin, int end) {
    if (begin < end) runs.push_back({begin, end});
  };
  const int end = first + count;
  switch (order_) {
    case Order::blocks: {
      const auto at = [&](int node) { return static_cast<int>(begin(node)); };
      if (end > this->count()) add(0, at(end - this->count()));
      add(at(first), at(std::min(end, this->count())));
      break;
    }
    case Order::cyclic:
      for (int begin = first - this->count(); begin < size(); begin += this->count()) {
        add(std::max(begin, 0), std::min(begin + count, size()));
      }
      break;
    case Order::any: {
      std::vector<int> members;
      for (int node = first; node < end; ++node) {
        std::ranges::copy(this->members(node % this->count()), std::back_inserter(members));
      }
      std::ranges::sort(members);
      for (const int member : members) {
        if (runs.empty() || runs.back().end != member) runs.push_back({member, member});
        ++runs.back().end;
      }
      break;
    }
  }
  return runs;
}

std::vector<RankRange> Nodes::partial_ranges(int first, int count) const {
  std::vector<RankRange> ranges;
  for (const RankRange& run : runs(first, count)) {
    std::ranges::copy(collectives::partial_ranges(run, size()), std::back_inserter(ranges));
  }
  return ranges;
}

int NodeGroup::leader(int of_node, int number) const {
  const auto members = nodes.members(of_node);
  if (of_node != root_node()) return members[number];
  if (number == 0) return place.root;
  // The root comes first; the members before it move up.
  const int before = members[number - 1];
  return before < place.root ? before : members[number];
}

}  // namespace strobe::bcs::runtime::collectives
