// SPDX-License-Identifier: BSD-3-Clause
//
// Matches sends and receives of one destination by MPI's rules. If a receive matches two messages
// of one source, it gets the earlier one. If a message matches two receives, the one that was
// posted first gets it.
//
// A receive from any source waits until the protocol decides its source. Until then it *shadows*
// every later receive that could match the same message, because the later receive may have to
// leave this message to it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::protocol {

/// The descriptor of a send, at the destination of its message.
struct SendDescriptor {
  Envelope envelope;
  Request request = no_request;  ///< of the sender
  std::uint64_t content = 0;

  friend bool operator==(const SendDescriptor&, const SendDescriptor&) = default;
};

/// A receive that has not matched a send yet.
struct PostedReceive {
  Rank source = any_source;
  std::int32_t tag = any_tag;
  std::int32_t communicator = world;
  std::uint64_t context = 0;
  bool returns_errors = false;
  std::int64_t bytes = 0;
  Request request = no_request;  ///< of the receiver
  std::uint32_t sequence = 0;    ///< index among the receives of the process

  [[nodiscard]] bool matches(const Envelope& envelope) const {
    return communicator == envelope.communicator && context == envelope.context &&
           (source == any_source || source == envelope.source) &&
           (tag == any_tag || tag == envelope.tag);
  }
  friend bool operator==(const PostedReceive&, const PostedReceive&) = default;
};

struct Match {
  SendDescriptor send;
  PostedReceive receive;

  friend bool operator==(const Match&, const Match&) = default;
};

class Matching {
 public:
  /// Descriptors may arrive out of order. This class keeps a descriptor that arrives too early
  /// until all earlier ones of the same source have arrived.
  void add_send(const SendDescriptor& send);
  void post_receive(const PostedReceive& receive);

  /// Removes and returns the next matching pair. If `decides_wildcards` is set, a receive from any
  /// source matches the send with the lowest (source, sequence). Otherwise it waits, and shadows
  /// later receives.
  [[nodiscard]] std::optional<Match> next(bool decides_wildcards);

  /// All pairs that `next(true)` would return, one after the other.
  [[nodiscard]] std::vector<Match> decide();

  /// Whether `next(true)` would return a pair. Call it only after `next(false)` returned none.
  [[nodiscard]] bool can_decide_wildcard() const;

  /// The send that a probe finds: one that no posted receive can match. A probe of any source finds
  /// the send with the lowest (source, sequence).
  [[nodiscard]] const SendDescriptor* probe(const PostedReceive& probe) const;

  /// Takes that send out, so that no receive matches it.
  [[nodiscard]] std::optional<SendDescriptor> claim(const PostedReceive& probe);
  /// Whether the descriptor of this message has arrived, and all before it of the same source.
  [[nodiscard]] bool has_arrived(Rank source, std::uint32_t sequence) const;
  /// Drops a send that no receive has matched. False if there is none.
  bool drop(Rank source, std::uint32_t sequence);
  /// Drops a posted receive. False if it has matched.
  bool withdraw(Request receive);

  [[nodiscard]] const std::vector<PostedReceive>& posted_receives() const { return receives_; }
  [[nodiscard]] const std::vector<SendDescriptor>& unmatched_sends() const { return sends_; }
  friend bool operator==(const Matching&, const Matching&) = default;

 private:
  struct NextSequence {
    Rank source = 0;
    std::uint32_t sequence = 0;
    friend bool operator==(const NextSequence&, const NextSequence&) = default;
  };

  [[nodiscard]] std::size_t first_matching_receive(const SendDescriptor& send) const;
  Match remove_pair(std::size_t send, std::size_t receive);
  NextSequence& next_sequence_of(Rank source);

  std::vector<SendDescriptor> sends_;  ///< by (source, sequence)
  std::vector<SendDescriptor>
      out_of_order_;                     ///< that arrived before an earlier send of their source
  std::vector<PostedReceive> receives_;  ///< in the order of posting
  std::vector<NextSequence> next_sequences_;  ///< by source
};

}  // namespace strobe::bcs::protocol
