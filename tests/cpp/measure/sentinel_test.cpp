// SPDX-License-Identifier: BSD-3-Clause
//
// The sentinel between two threads that stand for two processes: each maps the memory separately.
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
  // Eighteen operations, a few at a time: about five cycles on a processor of 1 to 6 GHz.
  EXPECT_GT(quantum.least_s, 0.3e-9);
  EXPECT_GE(quantum.median_s, quantum.least_s);
  EXPECT_LT(quantum.median_s, 100e-9);
}

/// Both sides measure until the first one has a time. On a busy machine the partner may repeatedly
/// have no core for too long.
std::optional<SentinelReading> measure_together(SentinelExchange& first, SentinelExchange& second) {
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

TEST(SentinelExchange, MeasuresBetweenItsTwoSides) {
  auto first = SentinelExchange::create();
  ASSERT_TRUE(first);
  auto second = SentinelExchange::attach(first->handle());
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

TEST(SentinelExchange, GivesUpOnAPartnerThatDoesNotAnswer) {
  auto first = SentinelExchange::create();
  ASSERT_TRUE(first);
  const auto begin = Clock::now();
  EXPECT_FALSE(first->measure());
  const auto waited = Clock::now() - begin;
  EXPECT_GE(waited, 50ms);
  EXPECT_LT(waited, 1s);
}

TEST(SentinelExchange, BothSidesGiveUpAndFindTogetherAgain) {
  auto first = SentinelExchange::create();
  ASSERT_TRUE(first);
  auto second = SentinelExchange::attach(first->handle());
  ASSERT_TRUE(second);
  // The partner of a failed measurement comes late and must not mistake the next one for it.
  EXPECT_FALSE(first->measure());
  const auto begin = Clock::now();
  EXPECT_FALSE(second->measure());
  EXPECT_LT(Clock::now() - begin, 90ms) << "the first side announced that it gave up";
  EXPECT_FALSE(second->measure()) << "the first side does not come";
  EXPECT_FALSE(first->measure());
  EXPECT_TRUE(measure_together(*first, *second));
}

TEST(SentinelExchange, AttachesToNothingButTheMemoryThatWasMeant) {
  const auto first = SentinelExchange::create();
  ASSERT_TRUE(first);
  const SharedMemoryHandle right = first->handle();
  EXPECT_EQ(right.pid, getpid());
  SharedMemoryHandle wrong = right;
  wrong.cookie ^= 1;
  EXPECT_FALSE(SentinelExchange::attach(wrong));
  wrong = right;
  wrong.pid = 0x7fffffff;
  EXPECT_FALSE(SentinelExchange::attach(wrong));
  wrong = right;
  wrong.descriptor = 9999;
  EXPECT_FALSE(SentinelExchange::attach(wrong));
  wrong = right;
  wrong.descriptor = 0;  // a file or a terminal, but not the sentinel
  EXPECT_FALSE(SentinelExchange::attach(wrong));
  EXPECT_FALSE(SentinelExchange::attach({}));
  EXPECT_TRUE(SentinelExchange::attach(right));
}

std::size_t open_descriptors() {
  const auto entries = std::filesystem::directory_iterator("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

TEST(SentinelExchange, LeavesNothingOpen) {
  const std::size_t before = open_descriptors();
  {
    auto first = SentinelExchange::create();
    ASSERT_TRUE(first);
    SharedMemoryHandle wrong = first->handle();
    wrong.cookie ^= 1;
    EXPECT_FALSE(SentinelExchange::attach(wrong));
    const auto second = SentinelExchange::attach(first->handle());
    SentinelExchange moved = std::move(*first);
    EXPECT_EQ(open_descriptors(), before + 2);
  }
  EXPECT_EQ(open_descriptors(), before);
}

}  // namespace
}  // namespace strobe::measure
