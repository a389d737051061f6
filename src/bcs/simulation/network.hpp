// SPDX-License-Identifier: BSD-3-Clause
//
// Networks by what the core primitives cost on them: table 2.1 of the paper, as data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strobe::bcs::simulation {

/// Seconds and bytes.
struct Network {
  std::string name;
  std::string title;
  /// Compare-And-Write on n nodes: the first, and the second for each level of a tree of n.
  double compare_s = 0.0;
  double compare_per_level_s = 0.0;
  /// A block to one node, and what a link carries.
  double start_s = 0.0;
  double bytes_per_s = 0.0;
  /// A block to many is sent once, and the switches copy it; otherwise it goes down a binomial tree
  /// of nodes.
  bool multicasts = false;

  /// Of a Compare-And-Write on so many nodes. One that is alone is a level away from who asks.
  [[nodiscard]] double compare_on_s(std::int32_t nodes) const;
  /// From the sending of an empty block to its arrival at the so many-th of its nodes, from 0.
  [[nodiscard]] double arrival_s(std::int32_t place, std::int32_t nodes) const;
  /// What a node receives in half of a slice, which is for moving data.
  [[nodiscard]] std::int64_t slice_bytes(double slice_s) const;
};

/// Those of table 2.1. Where the table has a bound, it is that bound; where it has none, what is
/// said beside it.
[[nodiscard]] const std::vector<Network>& networks();

/// Throws strobe::Error with the names that there are.
[[nodiscard]] const Network& network_named(std::string_view name);

/// Levels of a binary tree of so many nodes: ceil(log2 n).
[[nodiscard]] std::int32_t levels(std::int32_t nodes);

}  // namespace strobe::bcs::simulation
