// SPDX-License-Identifier: BSD-3-Clause
//
// What a process has done on a wire, by which it can tell another that waits for it whether what
// that one waits for has still to be done. Messages of one stream between two processes arrive in
// the order in which they leave, so a number names one at both ends.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

namespace strobe::blacs {

/// What one process can wait for another to do.
enum class Deed : std::int32_t {
  send,   ///< the number-th message of a stream to the one that waits
  take,   ///< begin to receive the number-th message of a stream from the one that waits
  enter,  ///< the number-th collective of the wire
};

struct Need {
  int of = 0;  ///< rank
  Deed deed = Deed::send;
  int stream = 0;
  std::uint64_t number = 0;
  int id = -1;  ///< of the message

  /// Whether the wait cannot end without it. A message that nobody takes may find a buffer yet.
  [[nodiscard]] bool is_certain() const { return deed != Deed::take; }
};

class Ledger {
 public:
  /// The number of the message or the collective, which begins now.
  std::uint64_t send(int to, int stream) { return ++sent_[{to, stream}]; }
  std::uint64_t take(int from, int stream) { return ++taken_[{from, stream}]; }
  std::uint64_t enter() { return ++entered_; }

  [[nodiscard]] std::uint64_t taken(int from, int stream) const {
    return count(taken_, {from, stream});
  }
  [[nodiscard]] std::uint64_t entered() const { return entered_; }

  /// Whether this process has begun what `asker` needs of it.
  [[nodiscard]] bool has_done(const Need& need, int asker) const {
    switch (need.deed) {
      case Deed::send:
        return count(sent_, {asker, need.stream}) >= need.number;
      case Deed::take:
        return count(taken_, {asker, need.stream}) >= need.number;
      case Deed::enter:
        break;
    }
    return entered_ >= need.number;
  }

  struct Sent {
    int stream = 0;
    std::uint64_t messages = 0;
  };
  /// All that has been sent to `rank`.
  [[nodiscard]] std::vector<Sent> sent_to(int rank) const {
    std::vector<Sent> found;
    for (auto at = sent_.lower_bound({rank, lowest_stream});
         at != sent_.end() && at->first.peer == rank; ++at) {
      found.push_back({at->first.stream, at->second});
    }
    return found;
  }

 private:
  struct Key {
    int peer;
    int stream;
    friend constexpr auto operator<=>(Key, Key) = default;
  };
  using Counts = std::map<Key, std::uint64_t>;
  static constexpr int lowest_stream = -8;

  [[nodiscard]] static std::uint64_t count(const Counts& counts, Key key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  }

  Counts sent_;
  Counts taken_;
  std::uint64_t entered_ = 0;
};

}  // namespace strobe::blacs
