// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/matching.hpp"

#include <algorithm>

namespace strobe::bcs::runtime {

namespace {

bool matches(const Transfer& receive, Context context, std::int32_t tag) {
  return receive.context == context && (receive.tag == any_tag || receive.tag == tag);
}

/// The receive that was posted first.
Transfer* earlier(Transfer* a, Transfer* b) {
  if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
  return a->order < b->order ? a : b;
}

std::uint32_t slice_of(const Transfer& receive) { return receive.slice; }
std::uint32_t slice_of(const Message& message) { return message.envelope.slice; }

bool is_before(const Transfer& receive, std::uint32_t now) { return receive.slice < now; }
bool is_before(const Message& message, std::uint32_t now, std::uint32_t known = 0) {
  return message.envelope.slice < now || message.envelope.number < known;
}

/// Neither slices nor numbers fall within a queue: if the first item of a bin is from a later
/// slice, so are all.
template <class Item, class... Known>
Item* if_before(Item* item, std::uint32_t now, Known... known) {
  return item != nullptr && is_before(*item, now, known...) ? item : nullptr;
}

bool matches(const Transfer& receive, const Message& message) {
  return matches(receive, message.envelope.context, message.envelope.tag);
}

/// The rest of the search for a receive, after the first of the queue.
[[gnu::noinline]] Transfer* search_receives(const MatchingQueue<Transfer>& posted, Context context,
                                            std::int32_t tag, std::uint32_t now) {
  int scanned = 1;
  for (Transfer* at = posted.first()->next; at != nullptr; at = at->next) {
    if (++scanned > MatchingQueue<Transfer>::most_scanned || posted.has_bins()) [[unlikely]] {
      return if_before(
          earlier(posted.first_in_bin(context, tag), posted.first_in_bin(context, any_tag)), now);
    }
    if (matches(*at, context, tag) && at->slice < now) return at;
  }
  return nullptr;
}

Transfer* first_receive_for(const MatchingQueue<Transfer>& posted, Context context,
                            std::int32_t tag, std::uint32_t now = Matching::any_slice) {
  Transfer* const first = posted.first();
  if (first == nullptr || (matches(*first, context, tag) && first->slice < now)) return first;
  return search_receives(posted, context, tag, now);
}

/// The rest of the search for a message, after the first of the queue. A receive with any tag takes
/// the first message of its context, for which there are no bins.
[[gnu::noinline]] Message* search_messages(const MatchingQueue<Message>& queue,
                                           const Transfer& receive, std::uint32_t now,
                                           std::uint32_t known) {
  int scanned = 1;
  for (Message* at = queue.first()->next; at != nullptr; at = at->next) {
    if ((++scanned > MatchingQueue<Message>::most_scanned || queue.has_bins()) &&
        receive.tag != any_tag) [[unlikely]] {
      return if_before(queue.first_in_bin(receive.context, receive.tag), now, known);
    }
    if (matches(receive, *at) && is_before(*at, now, known)) return at;
  }
  return nullptr;
}

/// Of the messages from before slice `now`, and of those with numbers below `known`.
Message* first_message_for(const MatchingQueue<Message>& queue, const Transfer& receive,
                           std::uint32_t now = Matching::any_slice, std::uint32_t known = 0) {
  Message* const first = queue.first();
  if (first == nullptr || (matches(receive, *first) && is_before(*first, now, known))) return first;
  return search_messages(queue, receive, now, known);
}

}  // namespace

Matching::Matching(bool wildcards_wait, std::optional<std::uint64_t> perturbation)
    : wildcards_wait_(wildcards_wait) {
  if (perturbation) perturbation_.emplace(*perturbation);
}

Matching::~Matching() {
  for (MatchingQueue<Message>& queue : unexpected_) {
    while (!queue.is_empty()) static_cast<void>(take(*queue.first()));
  }
}

Transfer* Matching::matching_receive(Rank source, Context context, std::int32_t tag) {
  Transfer* found = first_receive_for(posted_[source], context, tag);
  if (!posted_from_any_.is_empty()) [[unlikely]]
    found = named_or_from_any(found, source, context, tag);
  if (found != nullptr) withdraw(*found);
  return found;
}

Transfer* Matching::named_or_from_any(Transfer* named, Rank source, Context context,
                                      std::int32_t tag) const {
  Transfer* const from_any = first_receive_for(posted_from_any_, context, tag);
  if (from_any != nullptr && earlier(from_any, named) == from_any)
    return wildcards_wait_ && !is_certain(*from_any, source) ? nullptr : from_any;
  // An earlier message that a receive from any source may take, or leave for this receive, comes
  // first.
  const bool is_second =
      named != nullptr && first_message_for(unexpected_[source], *named) != nullptr;
  return is_second ? nullptr : named;
}

void Matching::add_unexpected(OwnedMessage message) {
  message->order = orders_++;
  ++unexpected_count_;
  MatchingQueue<Message>& queue = unexpected_[message->source];
  queue.push(*message.release());
}

const Message* Matching::best_message_for(const Transfer& receive, std::uint32_t now) const {
  if (receive.peer == any_source) return best_message_from_any(receive, now);
  return first_message_for(unexpected_[receive.peer], receive, now);
}

const Message* Matching::best_message_from_any(const Transfer& receive, std::uint32_t now) const {
  const Message* best = nullptr;
  for (const MatchingQueue<Message>& queue : unexpected_) {
    const Message* const found = first_message_for(queue, receive, now);
    if (found == nullptr) continue;
    // Decisions at edges go by rank, all others by arrival.
    if (best == nullptr || (!wildcards_wait_ && found->order < best->order)) best = found;
  }
  return best;
}

bool Matching::is_certain(const Transfer& receive, Rank source) const {
  if (!receive.is_awaited || source != receive.lowest_source) return false;
  for (auto from = unexpected_.begin(); from != unexpected_.end() && from.rank() <= source;
       ++from) {
    if (first_message_for(*from, receive) != nullptr) return false;
  }
  return true;
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
  auto& taken = const_cast<Message&>(message);
  unexpected_[message.source].remove(taken);
  --unexpected_count_;
  return store_.owner(taken);
}

OwnedMessage Matching::drop(Rank source, std::uint64_t sender) {
  const MatchingQueue<Message>& queue = unexpected_[source];
  for (const Message* at = queue.first(); at != nullptr; at = at->next) {
    if (at->kind == DescriptorKind::eager_inline || at->location.sender != sender) continue;
    return take(*at);
  }
  return nullptr;
}

OwnedMessage Matching::find_unexpected_for(const Transfer& receive) {
  if (receive.peer == any_source && wildcards_wait_) return nullptr;
  const Message* const found = best_message_for(receive, any_slice);
  if (found == nullptr) return nullptr;
  // While receives from any source are posted, the message may be for one of them.
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

bool Matching::may_announce(const Transfer& receive) const {
  int scanned = 0;
  const auto are_announced = [&](const Transfer* at) {
    for (; at != nullptr && at != &receive; at = at->next) {
      const bool is_rival = at->context == receive.context &&
                            (matches(*at, at->context, receive.tag) || receive.tag == any_tag);
      if (++scanned > MatchingQueue<Transfer>::most_scanned || (is_rival && at->announcement == 0))
        return false;
    }
    return true;
  };
  return are_announced(posted_[receive.peer].first()) && are_announced(posted_from_any_.first());
}

void Matching::withdraw(Transfer& receive) {
  posted_for(receive).remove(receive);
  receive.is_posted = false;
  --posted_count_;
}

Transfer* Matching::first_matching_receive(const Message& message, std::uint32_t now) const {
  const Envelope& envelope = message.envelope;
  return earlier(first_receive_for(posted_[message.source], envelope.context, envelope.tag, now),
                 first_receive_for(posted_from_any_, envelope.context, envelope.tag, now));
}

Match Matching::take_pair(Transfer& receive, const Message& message) {
  withdraw(receive);
  return {.receive = &receive, .message = take(message)};
}

std::optional<Match> Matching::next(std::uint32_t now) {
  if (unexpected_count_ == 0 || posted_count_ == 0) return std::nullopt;
  for (const MatchingQueue<Message>& queue : unexpected_) {
    for (const Message* at = queue.first(); if_before(at, now) != nullptr; at = at->next) {
      Transfer* const receive = first_matching_receive(*at, now);
      if (receive == nullptr || receive->peer == any_source) continue;
      if (first_message_for(queue, *receive, now) == at) return take_pair(*receive, *at);
    }
  }
  return std::nullopt;
}

const Message* Matching::decided_message_for(const Transfer& receive, std::uint32_t now) {
  if (receive.peer != any_source || !perturbation_) return best_message_for(receive, now);
  choices_.clear();
  for (const MatchingQueue<Message>& queue : unexpected_) {
    if (const Message* found = first_message_for(queue, receive, now)) choices_.push_back(found);
  }
  if (choices_.empty()) return nullptr;
  return choices_[static_cast<std::size_t>(perturbation_->next() % choices_.size())];
}

bool Matching::can_decide(std::uint32_t now) const {
  if (unexpected_count_ == 0 || posted_count_ == 0) return false;
  for (const MatchingQueue<Message>& queue : unexpected_) {
    for (const Message* at = queue.first(); if_before(at, now) != nullptr; at = at->next) {
      if (first_matching_receive(*at, now) != nullptr) return true;
    }
  }
  return false;
}

std::optional<std::uint32_t> Matching::next_slice(std::uint32_t after) const {
  std::optional<std::uint32_t> next;
  const auto consider = [&](const auto& queue) {
    for (const auto* at = queue.first(); at != nullptr; at = at->next) {
      const std::uint32_t slice = slice_of(*at);
      if (slice >= after && (!next || slice + 1 < *next)) next = slice + 1;
    }
  };
  if (unexpected_count_ == 0 || posted_count_ == 0) return next;
  for (const MatchingQueue<Message>& queue : unexpected_) consider(queue);
  for (const MatchingQueue<Transfer>& posted : posted_) consider(posted);
  consider(posted_from_any_);
  return next;
}

bool Matching::has_unexpected_from(std::uint32_t now) const {
  if (unexpected_count_ == 0) return false;
  for (const MatchingQueue<Message>& queue : unexpected_) {
    for (const Message* at = queue.first(); at != nullptr; at = at->next) {
      if (at->envelope.slice >= now) return true;
    }
  }
  return false;
}

const Message* Matching::visible(Context context, Rank source, std::int32_t tag,
                                 std::uint32_t messages_before,
                                 std::uint32_t receives_before) const {
  if (unexpected_count_ == 0) return nullptr;
  Transfer probe;
  probe.peer = source;
  probe.context = context;
  probe.tag = tag;
  const Message* best = nullptr;
  const auto consider = [&](Rank from, const MatchingQueue<Message>& queue) {
    // If a posted receive may take the first message of a source, a probe sees no later one: which
    // message is the next is not known yet.
    const Message* const found = first_message_for(queue, probe, messages_before, known(from));
    if (found == nullptr || first_matching_receive(*found, receives_before) != nullptr) return;
    if (best == nullptr || (!wildcards_wait_ && found->order < best->order)) best = found;
  };
  if (source != any_source) {
    consider(source, unexpected_[source]);
  } else {
    for (auto at = unexpected_.begin(); at != unexpected_.end(); ++at) consider(at.rank(), *at);
  }
  return best;
}

std::vector<const Message*> Matching::unexpected() const {
  std::vector<const Message*> all;
  for (const MatchingQueue<Message>& queue : unexpected_) {
    for (const Message* at = queue.first(); at != nullptr; at = at->next) all.push_back(at);
  }
  return all;
}

void Matching::sort_posted() {
  sorted_.clear();
  const auto add = [&](const MatchingQueue<Transfer>& posted) {
    for (Transfer* at = posted.first(); at != nullptr; at = at->next) sorted_.push_back(at);
  };
  for (const MatchingQueue<Transfer>& posted : posted_) add(posted);
  add(posted_from_any_);
  std::ranges::sort(sorted_, {}, [](const Transfer* transfer) { return transfer->order; });
}

}  // namespace strobe::bcs::runtime
