// SPDX-License-Identifier: BSD-3-Clause
//
// What the members of a scatter, gather, allgather or all-to-all give to each other, from the call
// of the first until the last has taken what is for it. The protocol says when that is.
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
  /// The so many-th collective of a communicator.
  struct Key {
    std::int32_t communicator = protocol::world;
    std::uint32_t number = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  /// A member, of so many, gives the first so many of these blocks: one for each rank, one for all
  /// of them, or none.
  void contribute(Key key, Rank member, Rank members, const Blocks<const std::byte>& out,
                  Rank blocks);
  /// What a member who has contributions has for another one.
  [[nodiscard]] std::span<const std::byte> part(Key key, Rank from, Rank to) const;
  /// A member has taken everything.
  void leave(Key key);
  /// Those that not all members have left.
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
