// SPDX-License-Identifier: BSD-3-Clause
#include "base/cache_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace strobe::base {
namespace {

TEST(CacheLines, KeepTheirContentsWhenTheyAreFlushed) {
  std::array<std::byte, 1000> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7);
  for (std::size_t at = 0; at < bytes.size(); at += cache_line_bytes) flush_line(&bytes[at]);
  wait_for_flushes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    ASSERT_EQ(bytes[i], static_cast<std::byte>(i * 7));
  }
}

TEST(CacheLines, AreWrittenPastTheCachesWithinTheVectorAlone) {
  using Vector [[gnu::vector_size(16), gnu::may_alias]] = double;
  alignas(64) std::array<std::byte, 64> bytes{};
  alignas(16) std::array<std::byte, 16> value{};
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = static_cast<std::byte>(i + 1);
  store_past_caches(*reinterpret_cast<Vector*>(&bytes[16]),
                    *reinterpret_cast<const Vector*>(value.data()));
  order_stores_past_caches();
  EXPECT_TRUE(std::equal(value.begin(), value.end(), bytes.begin() + 16));
  const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
  EXPECT_TRUE(std::all_of(bytes.begin(), bytes.begin() + 16, is_zero));
  EXPECT_TRUE(std::all_of(bytes.begin() + 32, bytes.end(), is_zero));
}

}  // namespace
}  // namespace strobe::base
