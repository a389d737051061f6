// SPDX-License-Identifier: BSD-3-Clause
//
// The posted receive queue and the unexpected message queue of one rank. protocol/matching.hpp
// specifies the rules; this is a fast implementation. A message and a receive that match whatever
// the timing are found in the queues of their source. All queues are searched only at an edge, or
// while a receive from any source is undecided. Once the queues have grown to what a program needs,
// matching allocates no memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/random.hpp"
#include "bcs/runtime/matching_queue.hpp"
#include "bcs/runtime/message_store.hpp"
#include "bcs/runtime/rank_table.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

struct Match {
  Transfer* receive = nullptr;
  OwnedMessage message;
};

class Matching {
 public:
  /// For modes in which matching does not wait for slices.
  static constexpr std::uint32_t any_slice = 0xffffffff;

  /// With `wildcards_wait` only `decide` matches receives from any source. With a `perturbation` it
  /// may choose another source than the lowest.
  Matching(bool wildcards_wait, std::optional<std::uint64_t> perturbation);
  ~Matching();
  Matching(const Matching&) = delete;
  Matching& operator=(const Matching&) = delete;

  /// Takes the posted receive that an arriving message matches out of the queue. Null if the
  /// message is unexpected, or if it is not yet certain which receive gets it.
  [[nodiscard]] Transfer* matching_receive(Rank source, Context context, std::int32_t tag);
  /// A new message with room for so many bytes of data.
  [[nodiscard]] OwnedMessage make(std::size_t data_bytes) { return store_.take(data_bytes); }
  void add_unexpected(OwnedMessage message);
  /// Takes the unexpected message that a new receive gets out of the queue. Null if the receive has
  /// to be posted.
  [[nodiscard]] OwnedMessage unexpected_for(const Transfer& receive) {
    return unexpected_count_ == 0 ? nullptr : find_unexpected_for(receive);
  }
  void post(Transfer& receive);
  void withdraw(Transfer& receive);
  /// Whether each earlier posted receive that may take a message which this posted receive could
  /// take is announced, too (receive_announcements.hpp). False in doubt.
  [[nodiscard]] bool may_announce(const Transfer& receive) const;
  /// From now on `receive`, which is posted and from any source, gets the message that it would get
  /// at an edge as soon as that is certain: the rank waits and sends itself nothing, and no source
  /// is lower than the receive's lowest. So the result depends on no timing. Returns the message
  /// that the receive gets now; null if it has to wait.
  [[nodiscard]] OwnedMessage await(Transfer& receive);

  /// The next pair that matches whatever the timing. Here and below, matching sees the receives and
  /// messages that were begun before slice `now`.
  [[nodiscard]] std::optional<Match> next(std::uint32_t now = any_slice);
  /// Matches all that can be matched, in the order of the receives, and calls `deliver(match)` with
  /// each pair. Receives from any source take the lowest (source, number) that is here. `deliver`
  /// posts no receives.
  template <class Deliver>
  void decide(std::uint32_t now, Deliver&& deliver);
  /// Whether `decide` would find a pair.
  [[nodiscard]] bool can_decide(std::uint32_t now = any_slice) const;
  /// The first slice after `after` in which more may match than in `after`. None if there is no
  /// such slice.
  [[nodiscard]] std::optional<std::uint32_t> next_slice(std::uint32_t after) const;
  /// Whether the unexpected message queue has a message from slice `now` or later.
  [[nodiscard]] bool has_unexpected_from(std::uint32_t now) const;

  /// The message that a probe finds; null if there is none. It sees messages and posted receives
  /// that were begun before these slices.
  [[nodiscard]] const Message* visible(Context context, Rank source, std::int32_t tag,
                                       std::uint32_t messages_before = any_slice,
                                       std::uint32_t receives_before = any_slice) const;
  /// The application has got or seen this message, and so knows of all that its source has sent
  /// before: probes find them whatever `messages_before` is.
  void set_known(Rank source, const Envelope& message) {
    std::uint32_t& known = known_[source];
    known = std::max(known, message.number + 1);
  }
  /// The messages of a rank with lower numbers are known.
  [[nodiscard]] std::uint32_t known(Rank source) const { return known_[source]; }
  /// Drops the unexpected message of a send with this name. False if there is none.
  OwnedMessage drop(Rank source, std::uint64_t sender);
  [[nodiscard]] OwnedMessage claim(const Message& message) { return take(message); }

  /// Whether a receive from any source waits for a decision.
  [[nodiscard]] bool has_undecided() const {
    return wildcards_wait_ && !posted_from_any_.is_empty();
  }
  [[nodiscard]] bool has_posted() const { return posted_count_ != 0; }
  [[nodiscard]] bool has_unexpected() const { return unexpected_count_ != 0; }
  [[nodiscard]] std::vector<const Message*> unexpected() const;

 private:
  [[nodiscard]] OwnedMessage find_unexpected_for(const Transfer& receive);
  /// Which receive gets an arriving message while receives from any source are posted: `named`,
  /// which is the first of its source, or one of them. Null if none gets it yet.
  [[nodiscard]] Transfer* named_or_from_any(Transfer* named, Rank source, Context context,
                                            std::int32_t tag) const;
  [[nodiscard]] Transfer* first_matching_receive(const Message& message, std::uint32_t now) const;
  [[nodiscard]] const Message* best_message_for(const Transfer& receive, std::uint32_t now) const;
  [[nodiscard]] const Message* best_message_from_any(const Transfer& receive,
                                                     std::uint32_t now) const;
  /// The message that `decide` gives to a receive.
  [[nodiscard]] const Message* decided_message_for(const Transfer& receive, std::uint32_t now);
  /// Whether a message that now arrives from this source is what the receive would get at an edge.
  [[nodiscard]] bool is_certain(const Transfer& receive, Rank source) const;
  [[nodiscard]] OwnedMessage take(const Message& message);
  [[nodiscard]] Match take_pair(Transfer& receive, const Message& message);
  void sort_posted();
  MatchingQueue<Transfer>& posted_for(const Transfer& receive) {
    return receive.peer == any_source ? posted_from_any_ : posted_[receive.peer];
  }

  bool wildcards_wait_;
  std::optional<base::Random> perturbation_;
  std::uint64_t orders_ = 0;
  std::size_t unexpected_count_ = 0;
  std::size_t posted_count_ = 0;
  RankTable<MatchingQueue<Transfer>> posted_;  ///< by source
  MatchingQueue<Transfer> posted_from_any_;
  RankTable<MatchingQueue<Message>> unexpected_;  ///< by source
  RankTable<std::uint32_t> known_;                ///< by source
  MessageStore store_;                            ///< of the unexpected messages
  // Used within one call each. They are members so that they keep their memory.
  std::vector<Transfer*> sorted_;
  std::vector<const Message*> choices_;
};

template <class Deliver>
void Matching::decide(std::uint32_t now, Deliver&& deliver) {
  if (unexpected_count_ == 0 || posted_count_ == 0) return;
  // What an earlier receive has left it cannot take, so that one pass finds all pairs, and no
  // receive shadows a later one.
  sort_posted();
  for (Transfer* const receive : sorted_) {
    if (receive->slice >= now) continue;
    if (const Message* const message = decided_message_for(*receive, now)) {
      deliver(take_pair(*receive, *message));
      if (unexpected_count_ == 0) return;
    }
  }
}

}  // namespace strobe::bcs::runtime
