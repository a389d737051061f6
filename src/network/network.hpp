// SPDX-License-Identifier: BSD-3-Clause
//
// What a network and its processors cost: the core primitives of BCS-MPI (table 2.1 of that paper)
// and the four times of LAPACK Working Note 73. All that predicts or simulates reads this one
// description.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/cost.hpp"

namespace strobe::network {

using schedule::LinearCost;

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
  /// The note's four times. A time that nobody measured is missing, and not 0.
  std::optional<LinearCost> t_s{};  ///< after it the sender may continue
  std::optional<LinearCost> t_c{};  ///< from the start of a send to the end of its receive
  std::optional<LinearCost> t_m{};  ///< to allocate a buffer and copy the data into it
  std::optional<LinearCost> t_o{};  ///< to combine two messages
  /// The transfers that share nothing; see schedule::Costs.
  double parallel_transfers = schedule::unlimited_transfers;

  /// T_c: as measured, or else that of a block.
  [[nodiscard]] LinearCost complete() const;
  /// The time of a Compare-And-Write on `nodes` nodes. A single node is one level away.
  [[nodiscard]] double compare_on_s(std::int32_t nodes) const;
  /// From the send of an empty block to its arrival at the node with this index, from 0.
  [[nodiscard]] double arrival_s(std::int32_t place, std::int32_t nodes) const;
  /// The bytes that a node receives in half a slice, the time for data.
  [[nodiscard]] std::int64_t slice_bytes(double slice_s) const;
};

/// The networks of table 2.1. If the table has a bound, it is that bound; otherwise the source has
/// a comment. The table has none of the note's four times.
[[nodiscard]] const std::vector<Network>& networks();

/// Throws strobe::Error with the known names.
[[nodiscard]] const Network& network_named(std::string_view name);

/// Levels of a binary tree of `nodes` nodes: ceil(log2 n).
[[nodiscard]] std::int32_t levels(std::int32_t nodes);

}  // namespace strobe::network
