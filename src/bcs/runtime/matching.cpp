// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/matching.hpp"

#include <algorithm>
#include <span>

namespace strobe::bcs::runtime {

namespace {

bool matches(const Transfer& receive, Context context, std::int32_t tag) {
  return receive.context == context && (receive.tag == any_tag || receive.tag == tag);
}

/// Of two lists' heads the one that was posted first.
Transfer* earlier(Transfer* a, Transfer* b) {
  if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
  return a->order < b->order ? a : b;
}

Transfer* first_receive_for(const IntrusiveQueue<Transfer>& posted, Context context,
                            std::int32_t tag, std::uint32_t now = Matching::any_slice) {
  Transfer* at = posted.first();
  while (at != nullptr && !(matches(*at, context, tag) && at->slice < now)) at = at->next;
  return at;
}

Message* first_message_for(const IntrusiveQueue<Message>& queue, const Transfer& receive,
                           std::uint32_t now = Matching::any_slice) {
  Message* at = queue.first();
  while (at != nullptr && !(matches(receive, at->context, at->tag) && at->slice < now))
    at = at->next;
  return at;
}

}  // namespace

Matching::Matching(int ranks, bool wildcards_wait, std::optional<std::uint64_t> perturbation)
    : wildcards_wait_(wildcards_wait),
      posted_(static_cast<std::size_t>(ranks)),
      unexpected_(static_cast<std::size_t>(ranks)) {
  if (perturbation) perturbation_.emplace(*perturbation);
}

Matching::~Matching() {
  for (IntrusiveQueue<Message>& queue : unexpected_) {
    while (!queue.is_empty()) static_cast<void>(store_.owner(queue.take_after(nullptr)));
  }
}

Transfer* Matching::matching_receive(Rank source, Context context, std::int32_t tag) {
  IntrusiveQueue<Transfer>& named = posted_[static_cast<std::size_t>(source)];
  Transfer* before = nullptr;
  Transfer* at = named.first();
  while (at != nullptr && !matches(*at, context, tag)) {
    before = at;
    at = at->next;
  }
  if (!posted_from_any_.is_empty()) [[unlikely]] {
    Transfer* const from_any = first_receive_for(posted_from_any_, context, tag);
    if (from_any != nullptr && (at == nullptr || from_any->order < at->order)) {
      if (wildcards_wait_ && !is_certain(*from_any, source)) return nullptr;
      withdraw(*from_any);
      return from_any;
    }
    // One that is shadowed and may be left over comes before this one.
    if (at != nullptr &&
        first_message_for(unexpected_[static_cast<std::size_t>(source)], *at) != nullptr) {
      return nullptr;
    }
  }
  if (at == nullptr) return nullptr;
  named.take_after(before);
  at->is_posted = false;
  --posted_count_;
  return at;
}

void Matching::add_unexpected(OwnedMessage message) {
  message->order = orders_++;
  ++unexpected_count_;
  IntrusiveQueue<Message>& queue = unexpected_[static_cast<std::size_t>(message->source)];
  queue.push(*message.release());
}

const Message* Matching::best_message_for(const Transfer& receive, std::uint32_t now) const {
  if (receive.peer != any_source) {
    return first_message_for(unexpected_[static_cast<std::size_t>(receive.peer)], receive, now);
  }
  const Message* best = nullptr;
  for (const IntrusiveQueue<Message>& queue : unexpected_) {
    const Message* const found = first_message_for(queue, receive, now);
    if (found == nullptr) continue;
    // What is decided at edges is decided by ranks; what is not, by arrival.
    if (best == nullptr || (!wildcards_wait_ && found->order < best->order)) best = found;
  }
  return best;
}

bool Matching::is_certain(const Transfer& receive, Rank source) const {
  if (!receive.is_awaited || source != receive.lowest_source) return false;
  const auto queues = std::span(unexpected_).first(static_cast<std::size_t>(source) + 1);
  return std::ranges::all_of(queues, [&](const IntrusiveQueue<Message>& from) {
    return first_message_for(from, receive) == nullptr;
  });
}

OwnedMessage Matching::await(Transfer& receive) {
  if (!wildcards_wait_ || perturbation_) return nullptr;
  receive.is_awaited = true;
  if (unexpected_count_ == 0) return nullptr;
  const Message* const best = best_message_for(receive, any_slice);
  if (best == nullptr || best->source > receive.lowest_source) return nullptr;
  if (first_matching_receive(*best, any_slice) != &receive) return nullptr;
  withdraw(receive);
  return take(*best);
}

OwnedMessage Matching::take(const Message& message) {
  IntrusiveQueue<Message>& queue = unexpected_[static_cast<std::size_t>(message.source)];
  queue.take(const_cast<Message&>(message));
  --unexpected_count_;
  return store_.owner(const_cast<Message&>(message));
}

OwnedMessage Matching::unexpected_for(const Transfer& receive) {
  if (unexpected_count_ == 0) return nullptr;
  if (receive.peer == any_source && wildcards_wait_) return nullptr;
  const Message* const found = best_message_for(receive, any_slice);
  if (found == nullptr) return nullptr;
  // A message that is kept although receives from any source are posted may be for one of them.
  if (!posted_from_any_.is_empty() && first_matching_receive(*found, any_slice) != nullptr)
    return nullptr;
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

Transfer* Matching::first_matching_receive(const Message& message, std::uint32_t now) const {
  return earlier(first_receive_for(posted_[static_cast<std::size_t>(message.source)],
                                   message.context, message.tag, now),
                 first_receive_for(posted_from_any_, message.context, message.tag, now));
}

std::optional<Match> Matching::matched(Transfer& receive, const Message& message) {
  withdraw(receive);
  return Match{.receive = &receive, .message = take(message)};
}

std::optional<Match> Matching::next(bool decides, std::uint32_t now) {
  if (unexpected_count_ == 0 || posted_count_ == 0) return std::nullopt;
  if (!decides) {
    for (const IntrusiveQueue<Message>& queue : unexpected_) {
      for (const Message* at = queue.first(); at != nullptr && at->slice < now; at = at->next) {
        Transfer* const matching_receive = first_matching_receive(*at, now);
        if (matching_receive == nullptr || matching_receive->peer == any_source) continue;
        if (first_message_for(queue, *matching_receive, now) == at)
          return matched(*matching_receive, *at);
      }
    }
    return std::nullopt;
  }
  // What an earlier receive leaves here it cannot take, so that nothing is shadowed.
  put_in_order();
  for (Transfer* const receive : in_order_) {
    if (receive->slice >= now) continue;
    const Message* best = best_message_for(*receive, now);
    if (best == nullptr) continue;
    if (receive->peer == any_source && perturbation_) {
      choices_.clear();
      for (const IntrusiveQueue<Message>& queue : unexpected_) {
        if (const Message* found = first_message_for(queue, *receive, now))
          choices_.push_back(found);
      }
      best = choices_[static_cast<std::size_t>(perturbation_->next() % choices_.size())];
    }
    return matched(*receive, *best);
  }
  return std::nullopt;
}

bool Matching::can_decide(std::uint32_t now) const {
  if (unexpected_count_ == 0 || posted_count_ == 0) return false;
  for (const IntrusiveQueue<Message>& queue : unexpected_) {
    for (const Message* at = queue.first(); at != nullptr; at = at->next) {
      if (at->slice < now && first_matching_receive(*at, now) != nullptr) return true;
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
  if (unexpected_count_ == 0 || posted_count_ == 0) return next;
  for (const IntrusiveQueue<Message>& queue : unexpected_) look_at(queue);
  for (const IntrusiveQueue<Transfer>& posted : posted_) look_at(posted);
  look_at(posted_from_any_);
  return next;
}

bool Matching::has_unexpected_from(std::uint32_t now) const {
  if (unexpected_count_ == 0) return false;
  for (const IntrusiveQueue<Message>& queue : unexpected_) {
    for (const Message* at = queue.first(); at != nullptr; at = at->next) {
      if (at->slice >= now) return true;
    }
  }
  return false;
}

const Message* Matching::visible(Context context, Rank source, std::int32_t tag,
                                 std::uint32_t now) const {
  if (unexpected_count_ == 0) return nullptr;
  Transfer probe;
  probe.peer = source;
  probe.context = context;
  probe.tag = tag;
  const Message* best = nullptr;
  const auto look_at = [&](const IntrusiveQueue<Message>& queue) {
    // Later ones of the same source cannot be seen before it is known what becomes of this one.
    const Message* const found = first_message_for(queue, probe, now);
    if (found == nullptr || first_matching_receive(*found, now) != nullptr) return;
    if (best == nullptr || (!wildcards_wait_ && found->order < best->order)) best = found;
  };
  if (source != any_source) {
    look_at(unexpected_[static_cast<std::size_t>(source)]);
  } else {
    for (const IntrusiveQueue<Message>& queue : unexpected_) look_at(queue);
  }
  return best;
}

OwnedMessage Matching::claim(const Message& message) { return take(message); }

std::vector<const Message*> Matching::unexpected() const {
  std::vector<const Message*> all;
  for (const IntrusiveQueue<Message>& queue : unexpected_) {
    for (const Message* at = queue.first(); at != nullptr; at = at->next) all.push_back(at);
  }
  return all;
}

void Matching::put_in_order() const {
  in_order_.clear();
  const auto add = [&](const IntrusiveQueue<Transfer>& posted) {
    for (Transfer* at = posted.first(); at != nullptr; at = at->next) in_order_.push_back(at);
  };
  for (const IntrusiveQueue<Transfer>& posted : posted_) add(posted);
  add(posted_from_any_);
  std::ranges::sort(in_order_, {}, [](const Transfer* transfer) { return transfer->order; });
}

std::vector<const Transfer*> Matching::posted() const {
  put_in_order();
  return {in_order_.begin(), in_order_.end()};
}

}  // namespace strobe::bcs::runtime
