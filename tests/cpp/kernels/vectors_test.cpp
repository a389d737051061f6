// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/vectors.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace strobe::kernels::memory {
namespace {

std::size_t in_page(const std::byte* place) {
  return reinterpret_cast<std::uintptr_t>(place) % 4096;
}

TEST(Vectors, BeginAtOddMultiplesOfThePadApart) {
  const Vectors vectors(3, 5000, 64, 128, Pages::usual);
  EXPECT_EQ(in_page(vectors[0].data()), 64u);
  EXPECT_EQ(in_page(vectors[1].data()), 64u + 128u);
  EXPECT_EQ(in_page(vectors[2].data()), 64u + 3u * 128u);
  for (int i = 0; i + 1 < 3; ++i) {
    EXPECT_LE(vectors[i].data() + vectors[i].size(), vectors[i + 1].data());
  }
  vectors[2].back() = std::byte{1};
}

TEST(Vectors, MayBePaddedByPages) {
  const Vectors vectors(3, 100, 0, 1 << 20, Pages::usual);
  EXPECT_GE(vectors[1].data() - vectors[0].data(), 1 << 20);
  vectors[2].back() = std::byte{1};
}

TEST(MappedMemory, HasNoLargePagesWhereSmallOnesAreAskedFor) {
  const MappedMemory memory(8 << 20, Pages::small);
  EXPECT_EQ(large_page_bytes(memory.data()), 0u);
}

TEST(MappedMemory, HasWhatItAskedForOrSaysWhatItGot) {
  for (const Pages pages : {Pages::transparent, Pages::huge}) {
    try {
      require_memory(8 << 20, pages);
      const MappedMemory memory(8 << 20, pages);
      EXPECT_GE(large_page_bytes(memory.data()), std::size_t{8} << 20);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % (2 << 20), 0u);
    } catch (const std::exception& error) {
      const std::string text = error.what();
      EXPECT_TRUE(text.find("large pages") != std::string::npos ||
                  text.find("huge pages") != std::string::npos)
          << text;
    }
  }
}

}  // namespace
}  // namespace strobe::kernels::memory
