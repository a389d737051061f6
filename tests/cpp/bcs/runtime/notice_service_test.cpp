// SPDX-License-Identifier: BSD-3-Clause
//
// Notices between ranks of one node and of several.
#include "bcs/runtime/notice_service.hpp"

#include <gtest/gtest.h>

#include <barrier>
#include <tuple>

#include "ranks.hpp"

namespace strobe::bcs::runtime {
namespace {

class Notices : public testing::TestWithParam<std::tuple<int, const char*>> {};

// In the modes with buffers a message waits for a slice. On one node a slice would not begin here:
// rank 0 does not block before it has all notices.
TEST_P(Notices, WaitForNoSliceAndAreCounted) {
  const int nodes = std::get<0>(GetParam());
  const char* const mode = std::get<1>(GetParam());
  Options options;
  options.policy = *protocol::policy_named(mode);
  std::barrier all_have_begun(3);  // not by messages, which wait for slices
  run_job(nodes, 3, options, [&](Endpoint& endpoint) {
    NoticeService notices(endpoint);
    all_have_begun.arrive_and_wait();
    const Rank own = endpoint.rank();
    for (int count = 0; count < 3; ++count) notices.notify(0, context, 5);
    notices.notify(own, context, 6);
    EXPECT_TRUE(notices.has(own, context, 6));
    notices.take(own, context, 6);
    EXPECT_FALSE(notices.has(own, context, 6));
    for (Rank rank = 0; own == 0 && rank < 3; ++rank) {
      for (int count = 0; count < 3; ++count) {
        const auto has_come = [&] { return notices.has(rank, context, 5); };
        while (nodes == 1 && !has_come()) endpoint.progress();
        EXPECT_EQ(endpoint.wait_until(has_come), WaitOutcome::complete);
        EXPECT_FALSE(notices.has(rank, context + 1, 5));
        EXPECT_FALSE(notices.has(rank, context, 6));
        notices.take(rank, context, 5);
      }
      EXPECT_FALSE(notices.has(rank, context, 5));
    }
    wait_for_all(endpoint);
    EXPECT_EQ(endpoint.wait_until([&] { return notices.has_sent_all(); }), WaitOutcome::complete);
  });
}

INSTANTIATE_TEST_SUITE_P(NodesAndModes, Notices,
                         testing::Values(std::tuple(1, "deterministic"), std::tuple(1, "adaptive"),
                                         std::tuple(1, "fast"), std::tuple(2, "deterministic"),
                                         std::tuple(2, "adaptive"), std::tuple(2, "fast")));

}  // namespace
}  // namespace strobe::bcs::runtime
