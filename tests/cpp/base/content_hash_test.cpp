// SPDX-License-Identifier: BSD-3-Clause
#include "base/content_hash.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <span>
#include <vector>

namespace strobe::base {
namespace {

TEST(ContentHash, DiffersAfterEachChangeOfOneBit) {
  for (const std::size_t size : {1U, 7U, 8U, 9U, 31U, 32U, 33U, 71U}) {
    std::vector<std::byte> data(size, std::byte{0});
    std::set<std::uint64_t> seen{content_hash(data)};
    for (std::size_t bit = 0; bit < 8 * size; ++bit) {
      const std::byte mask{static_cast<unsigned char>(1U << bit % 8)};
      data[bit / 8] ^= mask;
      EXPECT_TRUE(seen.insert(content_hash(data)).second) << size << " bytes, bit " << bit;
      data[bit / 8] ^= mask;
    }
  }
}

TEST(ContentHash, TellsSizesOfEqualBytesApart) {
  std::set<std::uint64_t> seen;
  for (std::size_t size = 0; size < 100; ++size) {
    EXPECT_TRUE(seen.insert(content_hash(std::vector<std::byte>(size))).second) << size;
  }
}

TEST(ContentHash, DependsOnTheOrderOfWords) {
  std::vector<std::byte> data(128);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i);
  std::vector<std::byte> turned(data.begin() + 64, data.end());
  turned.insert(turned.end(), data.begin(), data.begin() + 64);
  EXPECT_NE(content_hash(data), content_hash(turned));
}

TEST(ContentHash, DoesNotDependOnWhereTheBytesAre) {
  std::vector<std::byte> memory(80);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::byte>(i);
  std::vector<std::byte> copy(memory.begin() + 3, memory.begin() + 73);
  EXPECT_EQ(content_hash(std::span(memory).subspan(3, 70)), content_hash(copy));
}

}  // namespace
}  // namespace strobe::base
