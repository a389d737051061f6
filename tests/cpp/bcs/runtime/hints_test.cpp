// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>

#include "bcs/runtime/cpu_relax.hpp"
#include "bcs/runtime/prefetch.hpp"

namespace strobe::bcs::runtime {
namespace {

TEST(Hints, FetchALineWithoutAChangeToIt) {
  std::uint64_t value = 42;
  prefetch_to_write(&value);
  EXPECT_EQ(value, 42U);
  prefetch_to_write(nullptr);  // a hint is no access
}

TEST(Hints, LetALoopSeeWhatAnotherThreadWrites) {
  constexpr int turns = 50;
  std::atomic<int> turn{0};
  std::thread other([&] {
    for (int i = 0; i < turns; ++i) {
      while (turn.load(std::memory_order_acquire) != 2 * i + 1) cpu_relax();
      turn.store(2 * i + 2, std::memory_order_release);
    }
  });
  for (int i = 0; i < turns; ++i) {
    turn.store(2 * i + 1, std::memory_order_release);
    while (turn.load(std::memory_order_acquire) != 2 * i + 2) cpu_relax();
  }
  other.join();
  EXPECT_EQ(turn.load(), 2 * turns);
}

}  // namespace
}  // namespace strobe::bcs::runtime
