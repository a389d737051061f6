// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/matching.hpp"

#include <algorithm>
#include <span>

namespace strobe::bcs::runtime {

namespace {

bool takes(const Transfer& receive, Context context, std::int32_t tag) {
  return receive.context == context && (receive.tag == any_tag || receive.tag == tag);
}

/// Of two lists' heads the one that was posted first.
Transfer* earlier(Transfer* a, Transfer* b) {
  if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
  return a->order < b->order ? a : b;
}

Transfer* first_that_takes(const Queue<Transfer>& posted, Context context, std::int32_t tag,
                           std::uint32_t now = Matching::any_slice) {
  Transfer* at = posted.first();
  while (at != nullptr && !(takes(*at, context, tag) && at->slice < now)) at = at->next;
  return at;
}

Message* first_taken(const Queue<Message>& kept, const Transfer& receive,
                     std::uint32_t now = Matching::any_slice) {
  Message* at = kept.first();
  while (at != nullptr && !(takes(receive, at->context, at->tag) && at->slice < now)) at = at->next;
  return at;
}

}  // namespace

Matching::Matching(int ranks, bool wildcards_wait, std::optional<std::uint64_t> perturbation)
    : wildcards_wait_(wildcards_wait),
      posted_(static_cast<std::size_t>(ranks)),
      kept_(static_cast<std::size_t>(ranks)) {
  if (perturbation) perturbation_.emplace(*perturbation);
}

Matching::~Matching() {
  for (Queue<Message>& kept : kept_) {
    while (!kept.is_empty()) static_cast<void>(store_.owner(kept.take_after(nullptr)));
  }
}

Transfer* Matching::taker(Rank source, Context context, std::int32_t tag) {
  Queue<Transfer>& named = posted_[static_cast<std::size_t>(source)];
  Transfer* before = nullptr;
  Transfer* at = named.first();
  while (at != nullptr && !takes(*at, context, tag)) {
    before = at;
    at = at->next;
  }
  if (!posted_from_any_.is_empty()) [[unlikely]] {
    Transfer* const from_any = first_that_takes(posted_from_any_, context, tag);
    if (from_any != nullptr && (at == nullptr || from_any->order < at->order)) {
      if (wildcards_wait_ && !is_certain(*from_any, source)) return nullptr;
      withdraw(*from_any);
      return from_any;
    }
    // One that is shadowed and may be left over comes before this one.
    if (at != nullptr && first_taken(kept_[static_cast<std::size_t>(source)], *at) != nullptr) {
      return nullptr;
    }
  }
  if (at == nullptr) return nullptr;
  named.take_after(before);
  at->is_posted = false;
  --posted_count_;
  return at;
}

void Matching::keep(OwnedMessage message) {
  message->order = orders_++;
  ++kept_count_;
  Queue<Message>& kept = kept_[static_cast<std::size_t>(message->source)];
  kept.push(*message.release());
}

const Message* Matching::best_for(const Transfer& receive, std::uint32_t now) const {
  if (receive.peer != any_source) {
    return first_taken(kept_[static_cast<std::size_t>(receive.peer)], receive, now);
  }
  const Message* best = nullptr;
  for (const Queue<Message>& kept : kept_) {
    const Message* const found = first_taken(kept, receive, now);
    if (found == nullptr) continue;
    // What is decided at edges is decided by ranks; what is not, by arrival.
    if (best == nullptr || (!wildcards_wait_ && found->order < best->order)) best = found;
  }
  return best;
}

bool Matching::is_certain(const Transfer& receive, Rank source) const {
  if (!receive.is_awaited || source != receive.lowest_source) return false;
  const auto kept = std::span(kept_).first(static_cast<std::size_t>(source) + 1);
  return std::ranges::all_of(
      kept, [&](const Queue<Message>& from) { return first_taken(from, receive) == nullptr; });
}

OwnedMessage Matching::await(Transfer& receive) {
  if (!wildcards_wait_ || perturbation_) return nullptr;
  receive.is_awaited = true;
  if (kept_count_ == 0) return nullptr;
  const Message* const best = best_for(receive, any_slice);
  if (best == nullptr || best->source > receive.lowest_source) return nullptr;
  if (first_taker(*best, any_slice) != &receive) return nullptr;
  withdraw(receive);
  return take(*best);
}

OwnedMessage Matching::take(const Message& message) {
  Queue<Message>& kept = kept_[static_cast<std::size_t>(message.source)];
  kept.take(const_cast<Message&>(message));
  --kept_count_;
  return store_.owner(const_cast<Message&>(message));
}

OwnedMessage Matching::wanted(const Transfer& receive) {
  if (kept_count_ == 0) return nullptr;
  if (receive.peer == any_source && wildcards_wait_) return nullptr;
  const Message* const found = best_for(receive, any_slice);
  if (found == nullptr) return nullptr;
  // A message that is kept although receives from any source are posted may be for one of them.
  if (!posted_from_any_.is_empty() && first_taker(*found, any_slice) != nullptr) return nullptr;
  return take(*found);
}

void Matching::post(Transfer& receive) {
  receive.order = orders_++;
  receive.is_posted = true;
  ++posted_count_;
  posted_for(receive).push(receive);
}

void Matching::withdraw(Transfer& receive) {
  posted_for(receive).take(receive);
  receive.is_posted = false;
  --posted_count_;
}

Transfer* Matching::first_taker(const Message& message, std::uint32_t now) const {
  return earlier(first_that_takes(posted_[static_cast<std::size_t>(message.source)],
                                  message.context, message.tag, now),
                 first_that_takes(posted_from_any_, message.context, message.tag, now));
}

std::optional<Match> Matching::matched(Transfer& receive, const Message& message) {
  withdraw(receive);
  return Match{.receive = &receive, .message = take(message)};
}

std::optional<Match> Matching::next(bool decides, std::uint32_t now) {
  if (kept_count_ == 0 || posted_count_ == 0) return std::nullopt;
  if (!decides) {
    for (const Queue<Message>& kept : kept_) {
      for (const Message* at = kept.first(); at != nullptr && at->slice < now; at = at->next) {
        Transfer* const taker = first_taker(*at, now);
        if (taker == nullptr || taker->peer == any_source) continue;
        if (first_taken(kept, *taker, now) == at) return matched(*taker, *at);
      }
    }
    return std::nullopt;
  }
  // What an earlier receive leaves here it cannot take, so that nothing is shadowed.
  put_in_order();
  for (Transfer* const receive : in_order_) {
    if (receive->slice >= now) continue;
    const Message* best = best_for(*receive, now);
    if (best == nullptr) continue;
    if (receive->peer == any_source && perturbation_) {
      choices_.clear();
      for (const Queue<Message>& kept : kept_) {
        if (const Message* found = first_taken(kept, *receive, now)) choices_.push_back(found);
      }
      best = choices_[static_cast<std::size_t>(perturbation_->next() % choices_.size())];
    }
    return matched(*receive, *best);
  }
  return std::nullopt;
}

bool Matching::can_decide(std::uint32_t now) const {
  if (kept_count_ == 0 || posted_count_ == 0) return false;
  for (const Queue<Message>& kept : kept_) {
    for (const Message* at = kept.first(); at != nullptr; at = at->next) {
      if (at->slice < now && first_taker(*at, now) != nullptr) return true;
    }
  }
  return false;
}

std::optional<std::uint32_t> Matching::next_slice(std::uint32_t after) const {
  std::optional<std::uint32_t> next;
  const auto look_at = [&](const auto& queue) {
    for (const auto* at = queue.first(); at != nullptr; at = at->next) {
      if (at->slice >= after && (!next || at->slice + 1 < *next)) next = at->slice + 1;
    }
  };
  if (kept_count_ == 0 || posted_count_ == 0) return next;
  for (const Queue<Message>& kept : kept_) look_at(kept);
  for (const Queue<Transfer>& posted : posted_) look_at(posted);
  look_at(posted_from_any_);
  return next;
}

bool Matching::keeps_unseen(std::uint32_t now) const {
  if (kept_count_ == 0) return false;
  for (const Queue<Message>& kept : kept_) {
    for (const Message* at = kept.first(); at != nullptr; at = at->next) {
      if (at->slice >= now) return true;
    }
  }
  return false;
}

const Message* Matching::visible(Context context, Rank source, std::int32_t tag,
                                 std::uint32_t now) const {
  if (kept_count_ == 0) return nullptr;
  Transfer probe;
  probe.peer = source;
  probe.context = context;
  probe.tag = tag;
  const Message* best = nullptr;
  const auto look_at = [&](const Queue<Message>& kept) {
    // Later ones of the same source cannot be seen before it is known what becomes of this one.
    const Message* const found = first_taken(kept, probe, now);
    if (found == nullptr || first_taker(*found, now) != nullptr) return;
    if (best == nullptr || (!wildcards_wait_ && found->order < best->order)) best = found;
  };
  if (source != any_source) {
    look_at(kept_[static_cast<std::size_t>(source)]);
  } else {
    for (const Queue<Message>& kept : kept_) look_at(kept);
  }
  return best;
}

OwnedMessage Matching::claim(const Message& message) { return take(message); }

std::vector<const Message*> Matching::kept() const {
  std::vector<const Message*> all;
  for (const Queue<Message>& kept : kept_) {
    for (const Message* at = kept.first(); at != nullptr; at = at->next) all.push_back(at);
  }
  return all;
}

void Matching::put_in_order() const {
  in_order_.clear();
  const auto add = [&](const Queue<Transfer>& posted) {
    for (Transfer* at = posted.first(); at != nullptr; at = at->next) in_order_.push_back(at);
  };
  for (const Queue<Transfer>& posted : posted_) add(posted);
  add(posted_from_any_);
  std::ranges::sort(in_order_, {}, [](const Transfer* transfer) { return transfer->order; });
}

std::vector<const Transfer*> Matching::posted() const {
  put_in_order();
  return {in_order_.begin(), in_order_.end()};
}

}  // namespace strobe::bcs::runtime
