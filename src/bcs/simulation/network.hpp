// SPDX-License-Identifier: BSD-3-Clause
//
// Networks by the cost of the core primitives: table 2.1 of the paper, as data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strobe::bcs::simulation {

/// In seconds and bytes.
struct Network {
  std::string name;
  std::string title;
  /// Compare-And-Write on n nodes: a fixed cost, and a cost for each level of a tree of n nodes.
  double compare_s = 0.0;
  double compare_per_level_s = 0.0;
  /// A block to one node: its start-up time, and the bandwidth of a link.
  double start_s = 0.0;
  double bytes_per_s = 0.0;
  /// With a multicast the switches copy a block to many nodes; otherwise it goes down a binomial
  /// tree of nodes.
  bool multicasts = false;

  /// The time of a Compare-And-Write on `nodes` nodes. A single node is one level away.
  [[nodiscard]] double compare_on_s(std::int32_t nodes) const;
  /// From the send of an empty block to its arrival at the node with this index, from 0.
  [[nodiscard]] double arrival_s(std::int32_t place, std::int32_t nodes) const;
  /// The bytes that a node receives in half a slice, the time for data.
  [[nodiscard]] std::int64_t slice_bytes(double slice_s) const;
};

/// The networks of table 2.1. If the table has a bound, it is that bound; otherwise the source has
/// a comment.
[[nodiscard]] const std::vector<Network>& networks();

/// Throws strobe::Error with the known names.
[[nodiscard]] const Network& network_named(std::string_view name);

/// Levels of a binary tree of `nodes` nodes: ceil(log2 n).
[[nodiscard]] std::int32_t levels(std::int32_t nodes);

}  // namespace strobe::bcs::simulation
