// SPDX-License-Identifier: BSD-3-Clause
//
// The sentinel between two threads, which stand for two processes: both map the memory on their
// own.
#include "measure/sentinel.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

namespace strobe::measure {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

TEST(WorkQuantum, IsAFewCycles) {
  const WorkQuantum quantum = work_quantum();
  // Eighteen operations, a few at a time: five cycles or so of a processor of 1 to 6 GHz.
  EXPECT_GT(quantum.least_s, 0.3e-9);
  EXPECT_GE(quantum.median_s, quantum.least_s);
  EXPECT_LT(quantum.median_s, 100e-9);
}

/// Both sides measure until the first has a time: on a busy machine the partner may have no core
/// for long enough, again and again.
std::optional<SentinelReading> measure_together(Exchange& first, Exchange& second) {
  std::atomic<bool> done = false;
  std::thread partner([&] {
    while (!done) EXPECT_FALSE(second.measure());
  });
  std::optional<SentinelReading> reading;
  for (const auto begin = Clock::now(); !reading && Clock::now() - begin < 90s;) {
    reading = first.measure();
  }
  done = true;
  partner.join();
  return reading;
}

TEST(Exchange, MeasuresBetweenItsTwoSides) {
  auto first = Exchange::create();
  ASSERT_TRUE(first);
  auto second = Exchange::attach(first->place());
  ASSERT_TRUE(second);
  const auto reading = measure_together(*first, *second);
  ASSERT_TRUE(reading);
  EXPECT_GT(reading->exchange_s, 5e-9);
  EXPECT_LT(reading->exchange_s, 1e-3);
  EXPECT_GT(reading->work_s, 0.3e-9);
  EXPECT_LT(reading->work_s, 1e-3);
  EXPECT_GT(reading->least_work_s, 0.3e-9);
  EXPECT_LE(reading->least_work_s, reading->work_s);
}

TEST(Exchange, GivesUpOnAPartnerThatDoesNotAnswer) {
  auto first = Exchange::create();
  ASSERT_TRUE(first);
  const auto begin = Clock::now();
  EXPECT_FALSE(first->measure());
  const auto waited = Clock::now() - begin;
  EXPECT_GE(waited, 50ms);
  EXPECT_LT(waited, 1s);
}

TEST(Exchange, BothSidesGiveUpAndFindTogetherAgain) {
  auto first = Exchange::create();
  ASSERT_TRUE(first);
  auto second = Exchange::attach(first->place());
  ASSERT_TRUE(second);
  // The partner of a measurement that failed comes late, and must not take the next one for it.
  EXPECT_FALSE(first->measure());
  const auto begin = Clock::now();
  EXPECT_FALSE(second->measure());
  EXPECT_LT(Clock::now() - begin, 90ms) << "it is told that the first side gave up";
  EXPECT_FALSE(second->measure()) << "the first side does not come";
  EXPECT_FALSE(first->measure());
  EXPECT_TRUE(measure_together(*first, *second));
}

TEST(Exchange, AttachesToNothingButTheMemoryThatWasMeant) {
  const auto first = Exchange::create();
  ASSERT_TRUE(first);
  const SharedPlace right = first->place();
  EXPECT_EQ(right.pid, getpid());
  SharedPlace wrong = right;
  wrong.cookie ^= 1;
  EXPECT_FALSE(Exchange::attach(wrong));
  wrong = right;
  wrong.pid = 0x7fffffff;
  EXPECT_FALSE(Exchange::attach(wrong));
  wrong = right;
  wrong.descriptor = 9999;
  EXPECT_FALSE(Exchange::attach(wrong));
  wrong = right;
  wrong.descriptor = 0;  // a file, or a terminal, but not the sentinel
  EXPECT_FALSE(Exchange::attach(wrong));
  EXPECT_FALSE(Exchange::attach({}));
  EXPECT_TRUE(Exchange::attach(right));
}

std::size_t open_descriptors() {
  const auto entries = std::filesystem::directory_iterator("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

TEST(Exchange, LeavesNothingOpen) {
  const std::size_t before = open_descriptors();
  {
    auto first = Exchange::create();
    ASSERT_TRUE(first);
    SharedPlace wrong = first->place();
    wrong.cookie ^= 1;
    EXPECT_FALSE(Exchange::attach(wrong));
    const auto second = Exchange::attach(first->place());
    Exchange moved = std::move(*first);
    EXPECT_EQ(open_descriptors(), before + 2);
  }
  EXPECT_EQ(open_descriptors(), before);
}

}  // namespace
}  // namespace strobe::measure
