// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/copy.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace strobe::bcs::runtime {
namespace {

TEST(Copies, AreWholeWhereverTheyBeginAndEnd) {
  constexpr std::size_t room = 3 * 4096;
  std::vector<std::byte> from(room);
  for (std::size_t i = 0; i < room; ++i) from[i] = static_cast<std::byte>(i * 7 + i / 256);
  for (const std::size_t bytes : {0UL, 1UL, 2047UL, 2048UL, 2049UL, 4096UL, 5000UL}) {
    for (const std::size_t begin : {0UL, 1UL, 16UL, 63UL, 64UL, 4095UL, 4096UL}) {
      std::vector<std::byte> to(room);
      copy_bytes(to.data() + begin, from.data() + 1, bytes);
      for (std::size_t i = 0; i < room; ++i) {
        const bool is_copied = i >= begin && i < begin + bytes;
        ASSERT_EQ(to[i], is_copied ? from[i - begin + 1] : std::byte{0}) << bytes << " " << begin;
      }
    }
  }
}

}  // namespace
}  // namespace strobe::bcs::runtime
