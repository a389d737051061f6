// SPDX-License-Identifier: BSD-3-Clause
//
// Facts about a job that all nodes know from its start: the node of each process, the members of
// each communicator, and the scheduling policy.
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
  /// `node_of` contains the node of each rank. Nodes are numbered from 0 without gaps.
  Job(Policy policy, std::vector<NodeId> node_of);
  /// A job with the same number of consecutive ranks on each node.
  static Job blocks(Policy policy, NodeId nodes, Rank ranks_per_node);

  /// Adds a communicator and returns its number. Member i of `members` gets rank i in it.
  std::int32_t add_communicator(std::vector<Rank> members);

  Policy policy;
  /// The bytes that a node may receive in one point-to-point microphase. Longer messages are split
  /// into chunks.
  std::int64_t slice_bytes = 64 * 1024;
  /// The largest eager send in bytes: such a send is complete at once, and its data are buffered.
  std::int64_t eager_bytes = -1;
  /// Combines two contributions to a reduction; `lower` comes from the lower ranks. Each
  /// contribution is passed exactly once.
  std::function<std::uint64_t(const Signature&, std::uint64_t lower, std::uint64_t upper)> combine =
      [](const Signature& signature, std::uint64_t lower, std::uint64_t upper) {
        return combined(signature.reduce_operator, lower, upper);
      };

  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(ranks_on_.size()); }
  [[nodiscard]] Rank ranks() const { return static_cast<Rank>(node_of_.size()); }
  [[nodiscard]] NodeId node_of(Rank rank) const { return node_of_[static_cast<std::size_t>(rank)]; }
  /// The index of a rank among the ranks of its node.
  [[nodiscard]] std::size_t local(Rank rank) const {
    return local_[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] const std::vector<Rank>& ranks_on(NodeId node) const {
    return ranks_on_[static_cast<std::size_t>(node)];
  }
  [[nodiscard]] NodeRange all_nodes() const { return {.first = 0, .count = nodes()}; }

  [[nodiscard]] std::int32_t communicators() const {
    return static_cast<std::int32_t>(members_.size());
  }
  [[nodiscard]] Rank size(std::int32_t communicator) const;
  /// The world rank of a member.
  [[nodiscard]] Rank member(std::int32_t communicator, Rank rank) const;
  /// The rank of a process in a communicator; -1 if it is not a member.
  [[nodiscard]] Rank rank_in(std::int32_t communicator, Rank of_world) const;
  /// All nodes from the first to the last node with a member.
  [[nodiscard]] NodeRange nodes_of(std::int32_t communicator) const;

 private:
  std::vector<NodeId> node_of_;
  std::vector<std::uint32_t> local_;
  std::vector<std::vector<Rank>> ranks_on_;
  std::vector<std::vector<Rank>> members_;  ///< empty for the world, which has all ranks
  std::vector<NodeRange> nodes_of_;
};

/// Whether a send is complete at once.
[[nodiscard]] inline bool is_eager(const Operation& send, const Job& job) {
  return send.bytes <= job.eager_bytes && !send.is_synchronous;
}

}  // namespace strobe::bcs::protocol
