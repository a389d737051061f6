// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/pending_buffers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace strobe::bcs::check {
namespace {

PendingBuffer buffer(std::uintptr_t begin, std::size_t bytes, bool is_written, Place place = 1) {
  return {.begin = begin, .bytes = bytes, .is_written = is_written, .place = place};
}

bool conflicts(const PendingBuffer& one, const PendingBuffer& other) {
  return one.begin < other.end() && other.begin < one.end() && (one.is_written || other.is_written);
}

TEST(PendingBuffers, TwoThatAreOnlyReadMayOverlap) {
  PendingBuffers pending;
  pending.add(buffer(100, 10, false));
  EXPECT_FALSE(pending.conflict(buffer(105, 10, false)));
  ASSERT_TRUE(pending.conflict(buffer(105, 10, true)));
  EXPECT_EQ(pending.conflict(buffer(105, 10, true))->begin, 100U);
}

TEST(PendingBuffers, NeighboursDoNotOverlap) {
  PendingBuffers pending;
  pending.add(buffer(100, 10, true));
  EXPECT_FALSE(pending.conflict(buffer(110, 10, true)));
  EXPECT_FALSE(pending.conflict(buffer(90, 10, true)));
  EXPECT_FALSE(pending.conflict(buffer(105, 0, true)));
  EXPECT_TRUE(pending.conflict(buffer(109, 1, false)));
}

TEST(PendingBuffers, OneThatIsRemovedIsNoConflict) {
  PendingBuffers pending;
  const std::uint64_t first = pending.add(buffer(100, 10, true, 1));
  const std::uint64_t second = pending.add(buffer(100, 10, true, 2));
  pending.remove(first, 100);
  EXPECT_EQ(pending.conflict(buffer(100, 1, false))->place, 2U);
  pending.remove(second, 100);
  EXPECT_FALSE(pending.conflict(buffer(100, 1, false)));
}

TEST(PendingBuffers, FindsWhatASearchOfAllFinds) {
  std::mt19937 chance(5);
  const auto below = [&](std::uint32_t limit) { return chance() % limit; };
  for (int round = 0; round < 500; ++round) {
    PendingBuffers pending;
    std::vector<std::pair<std::uint64_t, PendingBuffer>> all;
    for (int step = 0; step < 60; ++step) {
      if (!all.empty() && below(3) == 0) {
        const auto gone = all.begin() + below(static_cast<std::uint32_t>(all.size()));
        pending.remove(gone->first, gone->second.begin);
        all.erase(gone);
        continue;
      }
      const PendingBuffer next = buffer(below(200), 1 + below(30), below(2) == 0);
      const bool is_found = pending.conflict(next).has_value();
      EXPECT_EQ(is_found, std::ranges::any_of(
                              all, [&](const auto& one) { return conflicts(one.second, next); }));
      all.emplace_back(pending.add(next), next);
    }
  }
}

}  // namespace
}  // namespace strobe::bcs::check
