// SPDX-License-Identifier: BSD-3-Clause
//
// The core primitives of strobe/bcs_core.h on simulated machines.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bcs/simulated_job.hpp"
#include "strobe/bcs_core.h"

namespace strobe::bcs::api {
namespace {

bool compare_and_write(bcs_variable variable, bcs_comparison comparison, std::int64_t value,
                       bcs_variable written, std::int64_t new_value) {
  int holds = -1;
  EXPECT_EQ(
      bcs_compare_and_write(bcs_world, variable, comparison, value, written, new_value, &holds),
      bcs_ok);
  return holds == 1;
}

/// Each rank takes a lock three times, in this order.
std::vector<std::int32_t> owners_of_lock(const bcs_machine& machine) {
  constexpr bcs_variable lock = 5;
  std::vector<std::int32_t> owners;
  bool is_owned = false;
  expect_finished(simulate(machine, [&] {
    for (int round = 0; round < 3; ++round) {
      while (!compare_and_write(lock, bcs_equal, 0, lock, 1)) {
      }
      EXPECT_FALSE(is_owned);
      is_owned = true;
      owners.push_back(my_rank());
      EXPECT_EQ(bcs_compute(1e-4), bcs_ok);
      is_owned = false;
      EXPECT_TRUE(compare_and_write(lock, bcs_equal, 1, lock, 0));
    }
  }));
  return owners;
}

TEST(CompareAndWrite, GivesALockToOneProcessAtATime) {
  for (const bcs_mode mode : every_mode) {
    SCOPED_TRACE(mode);
    EXPECT_EQ(owners_of_lock(machine_of(4, mode)).size(), 12U);
  }
}

TEST(CompareAndWrite, HasOneOrderWhateverTheTimingInModesWithSlices) {
  for (const bcs_mode mode : {bcs_adaptive, bcs_deterministic}) {
    const std::vector<std::int32_t> expected = owners_of_lock(machine_of(4, mode));
    for (const std::uint64_t seed : {2, 3, 4, 5}) {
      bcs_machine machine = machine_of(4, mode);
      machine.seed = seed;
      machine.jitter = 5.0;
      machine.slow_node = static_cast<std::int32_t>(seed % 4);
      machine.slow_factor = 7.0;
      EXPECT_EQ(owners_of_lock(machine), expected) << "seed " << seed;
    }
  }
}

TEST(XferAndSignal, SignalsWhenTheValuesHaveArrived) {
  for (const bcs_mode mode : every_mode) {
    for (const std::int32_t each : {1, 2, 4}) {
      SCOPED_TRACE(::testing::Message() << "mode " << mode << ", " << each << " ranks a node");
      bcs_machine machine = machine_of(4, mode);
      machine.nodes = 4 / each;
      machine.ranks_per_node = each;
      expect_finished(simulate(machine, [] {
        constexpr bcs_event arrived = 1;
        constexpr bcs_event delivered = 2;
        const std::int32_t me = my_rank();
        const std::array<std::int64_t, 2> values{me, 100 + me};
        const double before_s = bcs_time();
        EXPECT_EQ(
            bcs_xfer_and_signal(values.data(), 2, 2 * me, bcs_all, bcs_world, delivered, arrived),
            bcs_ok);
        for (std::int32_t i = 0; i < my_size(); ++i) {
          EXPECT_EQ(bcs_test_event(arrived, bcs_blocking, nullptr), bcs_ok);
        }
        EXPECT_EQ(bcs_test_event(delivered, bcs_blocking, nullptr), bcs_ok);
        EXPECT_GT(bcs_time(), before_s);
        for (std::int32_t rank = 0; rank < my_size(); ++rank) {
          std::int64_t value = -1;
          EXPECT_EQ(bcs_read(2 * rank + 1, &value), bcs_ok);
          EXPECT_EQ(value, 100 + rank);
        }
        int flag = 1;
        EXPECT_EQ(bcs_test_event(arrived, bcs_non_blocking, &flag), bcs_ok);
        EXPECT_EQ(flag, 0);
      }));
    }
  }
}

TEST(TestEvent, ThatNobodySignalsIsADeadlock) {
  for (const bcs_mode mode : every_mode) {
    const Ended ended =
        simulate(machine_of(2, mode), [] { bcs_test_event(3, bcs_blocking, nullptr); });
    EXPECT_EQ(ended.end, bcs_end_deadlock);
    EXPECT_NE(ended.report.find("rank 0 waits in test_event(event 3) for rank 1\n"),
              std::string::npos)
        << ended.report;
  }
}

TEST(CorePrimitives, OutsideAJobSaySo) {
  std::int64_t value = 0;
  int flag = 0;
  EXPECT_EQ(bcs_read(0, &value), bcs_error_outside);
  EXPECT_EQ(bcs_write(0, 1), bcs_error_outside);
  EXPECT_EQ(bcs_xfer_and_signal(&value, 1, 0, 0, bcs_world, -1, -1), bcs_error_outside);
  EXPECT_EQ(bcs_test_event(0, bcs_non_blocking, &flag), bcs_error_outside);
  EXPECT_EQ(bcs_compare_and_write(bcs_world, 0, bcs_less, 0, -1, 0, &flag), bcs_error_outside);
}

}  // namespace
}  // namespace strobe::bcs::api
