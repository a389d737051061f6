// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/matching.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace strobe::bcs::protocol {

namespace {

bool is_before(const Offer& a, const Offer& b) {
  return a.envelope.source != b.envelope.source ? a.envelope.source < b.envelope.source
                                                : a.envelope.sequence < b.envelope.sequence;
}

}  // namespace

Matching::Expected& Matching::expected_of(Rank source) {
  const auto found = std::ranges::lower_bound(expected_, source, {}, &Expected::source);
  if (found != expected_.end() && found->source == source) return *found;
  return *expected_.insert(found, {source, 0});
}

void Matching::offer(const Offer& offer) {
  Expected& expected = expected_of(offer.envelope.source);
  base::ensure(offer.envelope.sequence >= expected.sequence, "a message arrives twice");
  if (offer.envelope.sequence != expected.sequence) {
    early_.insert(std::ranges::upper_bound(early_, offer, is_before), offer);
    return;
  }
  offers_.insert(std::ranges::upper_bound(offers_, offer, is_before), offer);
  ++expected.sequence;
  const auto is_next = [&](const Offer& early) {
    return early.envelope.source == expected.source && early.envelope.sequence == expected.sequence;
  };
  for (auto next = std::ranges::find_if(early_, is_next); next != early_.end();
       next = std::ranges::find_if(early_, is_next)) {
    offers_.insert(std::ranges::upper_bound(offers_, *next, is_before), *next);
    early_.erase(next);
    ++expected.sequence;
  }
}

void Matching::want(const Wanted& wanted) { wanted_.push_back(wanted); }

std::size_t Matching::first_taker(const Offer& offer) const {
  const auto found = std::ranges::find_if(
      wanted_, [&](const Wanted& wanted) { return wanted.takes(offer.envelope); });
  return static_cast<std::size_t>(found - wanted_.begin());
}

Match Matching::take(std::size_t offer, std::size_t wanted) {
  Match match{offers_[offer], wanted_[wanted]};
  offers_.erase(offers_.begin() + static_cast<std::ptrdiff_t>(offer));
  wanted_.erase(wanted_.begin() + static_cast<std::ptrdiff_t>(wanted));
  return match;
}

std::optional<Match> Matching::next(bool decides) {
  if (decides) {
    // What an earlier receive left here it cannot take, so that nothing is shadowed.
    for (std::size_t w = 0; w < wanted_.size(); ++w) {
      for (std::size_t o = 0; o < offers_.size(); ++o) {
        if (wanted_[w].takes(offers_[o].envelope)) return take(o, w);
      }
    }
    return std::nullopt;
  }
  for (std::size_t o = 0; o < offers_.size(); ++o) {
    const std::size_t taker = first_taker(offers_[o]);
    if (taker == wanted_.size() || wanted_[taker].source == any_source) continue;
    // One that is shadowed and may be left over comes before this one.
    const bool is_overtaking =
        std::any_of(offers_.begin(), offers_.begin() + static_cast<std::ptrdiff_t>(o),
                    [&](const Offer& earlier) { return wanted_[taker].takes(earlier.envelope); });
    if (!is_overtaking) return take(o, taker);
  }
  return std::nullopt;
}

bool Matching::can_decide() const {
  return std::ranges::any_of(
      offers_, [&](const Offer& offer) { return first_taker(offer) < wanted_.size(); });
}

const Offer* Matching::visible(const Wanted& probe) const {
  Rank shadowed = any_source;
  for (const Offer& offer : offers_) {
    if (offer.envelope.source == shadowed || !probe.takes(offer.envelope)) continue;
    if (first_taker(offer) == wanted_.size()) return &offer;
    // Later ones of the same source cannot be seen before it is known what becomes of this one.
    shadowed = offer.envelope.source;
  }
  return nullptr;
}

}  // namespace strobe::bcs::protocol
