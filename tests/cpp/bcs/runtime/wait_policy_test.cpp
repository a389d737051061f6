// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/wait_policy.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace strobe::bcs::runtime
