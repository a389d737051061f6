// SPDX-License-Identifier: BSD-3-Clause
//
// sentinel_test.cpp tests that no memory remains and that no other process can attach to it.
#include "measure/shared_memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace strobe::measure {
namespace {

struct Numbers {
  std::int64_t one = 1;
  std::int64_t other = 2;
};

TEST(Shared, IsSeenByBothAndMadeOnce) {
  const auto first = Shared<Numbers>::create();
  ASSERT_TRUE(first);
  (*first)->other = 5;
  const auto second = Shared<Numbers>::attach(first->handle());
  ASSERT_TRUE(second);
  EXPECT_EQ((*second)->one, 1);
  EXPECT_EQ((*second)->other, 5);
  (*second)->one = 7;
  EXPECT_EQ((*first)->one, 7);
}

TEST(Shared, OfAnotherSizeIsNotWhatWasMeant) {
  const auto first = Shared<Numbers>::create();
  ASSERT_TRUE(first);
  EXPECT_FALSE(Shared<std::int64_t>::attach(first->handle()));
}

TEST(SharedMemory, IsZeroAndBeginsAtALine) {
  const auto memory = SharedMemory::create(1000);
  ASSERT_TRUE(memory);
  for (std::size_t i = 0; i < 1000; ++i) ASSERT_EQ(memory->data()[i], std::byte{0});
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory->data()) % 128, 0u);
}

}  // namespace
}  // namespace strobe::measure
