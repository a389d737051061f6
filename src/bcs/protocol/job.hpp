// SPDX-License-Identifier: BSD-3-Clause
//
// What all nodes know of a job from its start: where its processes are, who is in which
// communicator, and how it is to be scheduled.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bcs/protocol/collective.hpp"
#include "bcs/protocol/core.hpp"
#include "bcs/protocol/policy.hpp"

namespace strobe::bcs::protocol {

class Job {
 public:
  /// `node_of` says where each rank is; nodes are numbered from 0 without a gap.
  Job(Policy policy, std::vector<NodeId> node_of);
  /// The same number of ranks on each node, in their order.
  static Job blocks(Policy policy, NodeId nodes, Rank ranks_per_node);

  /// Adds a communicator of these ranks, in the order of their ranks in it; returns its number.
  std::int32_t add_communicator(std::vector<Rank> members);

  Policy policy;
  /// What a node may receive in one point-to-point microphase; longer messages are cut into chunks.
  std::int64_t slice_bytes = 64 * 1024;
  /// A send of so many bytes at most is complete at once: its data wait in a buffer.
  std::int64_t eager_bytes = -1;
  /// How two contributions to a reduction become one, the one of lower ranks first. Each is handed
  /// over once.
  std::function<std::uint64_t(const Signature&, std::uint64_t lower, std::uint64_t upper)> combine =
      [](const Signature& signature, std::uint64_t lower, std::uint64_t upper) {
        return combined(signature.combine, lower, upper);
      };

  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(ranks_on_.size()); }
  [[nodiscard]] Rank ranks() const { return static_cast<Rank>(node_of_.size()); }
  [[nodiscard]] NodeId node_of(Rank rank) const { return node_of_[static_cast<std::size_t>(rank)]; }
  /// The place of a rank among those of its node.
  [[nodiscard]] std::size_t local(Rank rank) const {
    return local_[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] const std::vector<Rank>& ranks_on(NodeId node) const {
    return ranks_on_[static_cast<std::size_t>(node)];
  }
  [[nodiscard]] Nodes all() const { return {.first = 0, .count = nodes()}; }

  [[nodiscard]] std::int32_t communicators() const {
    return static_cast<std::int32_t>(members_.size());
  }
  /// Its size, the rank in the world of one of its members, and the reverse (-1: not a member).
  [[nodiscard]] Rank size(std::int32_t communicator) const;
  [[nodiscard]] Rank member(std::int32_t communicator, Rank rank) const;
  [[nodiscard]] Rank rank_in(std::int32_t communicator, Rank of_world) const;
  /// From the first node with a member to the last one.
  [[nodiscard]] Nodes nodes_of(std::int32_t communicator) const;

 private:
  std::vector<NodeId> node_of_;
  std::vector<std::uint32_t> local_;
  std::vector<std::vector<Rank>> ranks_on_;
  std::vector<std::vector<Rank>> members_;  ///< of the world none: it holds all ranks
  std::vector<Nodes> nodes_of_;
};

}  // namespace strobe::bcs::protocol
