// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/buffer_watch.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <cstdint>
#include <vector>

namespace strobe::bcs::check {
namespace {

volatile bool excuses = false;
bool is_excused() { return excuses; }
void as_it_is(const void* address, AccessSite& site) { site.address = address; }

class BufferWatchTest : public testing::Test {
 protected:
  void SetUp() override {
    excuses = false;
    if (!watch_.is_able()) GTEST_SKIP() << "the system allows no watchpoints";
  }

  BufferWatch watch_{is_excused, as_it_is};
  volatile std::uint64_t data_ = 1;
  const void* at_ = const_cast<const std::uint64_t*>(&data_);
};

TEST_F(BufferWatchTest, SeesAWrite) {
  const std::uint8_t number = watch_.begin(at_, sizeof(data_), Access::write);
  ASSERT_NE(number, BufferWatch::none);
  data_ = 2;
  EXPECT_TRUE(watch_.end(number).has_value());
  data_ = 3;
  EXPECT_FALSE(watch_.end(BufferWatch::none).has_value());
}

TEST_F(BufferWatchTest, AReadIsNoWrite) {
  const std::uint8_t of_writes = watch_.begin(at_, sizeof(data_), Access::write);
  const std::uint64_t read = data_;
  EXPECT_FALSE(watch_.end(of_writes).has_value());
  const std::uint8_t of_all = watch_.begin(at_, sizeof(data_), Access::any);
  const std::uint64_t again = data_;
  EXPECT_TRUE(watch_.end(of_all).has_value());
  EXPECT_EQ(read, again);
}

TEST_F(BufferWatchTest, AnExcusedAccessIsNone) {
  const std::uint8_t number = watch_.begin(at_, sizeof(data_), Access::any);
  excuses = true;
  data_ = 4;
  excuses = false;
  EXPECT_FALSE(watch_.end(number).has_value());
}

TEST_F(BufferWatchTest, WatchesNoOtherData) {
  volatile char bytes[16] = {};
  // Five bytes from an odd address: only what is aligned within them can be watched.
  const std::uint8_t number = watch_.begin(const_cast<const char*>(&bytes[3]), 5, Access::any);
  bytes[2] = 1;
  bytes[8] = 1;
  EXPECT_FALSE(watch_.end(number).has_value());
}

TEST_F(BufferWatchTest, HasNoneLeftAfterTheLast) {
  std::vector<std::uint8_t> taken;
  for (int i = 0; i < BufferWatch::most; ++i)
    taken.push_back(watch_.begin(at_, sizeof(data_), Access::write));
  EXPECT_EQ(watch_.begin(at_, sizeof(data_), Access::write), BufferWatch::none);
  static_cast<void>(watch_.end(taken.front()));
  EXPECT_NE(watch_.begin(at_, sizeof(data_), Access::write), BufferWatch::none);
}

volatile int traps = 0;

TEST(BufferWatchOfAProgramThatHandlesTraps, SeesAWriteAndLeavesOtherTraps) {
  traps = 0;
  const auto before = signal(SIGTRAP, [](int) { traps = traps + 1; });
  {
    BufferWatch watch(is_excused, as_it_is);
    if (watch.is_able()) {
      volatile std::uint64_t data = 1;
      const void* const at = const_cast<const std::uint64_t*>(&data);
      const std::uint8_t number = watch.begin(at, sizeof(data), Access::write);
      data = 2;
      EXPECT_TRUE(watch.end(number).has_value());
    }
    EXPECT_EQ(traps, 0);
    raise(SIGTRAP);
    EXPECT_EQ(traps, 1);
  }
  raise(SIGTRAP);
  EXPECT_EQ(traps, 2);
  signal(SIGTRAP, before);
}

}  // namespace
}  // namespace strobe::bcs::check
