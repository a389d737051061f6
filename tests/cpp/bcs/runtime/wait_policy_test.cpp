// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/wait_policy.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace strobe::bcs::runtime {
namespace {

TEST(WaitPolicy, YieldsAfterFewPollsOfOtherNodes) {
  const Options options{.cores = 4};
  for (const int ranks : {4, 16}) {
    const WaitPolicy alone = wait_policy_of(options, ranks, false);
    const WaitPolicy polling = wait_policy_of(options, ranks, true);
    EXPECT_LE(polling.spins, 4) << ranks << " ranks";
    EXPECT_EQ(polling.spins * polling.spin_rounds, alone.spins * alone.spin_rounds)
        << "the rank polls as often before it blocks";
  }
}

TEST(WaitPolicy, PollsMoreRarelyTheLongerItSleeps) {
  using std::chrono::milliseconds;
  EXPECT_EQ(poll_interval_after(milliseconds(0)), shortest_poll_interval);
  EXPECT_EQ(poll_interval_after(milliseconds(16)), std::chrono::microseconds(500));
  EXPECT_EQ(poll_interval_after(std::chrono::hours(1)), longest_poll_interval);
}

TEST(WaitPolicy, SpinsWhereItIsToldTo) {
  const Options options{.waiting = Waiting::spin, .cores = 4};
  EXPECT_GT(wait_policy_of(options, 4, true).spins, 1000);
}

TEST(WaitPolicy, KnowsThatNodesShareCores) {
  const Options apart{.cores = 4};
  EXPECT_TRUE(wait_policy_of(apart, 4, true).has_own_core);
  const Options together{.cores = 4, .do_nodes_share_cores = true};
  EXPECT_FALSE(wait_policy_of(together, 4, true).has_own_core);
}

/// Two threads on one core while it exists: this one, and one that computes.
class BesideOneThatComputes {
 public:
  BesideOneThatComputes() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    // It inherits the set.
    other_ = std::thread([this] {
      while (!is_over_.load(std::memory_order_relaxed)) {
      }
    });
  }
  BesideOneThatComputes(const BesideOneThatComputes&) = delete;
  BesideOneThatComputes& operator=(const BesideOneThatComputes&) = delete;
  ~BesideOneThatComputes() {
    is_over_.store(true, std::memory_order_relaxed);
    other_.join();
    sched_setaffinity(0, sizeof before_, &before_);
  }

 private:
  cpu_set_t before_;
  std::atomic<bool> is_over_{false};
  std::thread other_;
};

/// Yields until the core is paused, or for so long.
bool pauses_within(SharedCore& core, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!core.is_paused() && std::chrono::steady_clock::now() < end) core.yield();
  return core.is_paused();
}

TEST(SharedCore, IsNotYieldedForAWhileBesideAProcessThatComputes) {
  const BesideOneThatComputes beside;
  SharedCore core(WaitPolicy{.may_pause_yields = true});
  ASSERT_TRUE(pauses_within(core, std::chrono::seconds(60)));
  EXPECT_FALSE(core.yield());
  while (core.is_paused()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(pauses_within(core, std::chrono::seconds(60))) << "it tries again";
}

TEST(SharedCore, IsYieldedAlwaysWhereWaitsWakeNoRank) {
  const BesideOneThatComputes beside;
  SharedCore core(WaitPolicy{.may_pause_yields = false});
  EXPECT_FALSE(pauses_within(core, std::chrono::milliseconds(200)));
}

}  // namespace
}  // namespace strobe::bcs::runtime
