// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/memory/allocations.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace strobe::bcs::memory {
namespace {

const void* at(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

class AllocationsTest : public testing::Test {
 protected:
  /// The size of the allocation that begins at an address and is found from another one.
  std::size_t found(std::uintptr_t from, std::uintptr_t begin) {
    const Allocation allocation = allocations_->before(at(from));
    return allocation.begin == at(begin) ? allocation.bytes : SIZE_MAX;
  }

  std::unique_ptr<Allocations> allocations_ = std::make_unique<Allocations>();
};

TEST_F(AllocationsTest, AreFoundFromTheirMiddle) {
  allocations_->add(at(0x7f0000001000), 24);
  allocations_->add(at(0x7f0000001020), 100);
  EXPECT_EQ(found(0x7f0000001000, 0x7f0000001000), 24U);
  EXPECT_EQ(found(0x7f000000101f, 0x7f0000001000), 24U);
  EXPECT_EQ(found(0x7f0000001020, 0x7f0000001020), 100U);
  EXPECT_EQ(found(0x7f0000001064, 0x7f0000001020), 100U);
  EXPECT_EQ(allocations_->before(at(0x7f0000000fff)).begin, nullptr);
}

TEST_F(AllocationsTest, AreForgotten) {
  allocations_->add(at(0x10000), 16);
  allocations_->add(at(0x200000), 1 << 20);
  allocations_->remove(at(0x10000));
  allocations_->remove(at(0x200000));
  allocations_->remove(at(0x300000));
  EXPECT_EQ(allocations_->before(at(0x10008)).begin, nullptr);
  EXPECT_EQ(allocations_->before(at(0x210000)).begin, nullptr);
}

TEST_F(AllocationsTest, ALongOneIsFoundFromItsLastByte) {
  constexpr std::uintptr_t begin = 0x7f0000000010;
  constexpr std::size_t bytes = std::size_t{5} << 32U;
  allocations_->add(at(begin), bytes);
  EXPECT_EQ(found(begin + bytes - 1, begin), bytes);
}

TEST_F(AllocationsTest, AShortOneAfterALongOneIsFound) {
  allocations_->add(at(0x1000000), 0x100000);
  allocations_->add(at(0x1100000), 32);
  EXPECT_EQ(found(0x10fffff, 0x1000000), 0x100000U);
  EXPECT_EQ(found(0x1100010, 0x1100000), 32U);
}

TEST_F(AllocationsTest, AnEmptyOneIsKnown) {
  allocations_->add(at(0x5000), 0);
  EXPECT_EQ(found(0x5000, 0x5000), 0U);
}

TEST_F(AllocationsTest, EqualThoseOfAMapInRandomOrder) {
  std::mt19937_64 random(7);
  std::map<std::uintptr_t, std::size_t> model;
  constexpr std::uintptr_t room = 0x40000;
  for (int step = 0; step < 20000; ++step) {
    const std::uintptr_t begin = 0x7f0000000000 + room * (random() % 50);
    if (model.erase(begin) != 0) {
      allocations_->remove(at(begin));
    } else {
      model[begin] = random() % (step % 2 == 0 ? 2000 : room);
      allocations_->add(at(begin), model[begin]);
    }
    const std::uintptr_t asked = 0x7f0000000000 + random() % (50 * room);
    const auto after = model.upper_bound(asked);
    const Allocation known = allocations_->before(at(asked));
    if (after != model.begin() && asked < std::prev(after)->first + std::prev(after)->second) {
      ASSERT_EQ(known.begin, at(std::prev(after)->first));
      ASSERT_EQ(known.bytes, std::prev(after)->second);
    } else if (known.begin != nullptr) {
      // None that is not there, and none that would reach the address.
      const auto first = reinterpret_cast<std::uintptr_t>(known.begin);
      ASSERT_TRUE(model.contains(first));
      ASSERT_LE(first + known.bytes, asked);
    }
  }
}

TEST_F(AllocationsTest, SeveralThreadsAddAndRemove) {
  constexpr int threads = 4;
  std::atomic<int> wrong{0};
  std::vector<std::thread> all;
  for (int thread = 0; thread < threads; ++thread) {
    all.emplace_back([&, thread] {
      for (int i = 0; i < 5000; ++i) {
        const std::uintptr_t begin =
            0x7f0000000000 + static_cast<std::uintptr_t>(threads * i + thread) * 0x20000;
        const std::size_t bytes = i % 3 == 0 ? 100000 : 100;
        allocations_->add(at(begin), bytes);
        if (found(begin + 50, begin) != bytes) ++wrong;
        if (i % 2 == 0) allocations_->remove(at(begin));
      }
    });
  }
  for (std::thread& thread : all) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace strobe::bcs::memory
