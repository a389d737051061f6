// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/copy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "bcs/runtime/shared_copy.hpp"

namespace strobe::bcs::runtime {
namespace {

constexpr std::size_t room = 3 * 4096;

std::vector<std::byte> some_data(std::size_t bytes) {
  std::vector<std::byte> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::byte>(i * 7 + i / 256);
  return data;
}

template <class Copy>
void expect_whole_wherever_they_begin_and_end(Copy&& copy) {
  const std::vector<std::byte> from = some_data(room);
  for (const std::size_t bytes : {0UL, 1UL, 63UL, 65UL, 2047UL, 2048UL, 2049UL, 4096UL, 5000UL}) {
    for (const std::size_t begin : {0UL, 1UL, 16UL, 63UL, 64UL, 4095UL, 4096UL}) {
      std::vector<std::byte> to(room);
      copy(to.data() + begin, from.data() + 1, bytes);
      for (std::size_t i = 0; i < room; ++i) {
        const bool is_copied = i >= begin && i < begin + bytes;
        ASSERT_EQ(to[i], is_copied ? from[i - begin + 1] : std::byte{0}) << bytes << " " << begin;
      }
    }
  }
}

TEST(Copies, AreCompleteWhereverTheyBeginAndEnd) {
  expect_whole_wherever_they_begin_and_end(copy_bytes);
}

TEST(Copies, AreCompleteWithCachedAndNonTemporalStores) {
  using Way = SharedCopy::Way;
  for (const Way way : {Way::cached, Way::non_temporal}) {
    expect_whole_wherever_they_begin_and_end(
        [way](std::byte* to, const std::byte* from, std::size_t bytes) {
          SharedCopy::copy_by(way, to, from, bytes);
        });
  }
}

/// Enough copies of all lengths for both ways to be timed and tried again.
TEST(Copies, AreVisibleBeforeLaterStores) {
  constexpr std::size_t most = 80'000;
  constexpr int turns = 600;
  const std::vector<std::byte> from = some_data(most + turns);
  std::vector<std::byte> shared(most);
  std::atomic<int> written{0};
  std::atomic<int> read{0};
  const auto length = [](int turn) {
    return std::size_t{1500} << (turn % 6) | static_cast<std::size_t>(turn);
  };
  int wrong = 0;
  std::thread reader([&] {
    for (int turn = 0; turn < turns; ++turn) {
      while (written.load(std::memory_order_acquire) == turn) std::this_thread::yield();
      if (!std::equal(shared.begin(), shared.begin() + static_cast<std::ptrdiff_t>(length(turn)),
                      from.begin() + turn)) {
        ++wrong;
      }
      read.store(turn + 1, std::memory_order_release);
    }
  });
  SharedCopy outward;
  for (int turn = 0; turn < turns; ++turn) {
    while (read.load(std::memory_order_acquire) != turn) std::this_thread::yield();
    outward.copy(shared.data(), from.data() + turn, length(turn));
    written.store(turn + 1, std::memory_order_release);
  }
  reader.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace strobe::bcs::runtime
