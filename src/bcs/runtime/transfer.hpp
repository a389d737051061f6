// SPDX-License-Identifier: BSD-3-Clause
//
// One send or one receive, from the call that begins it to its completion. Its owner keeps it, and
// does not move it in between.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bcs/runtime/envelope.hpp"

namespace strobe::bcs::runtime {

struct Transfer;

/// The endpoint calls it when one of its transfers is complete.
class Follower {
 public:
  /// Called from `Endpoint::progress`, never from within this function. It may begin
  /// transfers.
  virtual void completed(Transfer& transfer) = 0;
  /// Whether `completed` calls functions of the application, which expects them in its own calls.
  [[nodiscard]] virtual bool calls_application_code() const { return false; }

 protected:
  ~Follower() = default;
};

struct Transfer {
  // The arguments.
  Rank peer = 0;         ///< destination or source (or any_source); a rank of the job
  std::int32_t tag = 0;  ///< a receive may ask for any_tag
  /// For a receive from any source: the lowest rank besides its own that may send to it, if known.
  Rank lowest_source = any_source;
  Context context = 0;
  std::byte* data = nullptr;
  std::size_t bytes = 0;        ///< length of the message, or of the receive buffer
  std::uint32_t mark = 0;       ///< of a send: the receiver finds it in `received`
  bool is_synchronous = false;  ///< a send that completes only after its receive has matched
  /// Belongs to the runtime: collectives use such messages on some placements and not on others, so
  /// that they do not count as decisions.
  bool is_internal = false;
  Follower* follower = nullptr;

  // The result, valid once `is_complete`.
  bool is_complete = false;
  bool is_cancelled = false;
  bool is_truncated = false;  ///< the message was longer than the receive buffer
  Rank source = any_source;   ///< of the received message
  Envelope received{.tag = any_tag};

  // Private to the endpoint.
  bool is_posted = false;         ///< in the posted receive queue
  bool is_awaited = false;        ///< posted, and its rank does nothing else until it is complete
  std::uint8_t announcement = 0;  ///< of a receive: which one it has, from 1; 0: none
  std::uint64_t name = 0;         ///< of a transfer that waits for an answer
  std::uint32_t number = 0;       ///< of a receive: sequence number among the receives of its rank
  std::uint32_t slice = 0;   ///< in which it was begun; once matched, in which both sides had been
  std::uint64_t order = 0;   ///< position among all posted receives
  std::size_t arrived = 0;   ///< bytes of a fragmented message that have arrived
  Transfer* next = nullptr;  ///< in the posted receive queue
  Transfer* previous = nullptr;
  Transfer* next_in_bin = nullptr;
};

}  // namespace strobe::bcs::runtime
