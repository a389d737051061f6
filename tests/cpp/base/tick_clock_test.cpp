// SPDX-License-Identifier: BSD-3-Clause
#include "base/tick_clock.hpp"

#include <gtest/gtest.h>

namespace strobe::base {
namespace {

TEST(TickClock, PassesAsTheSystemsClockDoes) {
  const TickRate rate;
  const double first = rate.seconds_per_tick();
  EXPECT_GT(first, 0.0);
  const Ticks begin = ticks_now();
  const auto from = monotonic_now();
  while (monotonic_now() - from < std::chrono::milliseconds(5)) {
  }
  EXPECT_GE(static_cast<double>(ticks_now() - begin) * first, 4.9e-3);
  EXPECT_NEAR(rate.seconds_per_tick() / first, 1.0, 0.01);
}

#if defined(__aarch64__)
TEST(TickClock, CountsAtTheRateThatTheProcessorNames) {
  std::uint64_t hz = 0;
  asm("mrs %0, cntfrq_el0" : "=r"(hz));
  const TickRate rate;
  EXPECT_NEAR(rate.seconds_per_tick() * static_cast<double>(hz), 1.0, 0.05);
}
#endif

}  // namespace
}  // namespace strobe::base
