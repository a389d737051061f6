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

/// The contribution of a child in the tree of ranks.
struct Contribution {
  Rank from = 0;  ///< in the communicator
  std::uint64_t content = 0;
  friend bool operator==(const Contribution&, const Contribution&) = default;
};

/// A member of the communicator on this node.
struct Member {
  Rank rank = 0;  ///< in the communicator
  bool has_called = false;
  bool has_contributed = false;  ///< the contribution of its subtree has been sent
  bool is_complete = false;
  Request request = no_request;
  std::uint64_t content = 0;
  std::vector<Contribution> contributions{};
  // For exchanges.
  bool is_posted = false;  ///< transfers of parts to this member may start
  std::int32_t parts_to_send = 0;
  std::int32_t parts_to_receive = 0;
  std::int64_t received_bytes = 0;
  std::uint64_t received_content = 0;  ///< combines the contents of all received parts
  friend bool operator==(const Member&, const Member&) = default;
};

struct Collective {
  std::int32_t communicator = world;
  std::uint32_t sequence = 0;
  /// The signature of the first caller that this node learns of, and the rank of that caller.
  std::optional<Signature> signature{};
  Rank first_caller = 0;
  bool is_refused =
      false;  ///< its members have called different collectives, which return an error
  std::optional<std::uint64_t> result{};
  std::vector<Member> members{};
  /// For exchanges: descriptors of parts whose receiver is not posted yet.
  std::vector<Block> parts{};

  /// A member on this node.
  [[nodiscard]] Member& member(Rank rank) {
    const auto found = std::ranges::find(members, rank, &Member::rank);
    base::ensure(found != members.end(), "the member of a collective is on another node");
    return *found;
  }
  friend bool operator==(const Collective&, const Collective&) = default;
};

/// Combines two contributions; `lower` comes from the lower ranks. Contents are doubles.
[[nodiscard]] std::uint64_t combined(ReduceOperator reduce_operator, std::uint64_t lower,
                                     std::uint64_t upper);

/// The neighbours of a rank in the tree that combines contributions. Its top is always rank 0, so
/// that the rounding of a result does not depend on the root of the collective. Children are in the
/// order of their ranks. A child contributes for all ranks from itself up to the next child.
struct TreeNeighbours {
  Rank parent = -1;  ///< -1 for rank 0
  std::vector<Rank> children;
};
[[nodiscard]] TreeNeighbours tree_neighbours(Rank rank, Rank size);

/// Whether a collective consists of parts that go directly from one member to another. No member
/// forwards parts, because the protocol schedules all transfers of the machine anyway.
[[nodiscard]] constexpr bool is_exchange(Call call) {
  return call == Call::scatter || call == Call::gather || call == Call::allgather ||
         call == Call::alltoall;
}
[[nodiscard]] constexpr bool is_collective(Call call) {
  return call == Call::barrier || call == Call::broadcast || call == Call::reduce ||
         is_exchange(call);
}

/// The other members to which `rank` sends a part, and those from which it receives one. The order
/// is the order of the transfers: in each step, every member has a different partner.
struct ExchangePartners {
  std::vector<Rank> receivers;
  std::vector<Rank> senders;
};
[[nodiscard]] ExchangePartners exchange_partners(Call call, Rank root, Rank rank, Rank size);
/// Whether `rank` receives a part from itself. No transfer is needed for this part.
[[nodiscard]] bool receives_own_part(Call call, Rank root, Rank rank);

/// The error in the numbers of sizes of an exchange with varying sizes; empty if there is none.
[[nodiscard]] std::string size_error(const Operation& operation, Rank rank, Rank size);
[[nodiscard]] std::int64_t send_bytes_to(const Operation& operation, Rank to);
[[nodiscard]] std::int64_t receive_bytes_from(const Operation& operation, Rank from);

/// The summand of a part in `Member::received_content`.
[[nodiscard]] std::uint64_t part_digest(Rank from, std::uint64_t content);

}  // namespace strobe::bcs::protocol
