// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/numbers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <limits>

namespace strobe::bcs::protocol {
namespace {

template <class T>
T combined(ReduceOperator how, ElementType number, T lower, T upper) {
  EXPECT_EQ(bytes_of(number), static_cast<std::int64_t>(sizeof(T)));
  // Two elements at unaligned addresses.
  std::array<std::byte, 2 * sizeof(T) + 1> a{};
  std::array<std::byte, 2 * sizeof(T)> b{};
  for (std::size_t i = 0; i < 2; ++i) {
    std::memcpy(a.data() + 1 + i * sizeof(T), &lower, sizeof(T));
    std::memcpy(b.data() + i * sizeof(T), &upper, sizeof(T));
  }
  combine(how, number, std::span(a).subspan(1), b);
  T first;
  T second;
  std::memcpy(&first, a.data() + 1, sizeof(T));
  std::memcpy(&second, a.data() + 1 + sizeof(T), sizeof(T));
  EXPECT_EQ(std::memcmp(&first, &second, sizeof(T)), 0);
  return first;
}

template <class T>
void expect_all(ElementType number) {
  EXPECT_EQ(combined(ReduceOperator::sum, number, T{7}, T{5}), T{12});
  EXPECT_EQ(combined(ReduceOperator::product, number, T{7}, T{5}), T{35});
  EXPECT_EQ(combined(ReduceOperator::minimum, number, T{7}, T{5}), T{5});
  EXPECT_EQ(combined(ReduceOperator::minimum, number, T{5}, T{7}), T{5});
  EXPECT_EQ(combined(ReduceOperator::maximum, number, T{7}, T{5}), T{7});
  EXPECT_EQ(combined(ReduceOperator::maximum, number, T{5}, T{7}), T{7});
}

TEST(Numbers, OfEachTypeCombine) {
  expect_all<std::int32_t>(ElementType::int32);
  expect_all<std::int64_t>(ElementType::int64);
  expect_all<std::uint64_t>(ElementType::uint64);
  expect_all<float>(ElementType::float32);
  expect_all<double>(ElementType::float64);
}

TEST(Numbers, KeepTheirSign) {
  EXPECT_EQ(combined(ReduceOperator::minimum, ElementType::int32, -3, 2), -3);
  EXPECT_EQ(
      combined(ReduceOperator::maximum, ElementType::int64, std::int64_t{-3}, std::int64_t{-2}),
      -2);
  const std::uint64_t high = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(combined(ReduceOperator::maximum, ElementType::uint64, high, std::uint64_t{2}), high);
  EXPECT_EQ(combined(ReduceOperator::product, ElementType::int32, -3, 2), -6);
}

TEST(Numbers, WrapAroundWhereTheyAreIntegers) {
  const std::int32_t most = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(combined(ReduceOperator::sum, ElementType::int32, most, 1),
            std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(combined(ReduceOperator::product, ElementType::int64,
                     std::numeric_limits<std::int64_t>::max(), std::int64_t{2}),
            -2);
}

TEST(Numbers, ThatAreAlikeLeaveTheLowerOne) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  EXPECT_EQ(bits(combined(ReduceOperator::minimum, ElementType::float64, 0.0, -0.0)), bits(0.0));
  EXPECT_EQ(bits(combined(ReduceOperator::maximum, ElementType::float64, -0.0, 0.0)), bits(-0.0));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(combined(ReduceOperator::maximum, ElementType::float64, 1.0, nan), 1.0);
}

}  // namespace
}  // namespace strobe::bcs::protocol
