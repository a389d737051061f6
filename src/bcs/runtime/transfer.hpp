// SPDX-License-Identifier: BSD-3-Clause
//
// One send or one receive, from the call that begins it to its end. Its owner keeps it, and does
// not move it in between.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::runtime {

using Rank = protocol::Rank;
using protocol::any_source;
using protocol::any_tag;

/// Which communicator, and which kind of traffic in it. Messages of one context never meet receives
/// of another.
using Context = std::uint64_t;

struct Transfer;

/// Goes on when a transfer of its is over.
class Follower {
 public:
  /// Called when the endpoint is polled, never from within itself. May begin transfers.
  virtual void completed(Transfer& transfer) = 0;

 protected:
  ~Follower() = default;
};

struct Transfer {
  // What is asked for.
  Rank peer = 0;         ///< to whom, or from whom (or any_source); a rank of the job
  std::int32_t tag = 0;  ///< a receive's may be any_tag
  /// The lowest rank beside its own that may send to a receive from any source, where that is
  /// known.
  Rank lowest_source = any_source;
  Context context = 0;
  std::byte* data = nullptr;
  std::size_t bytes = 0;  ///< to be sent, or the room of a receive
  std::uint32_t mark =
      0;  ///< a send's goes with the message, for whoever wants to say more with it
  bool is_synchronous = false;  ///< a send's end waits for its receive
  /// One of the runtime's own, which collectives are made of on some placements and not on others:
  /// no decision is counted.
  bool is_internal = false;
  Follower* follower = nullptr;

  // What came of it, from the moment of `is_complete` on.
  bool is_complete = false;
  bool is_cancelled = false;
  bool is_truncated = false;  ///< the message had more bytes than there was room
  Rank got_source = any_source;
  std::int32_t got_tag = any_tag;
  std::size_t got_bytes = 0;  ///< of the message; those behind the room are lost
  std::uint32_t got_mark = 0;

  // The endpoint's own.
  bool is_posted = false;    ///< a receive that waits for its message
  bool is_awaited = false;   ///< and whose rank does nothing else until it is over
  std::uint32_t number = 0;  ///< of a receive, among those of its rank
  std::uint32_t slice = 0;   ///< in which it was begun; later on, in which both sides had been
  std::uint64_t order = 0;   ///< among the receives that are posted
  std::size_t arrived = 0;   ///< of a message that comes in pieces
  Transfer* next = nullptr;  ///< in the list that it is in
};

}  // namespace strobe::bcs::runtime
