// SPDX-License-Identifier: BSD-3-Clause
#include "measure/pattern.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace strobe::measure {
namespace {

using ::testing::HasSubstr;

std::vector<std::byte> filled(std::size_t size_bytes, Pattern pattern) {
  std::vector<std::byte> bytes(size_bytes);
  fill(bytes, pattern);
  return bytes;
}

/// How many of the first 8-byte words of `a` occur anywhere in `b`.
int shared_words(const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
  int shared = 0;
  for (std::size_t at = 0; at + 8 <= a.size(); at += 8) {
    const auto word = std::ranges::subrange(a.begin() + static_cast<std::ptrdiff_t>(at),
                                            a.begin() + static_cast<std::ptrdiff_t>(at + 8));
    shared += std::ranges::search(b, word).empty() ? 0 : 1;
  }
  return shared;
}

TEST(Buffer, BeginsALineAfterAPageWhateverItsSize) {
  for (const std::size_t size_bytes : {0u, 1u, 7u, 4096u, 65539u}) {
    const Buffer buffer(size_bytes);
    EXPECT_EQ(buffer.bytes().size(), size_bytes);
    EXPECT_NE(buffer.bytes().data(), nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.bytes().data()) % 4096, 64u);
  }
}

TEST(Buffer, BeginsFurtherOnWhereThatIsAsked) {
  for (const std::size_t offset_bytes : {1u, 8u, 4032u, 70000u}) {
    Buffer buffer(1021, offset_bytes);
    EXPECT_EQ(buffer.bytes().size(), 1021u);
    const auto start = reinterpret_cast<std::uintptr_t>(buffer.bytes().data());
    EXPECT_EQ(start % 4096, (64 + offset_bytes) % 4096);
    const Pattern pattern{.seed = 5, .rank = 3};
    fill(buffer.bytes(), pattern);
    EXPECT_EQ(find_wrong_byte(buffer.bytes(), pattern), "");
  }
}

TEST(Pattern, IsFoundAgainAtEverySize) {
  for (const std::size_t size_bytes : {0u, 1u, 7u, 8u, 9u, 64u, 1021u}) {
    const Pattern pattern{.seed = 5, .rank = 3};
    EXPECT_EQ(find_wrong_byte(filled(size_bytes, pattern), pattern), "") << size_bytes;
  }
}

TEST(Pattern, OneFlippedBitIsFoundWhereverItIs) {
  const Pattern pattern{.seed = 5, .rank = 3};
  std::vector<std::byte> bytes = filled(21, pattern);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    bytes[at] ^= std::byte{0x10};
    const std::string wrong = find_wrong_byte(bytes, pattern);
    EXPECT_THAT(wrong, HasSubstr("byte " + std::to_string(at) + " of 21 is 0x"));
    EXPECT_THAT(wrong, HasSubstr("as rank 3 sent it"));
    bytes[at] ^= std::byte{0x10};
  }
}

TEST(Pattern, OtherSeedsAndRanksGiveOtherBytes) {
  const std::size_t size_bytes = 512;
  const auto own = filled(size_bytes, {.seed = 5, .rank = 0});
  // Neither the same words nor the same words at another offset, so that shifted data or data of
  // another cell are noticed.
  for (const Pattern other : {Pattern{6, 0}, Pattern{4, 0}, Pattern{5, 1}, Pattern{~5ULL, 0},
                              Pattern{5 + (1ULL << 32), 0}, Pattern{5 + (1ULL << 40), 0}}) {
    EXPECT_EQ(shared_words(own, filled(size_bytes, other)), 0) << other.seed << ' ' << other.rank;
  }
  EXPECT_EQ(shared_words(filled(size_bytes, {0, 1}), filled(size_bytes, {1ULL << 40, 0})), 0);
}

}  // namespace
}  // namespace strobe::measure
