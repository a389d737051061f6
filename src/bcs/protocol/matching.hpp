// SPDX-License-Identifier: BSD-3-Clause
//
// Which send meets which receive, at one destination. MPI's rules: messages between two processes
// do not overtake each other where both match, and a receive that was posted first is served first.
//
// A receive from any source that is not decided yet *shadows* every later one that could take the
// same message: what such a receive gets is known only when the first is decided.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::protocol {

/// A send that its destination knows of.
struct Offer {
  Envelope envelope;
  Request request = no_request;  ///< the sender's
  std::uint64_t content = 0;

  friend bool operator==(const Offer&, const Offer&) = default;
};

/// A receive that waits for its send.
struct Wanted {
  Rank source = any_source;
  std::int32_t tag = any_tag;
  std::int32_t communicator = world;
  std::int64_t bytes = 0;
  Request request = no_request;  ///< the receiver's
  std::uint32_t sequence = 0;    ///< among the receives of its process

  [[nodiscard]] bool takes(const Envelope& envelope) const {
    return communicator == envelope.communicator &&
           (source == any_source || source == envelope.source) &&
           (tag == any_tag || tag == envelope.tag);
  }
  friend bool operator==(const Wanted&, const Wanted&) = default;
};

struct Match {
  Offer offer;
  Wanted wanted;

  friend bool operator==(const Match&, const Match&) = default;
};

class Matching {
 public:
  /// Descriptors may arrive in another order than they were sent in; those before their time are
  /// kept until the ones between are there.
  void offer(const Offer& offer);
  void want(const Wanted& wanted);

  /// The next pair that may be made, which is then no longer here. With `decides` receives from any
  /// source take the lowest (source, sequence) that is here; without, they wait and shadow.
  [[nodiscard]] std::optional<Match> next(bool decides);

  /// Whether `next(true)` would make a pair that `next(false)` would not.
  [[nodiscard]] bool can_decide() const;

  /// The send that a probe sees: one that no receive which was posted before may take. A probe of
  /// any source sees the lowest (source, sequence).
  [[nodiscard]] const Offer* visible(const Wanted& probe) const;

  [[nodiscard]] const std::vector<Wanted>& wanted() const { return wanted_; }
  [[nodiscard]] const std::vector<Offer>& offers() const { return offers_; }
  friend bool operator==(const Matching&, const Matching&) = default;

 private:
  struct Expected {
    Rank source = 0;
    std::uint32_t sequence = 0;
    friend bool operator==(const Expected&, const Expected&) = default;
  };

  [[nodiscard]] std::size_t first_taker(const Offer& offer) const;
  Match take(std::size_t offer, std::size_t wanted);
  Expected& expected_of(Rank source);

  std::vector<Offer> offers_;       ///< by (source, sequence)
  std::vector<Offer> early_;        ///< not yet in their turn
  std::vector<Wanted> wanted_;      ///< in the order of their posting
  std::vector<Expected> expected_;  ///< by source
};

}  // namespace strobe::bcs::protocol
