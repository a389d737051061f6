// SPDX-License-Identifier: BSD-3-Clause
//
// One collective operation on one node.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/assert.hpp"
#include "bcs/protocol/core.hpp"

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
  // Of an exchange.
  bool is_posted = false;  ///< its parts may be taken
  std::int32_t to_give = 0;
  std::int32_t to_take = 0;
  std::int64_t taken_bytes = 0;
  std::uint64_t taken = 0;  ///< stands for all that it has taken
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
  /// Of an exchange: descriptors of parts for members here that may not be taken yet.
  std::vector<Block> parts{};

  /// One that is on this node.
  [[nodiscard]] Member& member(Rank rank) {
    const auto found = std::ranges::find(members, rank, &Member::rank);
    base::ensure(found != members.end(), "a collective is asked for a member of another node");
    return *found;
  }
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

/// An exchange is made of parts that go from member to member. They go directly: where the whole
/// machine is scheduled, nobody need pass on what is another's.
[[nodiscard]] constexpr bool is_exchange(Call call) {
  return call == Call::scatter || call == Call::gather || call == Call::allgather ||
         call == Call::alltoall;
}
[[nodiscard]] constexpr bool is_collective(Call call) {
  return call == Call::barrier || call == Call::broadcast || call == Call::reduce ||
         is_exchange(call);
}

/// The other members to whom `rank` gives a part, and from whom it takes one, in the order in which
/// they are served: at each moment everybody has another partner.
struct Partners {
  std::vector<Rank> takers;
  std::vector<Rank> givers;
};
[[nodiscard]] Partners partners_of(Call call, Rank root, Rank rank, Rank size);
/// Whether it takes a part from itself, which is moved by nobody.
[[nodiscard]] bool takes_own(Call call, Rank root, Rank rank);

/// What is wrong with the sizes that a vectorial exchange of so many ranks is given; empty where
/// nothing is.
[[nodiscard]] std::string wrong_sizes(const Operation& operation, Rank rank, Rank size);
[[nodiscard]] std::int64_t given_bytes(const Operation& operation, Rank to);
[[nodiscard]] std::int64_t taken_bytes(const Operation& operation, Rank from);

/// What a part adds to the word that stands for all that a member has taken.
[[nodiscard]] std::uint64_t part_of(Rank from, std::uint64_t content);

}  // namespace strobe::bcs::protocol
