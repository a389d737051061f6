// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/job.hpp"

#include <algorithm>

#include "strobe/error.hpp"

namespace strobe::bcs::protocol {

Job::Job(Policy of_all, std::vector<NodeId> node_of)
    : policy(of_all), node_of_(std::move(node_of)), local_(node_of_.size()) {
  if (node_of_.empty()) throw Error("a job needs at least one process");
  for (std::size_t rank = 0; rank < node_of_.size(); ++rank) {
    if (node_of_[rank] < 0) throw Error("the number of a node must not be negative");
    const auto node = static_cast<std::size_t>(node_of_[rank]);
    if (node >= ranks_on_.size()) ranks_on_.resize(node + 1);
    local_[rank] = static_cast<std::uint32_t>(ranks_on_[node].size());
    ranks_on_[node].push_back(static_cast<Rank>(rank));
  }
  if (std::ranges::any_of(ranks_on_, &std::vector<Rank>::empty)) {
    throw Error("every node of a job needs at least one process");
  }
  members_.emplace_back();
  nodes_of_.push_back(all_nodes());
}

Job Job::blocks(Policy policy, NodeId nodes, Rank ranks_per_node) {
  std::vector<NodeId> node_of;
  node_of.reserve(static_cast<std::size_t>(nodes) * static_cast<std::size_t>(ranks_per_node));
  for (NodeId node = 0; node < nodes; ++node) {
    node_of.insert(node_of.end(), static_cast<std::size_t>(ranks_per_node), node);
  }
  return {policy, std::move(node_of)};
}

std::int32_t Job::add_communicator(std::vector<Rank> members) {
  const auto is_wrong = [&](Rank rank) { return rank < 0 || rank >= ranks(); };
  if (members.empty() || std::ranges::any_of(members, is_wrong)) {
    throw Error("a communicator needs at least one rank, and only ranks of the job");
  }
  NodeId first = nodes();
  NodeId last = 0;
  for (const Rank rank : members) {
    first = std::min(first, node_of(rank));
    last = std::max(last, node_of(rank));
  }
  members_.push_back(std::move(members));
  nodes_of_.push_back({.first = first, .count = last - first + 1});
  return communicators() - 1;
}

Rank Job::size(std::int32_t communicator) const {
  return communicator == world
             ? ranks()
             : static_cast<Rank>(members_[static_cast<std::size_t>(communicator)].size());
}

Rank Job::member(std::int32_t communicator, Rank rank) const {
  return communicator == world
             ? rank
             : members_[static_cast<std::size_t>(communicator)][static_cast<std::size_t>(rank)];
}

Rank Job::rank_in(std::int32_t communicator, Rank of_world) const {
  if (communicator == world) return of_world;
  const std::vector<Rank>& members = members_[static_cast<std::size_t>(communicator)];
  const auto found = std::ranges::find(members, of_world);
  return found == members.end() ? -1 : static_cast<Rank>(found - members.begin());
}

NodeRange Job::nodes_of(std::int32_t communicator) const {
  return nodes_of_[static_cast<std::size_t>(communicator)];
}

}  // namespace strobe::bcs::protocol
