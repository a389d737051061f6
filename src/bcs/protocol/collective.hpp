// SPDX-License-Identifier: BSD-3-Clause
//
// One collective operation on one node.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::protocol {

/// What came from a child in the tree of ranks.
struct Contribution {
  Rank from = 0;  ///< in the communicator
  std::uint64_t content = 0;
  friend bool operator==(const Contribution&, const Contribution&) = default;
};

/// One of the members that are on this node.
struct Member {
  Rank rank = 0;  ///< in the communicator
  bool has_called = false;
  bool has_sent = false;  ///< its subtree's contribution is on its way
  bool is_served = false;
  Request request = no_request;
  std::uint64_t content = 0;
  std::vector<Contribution> arrived{};
  friend bool operator==(const Member&, const Member&) = default;
};

struct Collective {
  std::int32_t communicator = world;
  std::uint32_t sequence = 0;
  /// As the first said who was heard of, and its rank in the communicator.
  std::optional<Signature> signature{};
  Rank signed_by = 0;
  std::optional<std::uint64_t> result{};
  std::vector<Member> members{};
  friend bool operator==(const Collective&, const Collective&) = default;
};

/// Two contributions in the order of their ranks. Sums and products are of doubles.
[[nodiscard]] std::uint64_t combined(Combine combine, std::uint64_t lower, std::uint64_t upper);

/// A rank's neighbours in the tree by which contributions come together at rank 0, whatever the
/// root: what the result is rounded to depends on ranks alone. Children are in the order of their
/// ranks, each of which brings the ranks from itself to the next child.
struct Branch {
  Rank parent = -1;
  std::vector<Rank> children;
};
[[nodiscard]] Branch branch_of(Rank rank, Rank size);

}  // namespace strobe::bcs::protocol
