// SPDX-License-Identifier: BSD-3-Clause
//
// Flow control between nodes. A message to a rank of another node takes credits for itself and for
// its bytes, and the receiver gives them back once it has taken the message. So what a rank that
// does not call MPI holds of each sender is bounded, as a ring bounds it within a node.
//
// A receiver gives credits back when it owes half of them. So if it has taken all that was sent,
// its sender has credits for any message. When all ranks of a job are blocked and nothing is on its
// way, no message waits for credits: they change no decision of a slice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/assert.hpp"
#include "bcs/runtime/rank_table.hpp"
#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime {

struct Credits {
  std::uint32_t messages = 0;
  std::uint64_t bytes = 0;
};

class LinkCredits {
 public:
  /// Of one rank for messages to another.
  static constexpr Credits most{.messages = 256, .bytes = 16 * most_data_with_descriptor};

  // The sender.
  /// Takes the credits for a message; false if there are too few.
  [[nodiscard]] bool take(Rank to, std::size_t bytes) {
    Credits& used = pairs_[to].used;
    if (used.messages == most.messages || used.bytes + bytes > most.bytes) return false;
    ++used.messages;
    used.bytes += bytes;
    return true;
  }
  void restore(Rank to, const Credits& credits) {
    Credits& used = pairs_[to].used;
    base::ensure(credits.messages <= used.messages && credits.bytes <= used.bytes,
                 "a rank of another node gives back more credits than messages took");
    used.messages -= credits.messages;
    used.bytes -= credits.bytes;
  }

  // The receiver.
  /// Counts a message that it has taken. The credits that it has to give back now, if any.
  [[nodiscard]] std::optional<Credits> owe(Rank from, std::size_t bytes) {
    Credits& owed = pairs_[from].owed;
    ++owed.messages;
    owed.bytes += bytes;
    if (owed.messages < most.messages / 2 && owed.bytes < most.bytes / 2) return std::nullopt;
    return std::exchange(owed, {});
  }

 private:
  static_assert(most_data_with_descriptor <= most.bytes / 2);
  struct Pair {
    Credits used;
    Credits owed;
  };

  RankTable<Pair> pairs_;
};

}  // namespace strobe::bcs::runtime
