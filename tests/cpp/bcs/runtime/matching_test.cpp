// SPDX-License-Identifier: BSD-3-Clause
//
// The matching of the runtime against that of the protocol, which specifies it.
#include "bcs/runtime/matching.hpp"

#include <gmock/gmock.h>

#include <deque>

#include "base/random.hpp"
#include "bcs/protocol/matching.hpp"
#include "support/thoroughness.hpp"

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

/// Both implementations, with the same sends and receives.
class Twins {
 public:
  explicit Twins(bool wildcards_wait)
      : wildcards_wait_(wildcards_wait), fast_(wildcards_wait, std::nullopt) {}

  void send(Rank source, std::int32_t tag) {
    const std::uint32_t number = sent_[source]++;
    pure_.add_send({.envelope = {.source = source, .tag = tag, .sequence = number}});
    if (Transfer* const receive = fast_.matching_receive(source, protocol::world, tag)) {
      fast_pairs_.push_back({source, number, receive->number});
    } else {
      auto message = fast_.make(0);
      message->source = source;
      message->envelope.tag = tag;
      message->envelope.context = protocol::world;
      message->envelope.number = number;
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
    pure_.post_receive({.source = source, .tag = tag, .sequence = transfer.number});
    if (const auto message = fast_.unexpected_for(transfer)) {
      fast_pairs_.push_back({message->source, message->envelope.number, transfer.number});
    } else {
      fast_.post(transfer);
    }
    go_on(!wildcards_wait_);
  }

  void edge() {
    fast_.decide(Matching::any_slice, [&](const Match& match) {
      fast_pairs_.push_back(
          {match.message->source, match.message->envelope.number, match.receive->number});
    });
    go_on(true);
  }

  void expect_the_same() {
    EXPECT_THAT(fast_pairs_, testing::UnorderedElementsAreArray(pure_pairs_));
    EXPECT_EQ(fast_.can_decide(), pure_.can_decide_wildcard());
    for (const Rank source : {any_source, 0, 1, 2}) {
      for (const std::int32_t tag : {any_tag, 0, 1}) {
        const protocol::SendDescriptor* const pure = pure_.probe({.source = source, .tag = tag});
        const Message* const fast = fast_.visible(protocol::world, source, tag);
        ASSERT_EQ(fast != nullptr, pure != nullptr);
        if (fast == nullptr || (!wildcards_wait_ && source == any_source)) continue;
        EXPECT_EQ(fast->source, pure->envelope.source);
        EXPECT_EQ(fast->envelope.number, pure->envelope.sequence);
      }
    }
  }

  static constexpr int ranks = 3;

 private:
  void go_on(bool decides) {
    while (const auto match = pure_.next(decides)) {
      pure_pairs_.push_back(
          {match->send.envelope.source, match->send.envelope.sequence, match->receive.sequence});
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

/// In a short program sends and receives come in any order. In a long one there are first more
/// sends, then more receives and so on, so that the queues get long.
struct Program {
  int steps;
  int tags;
  int steps_per_phase;
  int steps_per_check;
};
constexpr Program short_program{
    .steps = 40, .tags = 2, .steps_per_phase = 40, .steps_per_check = 1};
constexpr Program long_program{
    .steps = 600, .tags = 50, .steps_per_phase = 120, .steps_per_check = 60};

void run(std::uint64_t seed, bool wildcards_wait, const Program& program) {
  base::Random random(seed);
  const auto choose = [&](int count) {
    return static_cast<int>(random.next() % static_cast<std::uint64_t>(count));
  };
  Twins twins(wildcards_wait);
  for (int step = 0; step < program.steps; ++step) {
    const int phase = step / program.steps_per_phase;
    const bool is_short = program.steps == program.steps_per_phase;
    const int first_receive = is_short ? 10 : (phase % 2 == 0 ? 3 : 17);
    const int what = choose(is_short ? 20 : 400);
    if (what == 0) {
      twins.edge();
    } else if (what % 20 < first_receive) {
      twins.send(choose(Twins::ranks), choose(program.tags));
    } else {
      // Without edges the protocol does not say which source comes first.
      const Rank source = wildcards_wait && choose(4) == 0 ? any_source : choose(Twins::ranks);
      twins.receive(source, choose(program.tags + 1) - 1);
    }
    if ((step + 1) % program.steps_per_check == 0) twins.expect_the_same();
  }
}

/// Both implementations in slices. The protocol matches in each slice, the runtime when its rank
/// polls.
class TwinsInSlices {
 public:
  void send(Rank source, std::int32_t tag) {
    const std::uint32_t number = sent_[source]++;
    offers_.push_back({.envelope = {.source = source, .tag = tag, .sequence = number}});
    auto message = fast_.make(0);
    message->source = source;
    message->envelope.tag = tag;
    message->envelope.context = protocol::world;
    message->envelope.number = number;
    message->envelope.slice = slice_;
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
    for (const protocol::PostedReceive& wanted : std::exchange(wanted_, {}))
      pure_.post_receive(wanted);
    for (const protocol::SendDescriptor& offer : std::exchange(offers_, {})) pure_.add_send(offer);
    while (const auto match = pure_.next(true)) {
      pure_pairs_.push_back(
          {match->send.envelope.source, match->send.envelope.sequence, match->receive.sequence});
    }
  }

  void poll() {
    for (;;) {
      const std::optional<std::uint32_t> next = fast_.next_slice(polled_);
      if (!next || *next > slice_) break;
      polled_ = *next;
      fast_.decide(polled_, [&](const Match& match) {
        fast_pairs_.push_back(
            {match.message->source, match.message->envelope.number, match.receive->number});
      });
    }
    polled_ = slice_;
    EXPECT_THAT(fast_pairs_, testing::UnorderedElementsAreArray(pure_pairs_));
  }

 private:
  std::uint32_t slice_ = 0;
  std::uint32_t polled_ = 0;
  protocol::Matching pure_;
  Matching fast_{true, std::nullopt};
  std::vector<protocol::SendDescriptor> offers_;
  std::vector<protocol::PostedReceive> wanted_;
  std::deque<Transfer> receives_;
  std::uint32_t sent_[Twins::ranks] = {};
  std::uint32_t received_ = 0;
  std::vector<Pair> pure_pairs_, fast_pairs_;
};

TEST(Matching, PairsWhatTheProtocolPairsInEachSliceHoweverLateItPolls) {
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
        twins.poll();
      } else if (what < 13) {
        twins.send(choose(Twins::ranks), choose(2));
      } else {
        twins.receive(choose(3) == 0 ? any_source : choose(Twins::ranks), choose(3) - 1);
      }
    }
    twins.poll();
  }
}

TEST(Matching, PairsWhatTheProtocolPairs) {
  for (const std::uint64_t seed : thoroughness::sampled(3000)) {
    SCOPED_TRACE(seed);
    // By tens, since a sample takes every tenth seed.
    run(seed, seed / 10 % 4 != 0, short_program);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Matching, PairsWhatTheProtocolPairsInLongQueues) {
  for (const std::uint64_t seed : thoroughness::sampled(100)) {
    SCOPED_TRACE(seed);
    run(seed, seed / 10 % 2 != 0, long_program);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Matching, WithdrawnReceivesLeaveTheOthersInOrder) {
  constexpr int receives = 200;
  constexpr int tags = 5;
  Matching matching(false, std::nullopt);
  std::vector<Transfer> posted(receives);
  const auto tag_at = [](int i) { return i % tags == 4 ? any_tag : i % tags; };
  for (int i = 0; i < receives; ++i) {
    Transfer& receive = posted[static_cast<std::size_t>(i)];
    receive = {.peer = 0, .tag = tag_at(i)};
    matching.post(receive);
  }
  // Nothing is posted in this context, so that the search makes bins.
  EXPECT_EQ(matching.matching_receive(0, 1, 0), nullptr);
  for (int i = 0; i < receives; i += 3) matching.withdraw(posted[static_cast<std::size_t>(i)]);
  for (int i = 0; i < receives; ++i) {
    Transfer& receive = posted[static_cast<std::size_t>(i)];
    if (!receive.is_posted) continue;
    const std::int32_t tag = receive.tag == any_tag ? tags : receive.tag;
    EXPECT_EQ(matching.matching_receive(0, 0, tag), &receive) << i;
  }
  EXPECT_EQ(matching.matching_receive(0, 0, 0), nullptr);
}

}  // namespace
}  // namespace strobe::bcs::runtime
