// SPDX-License-Identifier: BSD-3-Clause
//
// The core primitives between ranks of one node and of several.
#include "bcs/runtime/core_primitives.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ranks.hpp"

namespace strobe::bcs::runtime {
namespace {

using protocol::Comparison;

/// One rank's primitives, with waiting. All ranks construct it before any goes on.
class WaitingPrimitives {
 public:
  explicit WaitingPrimitives(Endpoint& endpoint)
      : endpoint_(endpoint), primitives_(endpoint, std::vector<StridedList>(1)) {
    wait_for_all(endpoint);
  }
  ~WaitingPrimitives() {
    wait_until_idle();
    wait_for_all(endpoint_);
    wait([&] { return primitives_.has_sent_all(); });
  }
  WaitingPrimitives(const WaitingPrimitives&) = delete;
  WaitingPrimitives& operator=(const WaitingPrimitives&) = delete;

  CorePrimitives* operator->() { return &primitives_; }
  bool compare_and_write(const protocol::GlobalCondition& condition) {
    primitives_.begin(condition);
    wait([&] { return primitives_.is_answered(); });
    return primitives_.holds();
  }
  void transfer(std::int32_t variable, std::int64_t value, std::int32_t remote_event) {
    primitives_.begin(protocol::GlobalTransfer{
        .first = variable, .values = {&value, 1}, .remote_event = remote_event});
  }
  void transfer_to(Rank destination, std::int32_t variable, std::int64_t value,
                   std::int32_t remote_event) {
    primitives_.begin(protocol::GlobalTransfer{.destination = destination,
                                               .first = variable,
                                               .values = {&value, 1},
                                               .remote_event = remote_event});
  }
  void wait_until_idle() {
    wait([&] { return primitives_.is_idle(); });
  }
  void wait_for_signal(std::int32_t event) {
    wait([&] { return primitives_.is_signaled(event); });
    primitives_.take_signal(event);
  }

 private:
  template <class IsOver>
  void wait(IsOver&& is_over) {
    ASSERT_EQ(endpoint_.wait_until(is_over), WaitOutcome::complete);
  }

  Endpoint& endpoint_;
  CorePrimitives primitives_;
};

Options in_mode(const char* mode) {
  Options options;
  options.policy = *protocol::policy_named(mode);
  options.slice = std::chrono::microseconds(200);
  return options;
}

class CorePrimitivesInMode : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] Options options() const { return in_mode(GetParam()); }
  /// In the mode adaptive the last rank of run_job waits for a slice that needs the others.
  [[nodiscard]] int most_nodes() const {
    return std::string_view(GetParam()) == "adaptive" ? 1 : 2;
  }
};
INSTANTIATE_TEST_SUITE_P(Modes, CorePrimitivesInMode,
                         testing::Values("strict", "adaptive", "deterministic", "fast"),
                         [](const auto& mode) { return std::string(mode.param); });

constexpr std::int32_t lock = 3;
constexpr std::int32_t rounds = 20;

/// The ranks that had the lock, in their order.
std::vector<Rank> owners_of_lock(int nodes, const Options& options) {
  std::vector<Rank> owners;
  std::atomic<int> inside{0};
  run_job(nodes, 4, options, [&](Endpoint& endpoint) {
    WaitingPrimitives primitives(endpoint);
    const std::int64_t own = endpoint.rank() + 1;
    for (int round = 0; round < rounds; ++round) {
      while (!primitives.compare_and_write({.variable = lock, .write = lock, .new_value = own})) {
      }
      EXPECT_EQ(inside++, 0);
      EXPECT_EQ(primitives->read(lock), own);
      owners.push_back(endpoint.rank());
      --inside;
      EXPECT_TRUE(primitives.compare_and_write(
          {.variable = lock, .value = own, .write = lock, .new_value = 0}));
    }
  });
  return owners;
}

TEST_P(CorePrimitivesInMode, GiveALockToOneRankAtATime) {
  for (int nodes = 1; nodes <= most_nodes(); ++nodes) {
    EXPECT_EQ(owners_of_lock(nodes, options()).size(), 4U * rounds);
  }
}

TEST(CorePrimitives, AreDecidedInOneOrderWhateverTheTiming) {
  const std::vector<Rank> expected = owners_of_lock(1, in_mode("deterministic"));
  for (const int nodes : {1, 2, 4}) {
    EXPECT_EQ(owners_of_lock(nodes, in_mode("deterministic")), expected);
  }
}

/// Waits without a message until all ranks have come here.
void meet(Endpoint& endpoint, std::atomic<int>& here) {
  ++here;
  while (here < endpoint.ranks()) endpoint.progress();
}

/// How many messages each rank gets for one Compare-And-Write of the last rank that holds.
std::vector<std::uint64_t> messages_of_compare_and_write(int nodes, int ranks) {
  std::vector<std::uint64_t> messages(static_cast<std::size_t>(ranks));
  std::atomic<int> counting{0};
  std::atomic<int> counted{0};
  run_job(nodes, ranks, in_mode("fast"), [&](Endpoint& endpoint) {
    WaitingPrimitives primitives(endpoint);
    const std::uint64_t before = endpoint.messages_in();
    meet(endpoint, counting);
    const bool is_last = endpoint.rank() == endpoint.ranks() - 1;
    if (is_last) {
      EXPECT_TRUE(primitives.compare_and_write({.variable = lock, .write = lock, .new_value = 1}));
      primitives.transfer(lock, 2, lock);
    }
    // The transfer comes after the Compare-And-Write, and a message that tells of it after both.
    primitives.wait_for_signal(lock);
    messages[static_cast<std::size_t>(endpoint.rank())] = endpoint.messages_in() - before;
    meet(endpoint, counted);
  });
  return messages;
}

TEST(CorePrimitives, ReachOneRankByOneMessage) {
  std::atomic<int> counting{0};
  std::atomic<int> counted{0};
  run_job(2, 12, in_mode("fast"), [&](Endpoint& endpoint) {
    WaitingPrimitives primitives(endpoint);
    const std::uint64_t before = endpoint.messages_in();
    meet(endpoint, counting);
    if (endpoint.rank() == 5) primitives.transfer_to(11, lock, 7, lock);
    if (endpoint.rank() == 11) {
      primitives.wait_for_signal(lock);
      EXPECT_EQ(primitives->read(lock), 7);
    }
    primitives.wait_until_idle();
    // Rank 0 gets the request and a reply.
    const Rank rank = endpoint.rank();
    const std::uint64_t expected = rank == 5 || rank == 11 ? 1 : 0;
    if (rank != 0) {
      EXPECT_EQ(endpoint.messages_in() - before, expected) << "rank " << rank;
    }
    meet(endpoint, counted);
    EXPECT_EQ(primitives->read(lock), rank == 11 ? 7 : 0);
  });
}

TEST(CorePrimitives, TakeFewMessagesAtEachRank) {
  for (const int nodes : {1, 4}) {
    // Down the tree and up again, twice for a Compare-And-Write and once for a transfer. The top of
    // 16 ranks has 4 children on one node, and 3 + 2 on four.
    for (const std::uint64_t messages : messages_of_compare_and_write(nodes, 16)) {
      EXPECT_LE(messages, 3 * 5 + 4U);
    }
  }
}

/// A rank that sees a store of another one sees what that one has transferred before.
TEST_P(CorePrimitivesInMode, KeepTheOrderOfTransfersAndStores) {
  run_job(most_nodes(), 4, options(), [](Endpoint& endpoint) {
    constexpr std::int32_t phase = 0;
    WaitingPrimitives primitives(endpoint);
    const std::int32_t own = 1 + endpoint.rank();
    for (std::int64_t step = 1; step <= rounds; ++step) {
      primitives->write(own, -step);
      primitives.transfer(own, step, protocol::no_event);
      primitives->write(phase, step);
      while (!primitives.compare_and_write(
          {.variable = phase, .comparison = Comparison::greater_equal, .value = step})) {
      }
      for (std::int32_t other = 1; other <= endpoint.ranks(); ++other) {
        EXPECT_GE(primitives->read(other), step);
      }
      wait_for_all(endpoint);
    }
  });
}

/// Comparisons see only some of many stores, among them the last one.
TEST_P(CorePrimitivesInMode, ComeAfterAllStoresOfARankHoweverMany) {
  run_job(1, 2, options(), [](Endpoint& endpoint) {
    constexpr std::int32_t event = 9;
    WaitingPrimitives primitives(endpoint);
    for (std::int64_t i = 0; i < 5000; ++i) {
      primitives->write(static_cast<std::int32_t>(i % 5), i);
      if (i % 4 == 0) primitives.transfer(20, i, event);
      EXPECT_EQ(primitives->read(static_cast<std::int32_t>(i % 5)), i);
    }
    wait_for_all(endpoint);
    for (std::int32_t variable = 0; variable < 5; ++variable) {
      EXPECT_TRUE(primitives.compare_and_write({.variable = variable, .value = 4995 + variable}));
    }
    for (int i = 0; i < 2 * 1250; ++i) primitives.wait_for_signal(event);
    EXPECT_FALSE(primitives->is_signaled(event));
  });
}

}  // namespace
}  // namespace strobe::bcs::runtime
