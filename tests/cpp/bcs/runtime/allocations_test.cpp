// SPDX-License-Identifier: BSD-3-Clause
//
// Matching, and long reductions, allocate no memory once they have what a program needs.
#include <gtest/gtest.h>

#include <vector>

#include "bcs/runtime/collectives/collectives.hpp"
#include "bcs/runtime/counted_allocations.hpp"
#include "bcs/runtime/ranks.hpp"

namespace strobe::bcs::runtime {
namespace {

/// Two ranks in one thread.
class EndpointPair {
 public:
  explicit EndpointPair(const Options& options)
      : memory_(Segment::bytes_for(2)),
        segment_(memory_.at(), 2),
        sender(segment_, 0, options),
        receiver(segment_, 1, options) {}

 private:
  Zeros memory_;
  Segment segment_;

 public:
  Endpoint sender, receiver;
};

/// Sends messages, and receives them when all are unexpected.
void pass_unexpected(EndpointPair& pair, std::vector<Transfer>& sends,
                     std::vector<Transfer>& receives, std::vector<std::byte>& data) {
  for (std::size_t i = 0; i < sends.size(); ++i) {
    sends[i] = {.peer = 1, .context = context, .data = data.data(), .bytes = i * i % data.size()};
    pair.sender.begin_send(sends[i]);
    pair.receiver.progress();
  }
  for (Transfer& receive : receives) {
    receive = {.peer = 0, .context = context, .data = data.data(), .bytes = data.size()};
    pair.receiver.begin_receive(receive);
    ASSERT_TRUE(receive.is_complete);
  }
}

/// Receives that match in the reverse order of their posting, so that searches use the bins.
void pass_reversed(EndpointPair& pair, std::vector<Transfer>& sends,
                   std::vector<Transfer>& receives) {
  for (std::size_t i = 0; i < receives.size(); ++i) {
    receives[i] = {.peer = 0, .tag = static_cast<std::int32_t>(i), .context = context};
    pair.receiver.begin_receive(receives[i]);
  }
  for (std::size_t i = sends.size(); i-- > 0;) {
    sends[i] = {.peer = 1, .tag = static_cast<std::int32_t>(i), .context = context};
    pair.sender.begin_send(sends[i]);
    pair.receiver.progress();
    ASSERT_TRUE(receives[i].is_complete);
  }
}

/// The same with unexpected messages.
void pass_unexpected_reversed(EndpointPair& pair, std::vector<Transfer>& sends,
                              std::vector<Transfer>& receives) {
  for (std::size_t i = 0; i < sends.size(); ++i) {
    sends[i] = {.peer = 1, .tag = static_cast<std::int32_t>(i), .context = context};
    pair.sender.begin_send(sends[i]);
    pair.receiver.progress();
  }
  for (std::size_t i = receives.size(); i-- > 0;) {
    receives[i] = {.peer = 0, .tag = static_cast<std::int32_t>(i), .context = context};
    pair.receiver.begin_receive(receives[i]);
    ASSERT_TRUE(receives[i].is_complete);
  }
}

TEST(Allocations, AreNoneInLongQueuesOnceThereWereAsLongOnes) {
  EndpointPair pair{Options{}};
  std::vector<Transfer> sends(500);
  std::vector<Transfer> receives(sends.size());
  const auto pass = [&] {
    pass_reversed(pair, sends, receives);
    pass_unexpected_reversed(pair, sends, receives);
  };
  pass();
  const std::size_t before = counted::allocations();
  for (int again = 0; again < 20; ++again) pass();
  EXPECT_EQ(counted::allocations() - before, 0U) << "in " << 40 * sends.size() << " messages";
}

TEST(Allocations, AreNoneForUnexpectedMessagesOnceThereWereAsMany) {
  EndpointPair pair{Options{}};
  std::vector<Transfer> sends(200);
  std::vector<Transfer> receives(sends.size());
  std::vector<std::byte> data(3000);
  pass_unexpected(pair, sends, receives, data);
  const std::size_t before = counted::allocations();
  for (int again = 0; again < 20; ++again) pass_unexpected(pair, sends, receives, data);
  EXPECT_EQ(counted::allocations() - before, 0U) << "in " << 20 * sends.size() << " messages";
}

TEST(Allocations, AreNoneWhereAnEdgeDecides) {
  for (const std::optional<std::uint64_t> perturbation : {std::optional<std::uint64_t>{}, {7}}) {
    Matching matching(true, perturbation);
    std::vector<Transfer> receives(50);
    const auto pass = [&] {
      for (std::size_t i = 0; i < receives.size(); ++i) {
        OwnedMessage message = matching.make(i);
        message->source = static_cast<Rank>(i % 3);
        message->envelope.context = context;
        matching.add_unexpected(std::move(message));
        receives[i] = {.peer = any_source, .context = context};
        matching.post(receives[i]);
      }
      std::size_t matches = 0;
      matching.decide(Matching::any_slice, [&](const Match&) { ++matches; });
      ASSERT_EQ(matches, receives.size());
    };
    pass();
    const std::size_t before = counted::allocations();
    for (int again = 0; again < 20; ++again) pass();
    EXPECT_EQ(counted::allocations() - before, 0U);
  }
}

void exclusive_or(const void* /*with*/, const std::byte* earlier, std::byte* later,
                  std::size_t elements) {
  for (std::size_t i = 0; i < elements; ++i) later[i] ^= earlier[i];
}

/// The most bytes that a rank allocates in a second reduction like the first.
std::ptrdiff_t allocated_again(Endpoint& endpoint, const collectives::Call& call, int ranks) {
  collectives::Collectives all(endpoint, context, StridedList::consecutive(ranks), endpoint.rank());
  EXPECT_EQ(all.run(call), collectives::CollectiveOutcome::complete);
  counted::restart();
  const std::ptrdiff_t before = counted::bytes();
  EXPECT_EQ(all.run(call), collectives::CollectiveOutcome::complete);
  return counted::most_bytes() - before;
}

TEST(Allocations, AreNoneForDataInALongReductionAfterAnother) {
  constexpr std::ptrdiff_t for_the_schedule = 16 << 10;
  for (const int ranks : {2, 3, 4}) {
    for (const bool is_in_place : {false, true}) {
      run_job(1, ranks, Options{}, [&](Endpoint& endpoint) {
        std::vector<std::byte> mine(1 << 20);
        std::vector<std::byte> result(mine.size());
        const collectives::Piece to{result.data(), result.size()};
        const collectives::Call call{
            .signature = {.kind = collectives::CollectiveKind::allreduce, .bytes = mine.size()},
            .mine = is_in_place ? to : collectives::Piece{mine.data(), mine.size()},
            .result = to,
            .reduction = {.combine = exclusive_or}};
        EXPECT_LT(allocated_again(endpoint, call, ranks), for_the_schedule)
            << ranks << " ranks" << (is_in_place ? ", in place" : "");
      });
    }
  }
}

TEST(MemoryPool, GivesTheSameMemoryAgain) {
  MemoryPool pool;
  const MemoryPool::Block block = pool.take(100'000);
  EXPECT_GE(block.bytes, 100'000U);
  pool.put_back(block);
  const MemoryPool::Block again = pool.take(70'000);
  EXPECT_EQ(again.at, block.at);
  pool.put_back(again);
}

TEST(MemoryPool, KeepsNoMoreThanItsLimit) {
  MemoryPool pool;
  const std::ptrdiff_t before = counted::bytes();
  std::vector<MemoryPool::Owned> owned;
  for (int i = 0; i < 20; ++i) owned.push_back(pool.take_owned(std::size_t{8} << 20));
  EXPECT_GE(counted::bytes() - before, std::ptrdiff_t{160} << 20);
  owned.clear();
  EXPECT_LE(counted::bytes() - before, (std::ptrdiff_t{64} << 20) + (1 << 20));
}

TEST(Allocations, AreCounted) {
  const std::size_t before = counted::allocations();
  // A compiler may leave out what a new-expression allocates, and nothing of this.
  void* const memory = ::operator new(1);
  EXPECT_EQ(counted::allocations() - before, 1U);
  ::operator delete(memory);
}

}  // namespace
}  // namespace strobe::bcs::runtime
