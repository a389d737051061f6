// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>

namespace strobe::blacs {
namespace {

/// Sends that complete when the test says so.
struct PretendedTransport {
  using Request = int;
  static inline std::set<int> completed;
  static inline int tests = 0;
  static bool test(int request) {
    ++tests;
    return completed.contains(request);
  }
};

using TestedPool = Pool<PretendedTransport>;

class PoolTest : public ::testing::Test {
 protected:
  void SetUp() override {
    PretendedTransport::completed.clear();
    PretendedTransport::tests = 0;
  }

  static void send(TestedPool& pool, int request, std::size_t size_bytes) {
    pool.begin(pool.take(size_bytes), request,
               {.context = 3, .rank = 6, .columns = 4, .id = request, .size_bytes = size_bytes});
  }
};

constexpr PoolLimits plenty{.active_bytes = std::size_t{1} << 30,
                            .emergency = std::chrono::duration<double>(0.01)};

TEST_F(PoolTest, ASendThatCompletesAtOnceLeavesItsBufferReady) {
  TestedPool pool(plenty);
  PretendedTransport::completed = {1, 2};
  Buffer first = pool.take(1000);
  const std::byte* const memory = first.data();
  EXPECT_GE(first.capacity_bytes(), 1000U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0U);
  pool.begin(std::move(first), 1, {});
  EXPECT_EQ(pool.active(), 0U);
  EXPECT_EQ(pool.take(900).data(), memory);
}

TEST_F(PoolTest, APollTestsAFewActiveBuffers) {
  TestedPool pool(plenty);
  for (int request = 0; request < 1000; ++request) send(pool, request, 64);
  EXPECT_EQ(pool.active(), 1000U);
  PretendedTransport::tests = 0;
  send(pool, 1000, 64);
  EXPECT_LE(PretendedTransport::tests, 3);
}

TEST_F(PoolTest, CompletedSendsAreFoundAfterOneThatStays) {
  TestedPool pool(plenty);
  for (int request = 0; request < 100; ++request) send(pool, request, 64);
  for (int request = 1; request < 100; ++request) PretendedTransport::completed.insert(request);
  for (int polls = 0; polls < 200; ++polls) pool.poll();
  EXPECT_EQ(pool.active(), 1U);
  PretendedTransport::completed.insert(0);
  pool.drain();
  EXPECT_EQ(pool.active(), 0U);
  EXPECT_EQ(pool.active_bytes(), 0U);
}

TEST_F(PoolTest, ManySendsNeedTheMemoryOfFew) {
  TestedPool pool(plenty);
  std::size_t after_few = 0;
  for (int request = 0; request < 100'000; ++request) {
    PretendedTransport::completed = {request};
    send(pool, request, 1 + static_cast<std::size_t>(request % 5000));
    if (request == 5000) after_few = pool.ready_bytes();
  }
  EXPECT_EQ(pool.ready_bytes(), after_few);
  pool.release();
  EXPECT_EQ(pool.ready_bytes(), 0U);
}

TEST_F(PoolTest, ReadyBuffersAreLimited) {
  TestedPool pool(plenty);
  std::vector<Buffer> taken;
  for (int i = 0; i < 40; ++i) taken.push_back(pool.take(std::size_t{4} << 20));
  for (Buffer& buffer : taken) pool.give_back(std::move(buffer));
  EXPECT_LE(pool.ready_bytes(), TestedPool::ready_limit_bytes);
}

/// Sums of 8 MB took twice as long after other operations had filled the pool: their buffer was
/// freed after each call.
TEST_F(PoolTest, WhatWasUsedLastStaysReadyInAFullPool) {
  constexpr std::size_t mib = std::size_t{1} << 20;
  TestedPool pool(plenty);
  std::vector<Buffer> taken;
  for (int i = 0; i < 16; ++i) taken.push_back(pool.take(4 * mib));
  for (Buffer& buffer : taken) pool.give_back(std::move(buffer));
  ASSERT_EQ(pool.ready_bytes(), TestedPool::ready_limit_bytes);
  pool.give_back(pool.take(32 * mib));
  EXPECT_EQ(pool.ready_bytes(), TestedPool::ready_limit_bytes);
  const Buffer kept = pool.take(32 * mib);
  EXPECT_EQ(pool.ready_bytes(), TestedPool::ready_limit_bytes - 32 * mib);
}

TEST_F(PoolTest, AFullPoolFreesFirstWhatWasTakenLongestAgo) {
  constexpr std::size_t mib = std::size_t{1} << 20;
  TestedPool pool(plenty);
  for (const std::size_t size_mib : {16U, 8U, 32U, 16U}) pool.give_back(pool.take(size_mib * mib));
  ASSERT_EQ(pool.ready_bytes(), 56 * mib);
  Buffer first = pool.take(4 * mib);
  Buffer second = pool.take(4 * mib);
  Buffer third = pool.take(4 * mib);
  for (Buffer* each : {&first, &second, &third}) pool.give_back(std::move(*each));
  // The 8 MiB had to go; the others are where they were.
  EXPECT_EQ(pool.ready_bytes(), 60 * mib);
  const Buffer larger = pool.take(32 * mib);
  const Buffer large = pool.take(16 * mib);
  EXPECT_EQ(pool.ready_bytes(), 12 * mib);
}

TEST_F(PoolTest, AFullPoolWaitsAndThenListsTheOutstandingSends) {
  TestedPool pool({.active_bytes = 1024, .emergency = std::chrono::duration<double>(0.01)});
  send(pool, 7, 512);
  send(pool, 8, 400);
  try {
    send(pool, 9, 512);
    FAIL() << "nothing said that the pool is full";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("2 outstanding sends"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("context 3 to {1,2} id 7: 512 bytes"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("id 8: 400 bytes"));
  }
  PretendedTransport::completed = {7};
  send(pool, 9, 512);
  EXPECT_EQ(pool.active(), 2U);
}

TEST_F(PoolTest, AMessageAboveTheLimitIsSentAlone) {
  TestedPool pool({.active_bytes = 1024, .emergency = std::chrono::duration<double>(0.01)});
  send(pool, 1, 4096);
  EXPECT_EQ(pool.active(), 1U);
}

}  // namespace
}  // namespace strobe::blacs
