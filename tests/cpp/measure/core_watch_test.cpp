// SPDX-License-Identifier: BSD-3-Clause
#include "measure/core_watch.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>

#include <algorithm>
#include <vector>

#include "measure/port_filling.hpp"

namespace strobe::measure {
namespace {

TEST(CoreHz, IsAClockThatProcessorsHave) {
  std::vector<double> found;
  for (int i = 0; i < 101; ++i) found.push_back(core_hz(0.0));
  std::ranges::sort(found);
#if defined(__x86_64__) || defined(__aarch64__)
  // The highest of many readings, because an interrupted reading is too low.
  EXPECT_GT(found.back(), 0.2e9);
  EXPECT_LT(found.back(), 10e9);
#else
  EXPECT_EQ(found.back(), 0.0);
#endif
}

TEST(CoreWatch, NoticesAPageThatHadToBeFetched) {
  constexpr std::size_t bytes = 16 * 4096;
  auto* fresh = static_cast<char*>(
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(fresh, MAP_FAILED);
  const CoreWatch watch(0.0, MeasuredThreads::one);
  for (std::size_t at = 0; at < bytes; at += 4096) fresh[at] = 1;
  EXPECT_TRUE(watch.end().disturbed);
  munmap(fresh, bytes);
}

TEST(CoreWatch, NoticesAMoveToAnotherCore) {
  cpu_set_t mine;
  ASSERT_EQ(sched_getaffinity(0, sizeof mine, &mine), 0);
  int other = 0;
  while (other < CPU_SETSIZE && (!CPU_ISSET(other, &mine) || other == sched_getcpu())) ++other;
  if (other == CPU_SETSIZE) GTEST_SKIP() << "one processor";
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(sched_getcpu(), &here);
  ASSERT_EQ(sched_setaffinity(0, sizeof here, &here), 0);
  const CoreWatch watch(0.0, MeasuredThreads::one);
  cpu_set_t there;
  CPU_ZERO(&there);
  CPU_SET(other, &there);
  ASSERT_EQ(sched_setaffinity(0, sizeof there, &there), 0);
  EXPECT_TRUE(watch.end().disturbed);
  sched_setaffinity(0, sizeof mine, &mine);
}

TEST(CoreWatch, LeavesMostQuietMomentsAlone) {
  // On a busy machine some regions are disturbed, but never nearly all.
  int quiet = 0;
  for (int i = 0; i < 1000; ++i) {
    const CoreWatch watch(0.0, MeasuredThreads::one);
    quiet += !watch.end().disturbed;
  }
  EXPECT_GT(quiet, 0);
}

TEST(PortFilling, TakesSomeCyclesAStep) {
  std::vector<double> found;
  for (int i = 0; i < 101; ++i) found.push_back(port_filling_step_s(250));
  // The shortest of many steps, taken while no other process was on the core. 1 to 100 cycles.
  const double least_s = *std::ranges::min_element(found);
  EXPECT_GT(least_s, 0.1e-9);
  EXPECT_LT(least_s, 1e-6);
}

}  // namespace
}  // namespace strobe::measure
