// SPDX-License-Identifier: BSD-3-Clause
//
// The data of scatters, gathers, allgathers and all-to-alls, from the first call until the last
// member has received its parts. The protocol decides when that is.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "bcs/api/process.hpp"

namespace strobe::bcs::api {

class Exchanges {
 public:
  /// A collective, by its number on its communicator.
  struct Key {
    std::int32_t communicator = protocol::world;
    std::uint32_t number = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  /// Adds the contribution of a member: the first `blocks` blocks of `out`, which are one for each
  /// rank, one for all ranks, or none.
  void contribute(Key key, Rank member, Rank members, const Blocks<const std::byte>& out,
                  Rank blocks);
  /// The part that the contribution of `from` has for `to`.
  [[nodiscard]] std::span<const std::byte> part(Key key, Rank from, Rank to) const;
  /// A member has received all its parts.
  void leave(Key key);
  /// The number of exchanges that not all members have left.
  [[nodiscard]] std::size_t size() const { return exchanges_.size(); }

 private:
  struct Contribution {
    std::vector<std::byte> data{};
    std::vector<std::size_t> ends{};  ///< of each block
  };
  struct Exchange {
    std::vector<Contribution> contributions{};  ///< by member
    Rank members_inside = 0;
  };
  std::map<Key, Exchange> exchanges_;
};

}  // namespace strobe::bcs::api
