// SPDX-License-Identifier: BSD-3-Clause
//
// The runtime's matching against the protocol's, of which it is a faster form.
#include "bcs/runtime/matching.hpp"

#include <gmock/gmock.h>

#include <deque>

#include "base/random.hpp"
#include "bcs/protocol/matching.hpp"

namespace strobe::bcs::runtime {
namespace {

struct Pair {
  Rank source;
  std::uint32_t message;
  std::uint32_t receive;
  friend bool operator==(const Pair&, const Pair&) = default;
};
void PrintTo(const Pair& pair, std::ostream* out) {
  *out << "message " << pair.message << " of " << pair.source << " for " << pair.receive;
}

/// Both, fed with the same.
class Twins {
 public:
  explicit Twins(bool wildcards_wait)
      : wildcards_wait_(wildcards_wait), fast_(ranks, wildcards_wait, std::nullopt) {}

  void send(Rank source, std::int32_t tag) {
    const std::uint32_t number = sent_[source]++;
    pure_.offer({.envelope = {.source = source, .tag = tag, .sequence = number}});
    if (Transfer* const receive = fast_.matching_receive(source, protocol::world, tag)) {
      fast_pairs_.push_back({source, number, receive->number});
    } else {
      auto message = fast_.make(0);
      message->source = source;
      message->tag = tag;
      message->context = protocol::world;
      message->number = number;
      fast_.add_unexpected(std::move(message));
    }
    go_on(!wildcards_wait_);
  }

  void receive(Rank source, std::int32_t tag) {
    Transfer& transfer = receives_.emplace_back();
    transfer.peer = source;
    transfer.tag = tag;
    transfer.context = protocol::world;
    transfer.number = received_++;
    pure_.want({.source = source, .tag = tag, .sequence = transfer.number});
    if (const auto message = fast_.unexpected_for(transfer)) {
      fast_pairs_.push_back({message->source, message->number, transfer.number});
    } else {
      fast_.post(transfer);
    }
    go_on(!wildcards_wait_);
  }

  void edge() {
    while (const auto match = fast_.next(true)) {
      fast_pairs_.push_back(
          {match->message->source, match->message->number, match->receive->number});
    }
    go_on(true);
  }

  void expect_the_same() {
    EXPECT_THAT(fast_pairs_, testing::UnorderedElementsAreArray(pure_pairs_));
    EXPECT_EQ(fast_.can_decide(), pure_.can_decide());
    for (const Rank source : {any_source, 0, 1, 2}) {
      for (const std::int32_t tag : {any_tag, 0, 1}) {
        const protocol::Offer* const pure = pure_.visible({.source = source, .tag = tag});
        const Message* const fast = fast_.visible(protocol::world, source, tag);
        ASSERT_EQ(fast != nullptr, pure != nullptr);
        if (fast == nullptr || (!wildcards_wait_ && source == any_source)) continue;
        EXPECT_EQ(fast->source, pure->envelope.source);
        EXPECT_EQ(fast->number, pure->envelope.sequence);
      }
    }
  }

  static constexpr int ranks = 3;

 private:
  void go_on(bool decides) {
    while (const auto match = pure_.next(decides)) {
      pure_pairs_.push_back(
          {match->offer.envelope.source, match->offer.envelope.sequence, match->wanted.sequence});
    }
  }

  bool wildcards_wait_;
  protocol::Matching pure_;
  Matching fast_;
  std::deque<Transfer> receives_;
  std::uint32_t sent_[ranks] = {};
  std::uint32_t received_ = 0;
  std::vector<Pair> pure_pairs_, fast_pairs_;
};

void run(std::uint64_t seed, bool wildcards_wait, int steps) {
  base::Random random(seed);
  const auto choose = [&](std::uint64_t count) { return static_cast<int>(random.next() % count); };
  Twins twins(wildcards_wait);
  for (int step = 0; step < steps; ++step) {
    const int what = choose(20);
    if (what == 0) {
      twins.edge();
    } else if (what < 10) {
      twins.send(choose(Twins::ranks), choose(2));
    } else {
      // Without edges, who comes first is not the protocol's to say.
      const Rank source = wildcards_wait && choose(4) == 0 ? any_source : choose(Twins::ranks);
      twins.receive(source, choose(3) - 1);
    }
    twins.expect_the_same();
  }
}

/// Both in slices: the protocol matches in each one, and the runtime whenever its rank looks.
class TwinsInSlices {
 public:
  void send(Rank source, std::int32_t tag) {
    const std::uint32_t number = sent_[source]++;
    offers_.push_back({.envelope = {.source = source, .tag = tag, .sequence = number}});
    auto message = fast_.make(0);
    message->source = source;
    message->tag = tag;
    message->context = protocol::world;
    message->number = number;
    message->slice = slice_;
    fast_.add_unexpected(std::move(message));
  }

  void receive(Rank source, std::int32_t tag) {
    Transfer& transfer = receives_.emplace_back();
    transfer.peer = source;
    transfer.tag = tag;
    transfer.context = protocol::world;
    transfer.number = received_++;
    transfer.slice = slice_;
    wanted_.push_back({.source = source, .tag = tag, .sequence = transfer.number});
    fast_.post(transfer);
  }

  void strobe() {
    ++slice_;
    for (const protocol::Wanted& wanted : std::exchange(wanted_, {})) pure_.want(wanted);
    for (const protocol::Offer& offer : std::exchange(offers_, {})) pure_.offer(offer);
    while (const auto match = pure_.next(true)) {
      pure_pairs_.push_back(
          {match->offer.envelope.source, match->offer.envelope.sequence, match->wanted.sequence});
    }
  }

  void look() {
    for (;;) {
      const std::optional<std::uint32_t> next = fast_.next_slice(looked_);
      if (!next || *next > slice_) break;
      looked_ = *next;
      while (const auto match = fast_.next(true, looked_)) {
        fast_pairs_.push_back(
            {match->message->source, match->message->number, match->receive->number});
      }
    }
    looked_ = slice_;
    EXPECT_THAT(fast_pairs_, testing::UnorderedElementsAreArray(pure_pairs_));
  }

 private:
  std::uint32_t slice_ = 0;
  std::uint32_t looked_ = 0;
  protocol::Matching pure_;
  Matching fast_{Twins::ranks, true, std::nullopt};
  std::vector<protocol::Offer> offers_;
  std::vector<protocol::Wanted> wanted_;
  std::deque<Transfer> receives_;
  std::uint32_t sent_[Twins::ranks] = {};
  std::uint32_t received_ = 0;
  std::vector<Pair> pure_pairs_, fast_pairs_;
};

TEST(Matching, PairsWhatTheProtocolPairsInEachSliceHoweverLateItLooks) {
  for (std::uint64_t seed = 0; seed < 1000 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    base::Random random(seed);
    const auto choose = [&](std::uint64_t of) { return static_cast<int>(random.next() % of); };
    TwinsInSlices twins;
    for (int step = 0; step < 60; ++step) {
      const int what = choose(20);
      if (what < 5) {
        twins.strobe();
      } else if (what == 5) {
        twins.look();
      } else if (what < 13) {
        twins.send(choose(Twins::ranks), choose(2));
      } else {
        twins.receive(choose(3) == 0 ? any_source : choose(Twins::ranks), choose(3) - 1);
      }
    }
    twins.look();
  }
}

TEST(Matching, PairsWhatTheProtocolPairs) {
  for (std::uint64_t seed = 0; seed < 3000 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    run(seed, seed % 4 != 0, 40);
  }
}

}  // namespace
}  // namespace strobe::bcs::runtime
