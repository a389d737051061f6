// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/matching.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"

namespace strobe::bcs::protocol {

namespace {

bool is_before(const SendDescriptor& a, const SendDescriptor& b) {
  return a.envelope.source != b.envelope.source ? a.envelope.source < b.envelope.source
                                                : a.envelope.sequence < b.envelope.sequence;
}

}  // namespace

Matching::NextSequence& Matching::next_sequence_of(Rank source) {
  const auto found = std::ranges::lower_bound(next_sequences_, source, {}, &NextSequence::source);
  if (found != next_sequences_.end() && found->source == source) return *found;
  return *next_sequences_.insert(found, {source, 0});
}

void Matching::add_send(const SendDescriptor& send) {
  NextSequence& next = next_sequence_of(send.envelope.source);
  base::ensure(send.envelope.sequence >= next.sequence,
               "the descriptor of a message arrives twice");
  if (send.envelope.sequence != next.sequence) {
    out_of_order_.insert(std::ranges::upper_bound(out_of_order_, send, is_before), send);
    return;
  }
  sends_.insert(std::ranges::upper_bound(sends_, send, is_before), send);
  ++next.sequence;
  const auto is_next = [&](const SendDescriptor& early) {
    return early.envelope.source == next.source && early.envelope.sequence == next.sequence;
  };
  for (auto found = std::ranges::find_if(out_of_order_, is_next); found != out_of_order_.end();
       found = std::ranges::find_if(out_of_order_, is_next)) {
    sends_.insert(std::ranges::upper_bound(sends_, *found, is_before), *found);
    out_of_order_.erase(found);
    ++next.sequence;
  }
}

void Matching::post_receive(const PostedReceive& receive) { receives_.push_back(receive); }

std::size_t Matching::first_matching_receive(const SendDescriptor& send) const {
  const auto found = std::ranges::find_if(
      receives_, [&](const PostedReceive& receive) { return receive.matches(send.envelope); });
  return static_cast<std::size_t>(found - receives_.begin());
}

Match Matching::remove_pair(std::size_t send, std::size_t receive) {
  Match match{sends_[send], receives_[receive]};
  sends_.erase(sends_.begin() + static_cast<std::ptrdiff_t>(send));
  receives_.erase(receives_.begin() + static_cast<std::ptrdiff_t>(receive));
  return match;
}

std::optional<Match> Matching::next(bool decides_wildcards) {
  if (decides_wildcards) {
    // Receives are tried in the order of posting, so no undecided receive shadows another one.
    for (std::size_t r = 0; r < receives_.size(); ++r) {
      for (std::size_t s = 0; s < sends_.size(); ++s) {
        if (receives_[r].matches(sends_[s].envelope)) return remove_pair(s, r);
      }
    }
    return std::nullopt;
  }
  for (std::size_t s = 0; s < sends_.size(); ++s) {
    const std::size_t receive = first_matching_receive(sends_[s]);
    if (receive == receives_.size() || receives_[receive].source == any_source) continue;
    // An earlier send matches this receive, too, but is shadowed: the receive may still get it.
    const bool is_overtaking =
        std::any_of(sends_.begin(), sends_.begin() + static_cast<std::ptrdiff_t>(s),
                    [&](const SendDescriptor& earlier) {
                      return receives_[receive].matches(earlier.envelope);
                    });
    if (!is_overtaking) return remove_pair(s, receive);
  }
  return std::nullopt;
}

std::vector<Match> Matching::decide() {
  std::vector<Match> matches;
  if (sends_.empty() || receives_.empty()) return matches;
  // What an earlier receive has left it cannot take, so that one pass finds all pairs.
  std::vector<PostedReceive> left;
  for (const PostedReceive& receive : receives_) {
    const auto send = std::ranges::find_if(
        sends_, [&](const SendDescriptor& one) { return receive.matches(one.envelope); });
    if (send == sends_.end()) {
      left.push_back(receive);
    } else {
      matches.push_back({*send, receive});
      sends_.erase(send);
    }
  }
  receives_ = std::move(left);
  return matches;
}

bool Matching::can_decide_wildcard() const {
  return std::ranges::any_of(sends_, [&](const SendDescriptor& send) {
    return first_matching_receive(send) < receives_.size();
  });
}

const SendDescriptor* Matching::probe(const PostedReceive& probe) const {
  Rank shadowed = any_source;
  for (const SendDescriptor& send : sends_) {
    if (send.envelope.source == shadowed || !probe.matches(send.envelope)) continue;
    if (first_matching_receive(send) == receives_.size()) return &send;
    // A receive may or may not match this send. Until that is known, later sends of the same source
    // are not visible.
    shadowed = send.envelope.source;
  }
  return nullptr;
}

std::optional<SendDescriptor> Matching::claim(const PostedReceive& probe) {
  const SendDescriptor* const found = this->probe(probe);
  if (found == nullptr) return std::nullopt;
  const SendDescriptor claimed = *found;
  sends_.erase(sends_.begin() + (found - sends_.data()));
  return claimed;
}

bool Matching::has_arrived(Rank source, std::uint32_t sequence) const {
  const auto found = std::ranges::lower_bound(next_sequences_, source, {}, &NextSequence::source);
  return found != next_sequences_.end() && found->source == source && found->sequence > sequence;
}

bool Matching::drop(Rank source, std::uint32_t sequence) {
  return std::erase_if(sends_, [&](const SendDescriptor& send) {
           return send.envelope.source == source && send.envelope.sequence == sequence;
         }) != 0;
}

bool Matching::withdraw(Request receive) {
  return std::erase_if(receives_,
                       [&](const PostedReceive& posted) { return posted.request == receive; }) != 0;
}

}  // namespace strobe::bcs::protocol
