// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/node_group.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

namespace strobe::bcs::runtime::collectives {

Nodes::Nodes(std::span<const int> of_members) {
  std::map<int, int> number;
  std::vector<std::size_t> members;
  for (const int node : of_members) {
    node_.push_back(number.try_emplace(node, static_cast<int>(number.size())).first->second);
    members.resize(number.size());
    ++members[static_cast<std::size_t>(node_.back())];
  }
  if (!members.empty()) fewest_members_ = static_cast<int>(std::ranges::min(members));
  begins_.push_back(0);
  for (const std::size_t count : members) begins_.push_back(begins_.back() + count);
  members_.resize(node_.size());
  std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
  for (int member = 0; member < size(); ++member) {
    members_[next[static_cast<std::size_t>(of(member))]++] = member;
  }
  are_in_blocks_ = std::ranges::is_sorted(members_);
}

Nodes Nodes::of_single_members(int members) {
  std::vector<int> nodes(static_cast<std::size_t>(members));
  std::iota(nodes.begin(), nodes.end(), 0);
  return Nodes(nodes);
}

std::vector<RankRange> Nodes::partial_ranges(int first, int count) const {
  const int end = first + count;
  std::vector<RankRange> runs;
  if (are_in_blocks_) {
    const auto run = [&](int from, int to) {
      return RankRange{static_cast<int>(begin(from)), static_cast<int>(begin(to))};
    };
    if (end > this->count()) runs.push_back(run(0, end - this->count()));
    runs.push_back(run(first, std::min(end, this->count())));
  } else {
    std::vector<int> members;
    for (int node = first; node < end; ++node) {
      std::ranges::copy(this->members(node % this->count()), std::back_inserter(members));
    }
    std::ranges::sort(members);
    for (const int member : members) {
      if (runs.empty() || runs.back().end != member) runs.push_back({member, member});
      ++runs.back().end;
    }
  }
  std::vector<RankRange> ranges;
  for (const RankRange& run : runs) {
    std::ranges::copy(collectives::partial_ranges(run, size()), std::back_inserter(ranges));
  }
  return ranges;
}

int NodeGroup::leader(int of_node, int number) const {
  const std::span<const int> members = nodes.members(of_node);
  if (of_node != root_node()) return members[static_cast<std::size_t>(number)];
  if (number == 0) return place.root;
  // The root comes first; the members before it move up.
  const int before = members[static_cast<std::size_t>(number - 1)];
  return before < place.root ? before : members[static_cast<std::size_t>(number)];
}

}  // namespace strobe::bcs::runtime::collectives
