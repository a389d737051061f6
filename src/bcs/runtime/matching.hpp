// SPDX-License-Identifier: BSD-3-Clause
//
// Which message meets which receive at one rank: protocol/matching.hpp, whose rules these are, made
// fast. What depends on no timing is found by looking at one source's messages and receives; only
// while a receive from any source is undecided, or at an edge, are all of them looked at. Once its
// lists have grown to what a program needs nothing of this allocates memory.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/assert.hpp"
#include "base/random.hpp"
#include "bcs/runtime/message_store.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

/// Items in the order in which they came, linked by their own `next`.
template <class Item>
class IntrusiveQueue {
 public:
  Item* first() const { return first_; }
  bool is_empty() const { return first_ == nullptr; }
  void push(Item& item) {
    item.next = nullptr;
    (last_ == nullptr ? first_ : last_->next) = &item;
    last_ = &item;
  }
  /// Takes out what stands behind `before`, or the first where that is null.
  Item& take_after(Item* before) {
    Item*& place = before == nullptr ? first_ : before->next;
    Item& taken = *place;
    place = taken.next;
    if (last_ == &taken) last_ = before;
    return taken;
  }
  void take(Item& item) {
    Item* before = nullptr;
    for (Item* at = first_; at != &item; at = at->next) {
      base::ensure(at != nullptr, "a message or receive is not in the list that it should be in");
      before = at;
    }
    take_after(before);
  }

 private:
  Item* first_ = nullptr;
  Item* last_ = nullptr;
};

struct Match {
  Transfer* receive = nullptr;
  OwnedMessage message;
};

class Matching {
 public:
  /// Slices before this one are told of, in all modes in which nothing waits for slices.
  static constexpr std::uint32_t any_slice = 0xffffffff;

  /// `wildcards_wait`: receives from any source are decided by `next(true)` alone. With a
  /// `perturbation` another source than the lowest may be chosen.
  Matching(int ranks, bool wildcards_wait, std::optional<std::uint64_t> perturbation);
  ~Matching();
  Matching(const Matching&) = delete;
  Matching& operator=(const Matching&) = delete;

  /// The receive that an arriving message is for, which is then posted no more; null where the
  /// message has to be kept.
  [[nodiscard]] Transfer* matching_receive(Rank source, Context context, std::int32_t tag);
  /// A message to be kept, with room for so many bytes of data.
  [[nodiscard]] OwnedMessage make(std::size_t data_bytes) { return store_.take(data_bytes); }
  void add_unexpected(OwnedMessage message);
  /// The kept message that a new receive gets, which is then kept no more; null where the receive
  /// has to be posted.
  [[nodiscard]] OwnedMessage unexpected_for(const Transfer& receive);
  void post(Transfer& receive);
  void withdraw(Transfer& receive);
  /// From now on `receive`, which is posted and from any source, gets what it would get at an edge
  /// as soon as that is certain: its rank waits and sends itself nothing, and no other source comes
  /// before the lowest. So this depends on no timing. Returns the message that it gets now; null
  /// where it has to wait.
  [[nodiscard]] OwnedMessage await(Transfer& receive);

  /// The next pair among what is posted and kept, both begun before slice `now`. With `decides`
  /// receives from any source take the lowest (source, number) that is here.
  [[nodiscard]] std::optional<Match> next(bool decides, std::uint32_t now = any_slice);
  /// Whether `next(true)` would find a pair.
  [[nodiscard]] bool can_decide(std::uint32_t now = any_slice) const;
  /// The first slice behind `after` from which on something more may be matched: of all that is
  /// posted and kept. None where all of it could be matched in `after` already.
  [[nodiscard]] std::optional<std::uint32_t> next_slice(std::uint32_t after) const;
  /// Whether a message is kept that slices before `now` tell nothing of.
  [[nodiscard]] bool has_unexpected_from(std::uint32_t now) const;

  [[nodiscard]] const Message* visible(Context context, Rank source, std::int32_t tag,
                                       std::uint32_t now = any_slice) const;
  [[nodiscard]] OwnedMessage claim(const Message& message);

  /// Whether a receive from any source waits to be decided.
  [[nodiscard]] bool has_undecided() const {
    return wildcards_wait_ && !posted_from_any_.is_empty();
  }
  [[nodiscard]] std::vector<const Message*> unexpected() const;
  [[nodiscard]] std::vector<const Transfer*> posted() const;

 private:
  [[nodiscard]] Transfer* first_matching_receive(const Message& message, std::uint32_t now) const;
  [[nodiscard]] const Message* best_message_for(const Transfer& receive, std::uint32_t now) const;
  /// Whether nothing can come before a message that arrives from this source.
  [[nodiscard]] bool is_certain(const Transfer& receive, Rank source) const;
  [[nodiscard]] OwnedMessage take(const Message& message);
  [[nodiscard]] std::optional<Match> matched(Transfer& receive, const Message& message);
  /// All that are posted, by order, in `in_order_`.
  void put_in_order() const;
  IntrusiveQueue<Transfer>& posted_for(const Transfer& receive) {
    return receive.peer == any_source ? posted_from_any_
                                      : posted_[static_cast<std::size_t>(receive.peer)];
  }

  bool wildcards_wait_;
  std::optional<base::Random> perturbation_;
  std::uint64_t orders_ = 0;
  std::size_t unexpected_count_ = 0;
  std::size_t posted_count_ = 0;
  std::vector<IntrusiveQueue<Transfer>> posted_;  ///< by source
  IntrusiveQueue<Transfer> posted_from_any_;
  std::vector<IntrusiveQueue<Message>> unexpected_;  ///< by source
  MessageStore store_;                               ///< of those that are kept, or were
  // Of one call. They are here so that they keep their memory.
  mutable std::vector<Transfer*> in_order_;
  std::vector<const Message*> choices_;
};

}  // namespace strobe::bcs::runtime
