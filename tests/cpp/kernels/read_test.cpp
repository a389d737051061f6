// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/read.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <numeric>

namespace strobe::kernels {
namespace {

measure::Point working_set(std::int64_t size_bytes) { return {{"working_set_bytes", size_bytes}}; }

TEST(WidestRead, SeesEveryWord) {
  const ReadVariant variant = widest_read();
  EXPECT_FALSE(variant.name.empty());
  for (const std::size_t size_bytes : {512u, 1024u, 4096u, 65536u + 512u}) {
    measure::Buffer buffer(size_bytes);
    measure::fill(buffer.bytes(), {.seed = size_bytes, .rank = 0});
    auto* words = reinterpret_cast<std::uint64_t*>(buffer.bytes().data());
    const std::span<std::uint64_t> all(words, size_bytes / 8);
    const auto expected = [&] {
      return std::accumulate(all.begin(), all.end(), std::uint64_t{0}, std::bit_xor<>());
    };
    EXPECT_EQ(variant.read(all), expected()) << size_bytes;
    // Each word counts once: whichever is changed, the sum changes by it.
    for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / 100) {
      const std::uint64_t before = variant.read(all);
      all[i] ^= 0x5a5a;
      EXPECT_EQ(variant.read(all), before ^ 0x5a5a) << i;
    }
  }
}

TEST(MemoryRead, PassesItsCheckAfterReading) {
  for (const std::int64_t size_bytes : {512, 4096, 1 << 20}) {
    MemoryRead read(working_set(size_bytes));
    read.prepare(5);
    read.run(3);
    const measure::Verdict verdict = read.verify();
    EXPECT_EQ(verdict.wrong, "");
    EXPECT_EQ(verdict.bytes, size_bytes);
  }
}

TEST(MemoryRead, FailsItsCheckWhereNothingWasRead) {
  MemoryRead read(working_set(4096));
  read.prepare(5);
  EXPECT_NE(read.verify().wrong, "");
  read.run(1);
  EXPECT_EQ(read.verify().wrong, "");
  read.prepare(6);
  EXPECT_NE(read.verify().wrong, "") << "what was read is of an earlier visit";
}

}  // namespace
}  // namespace strobe::kernels
