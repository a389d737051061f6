// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/api/numbers.hpp"

#include <cstring>
#include <type_traits>

namespace strobe::bcs::api {

namespace {

using protocol::Combine;
using protocol::Number;

template <class T>
T joined(Combine combine, T lower, T upper) {
  if constexpr (std::is_integral_v<T>) {
    // Where signed numbers overflow C++ says nothing; wrapping around, order does not matter.
    using Wide = std::uint64_t;
    if (combine == Combine::sum) {
      return static_cast<T>(static_cast<Wide>(lower) + static_cast<Wide>(upper));
    }
    if (combine == Combine::product) {
      return static_cast<T>(static_cast<Wide>(lower) * static_cast<Wide>(upper));
    }
  } else {
    if (combine == Combine::sum) return lower + upper;
    if (combine == Combine::product) return lower * upper;
  }
  if (combine == Combine::minimum) return upper < lower ? upper : lower;
  return lower < upper ? upper : lower;
}

template <class T>
void combine_all(Combine combine, std::span<std::byte> lower, std::span<const std::byte> upper) {
  for (std::size_t at = 0; at + sizeof(T) <= lower.size(); at += sizeof(T)) {
    T a;
    T b;
    std::memcpy(&a, lower.data() + at, sizeof a);
    std::memcpy(&b, upper.data() + at, sizeof b);
    a = joined(combine, a, b);
    std::memcpy(lower.data() + at, &a, sizeof a);
  }
}

}  // namespace

std::int64_t bytes_of(Number number) {
  return number == Number::int32 || number == Number::float32 ? 4 : 8;
}

void combine(Combine combine, Number number, std::span<std::byte> lower,
             std::span<const std::byte> upper) {
  switch (number) {
    case Number::int32:
      return combine_all<std::int32_t>(combine, lower, upper);
    case Number::int64:
      return combine_all<std::int64_t>(combine, lower, upper);
    case Number::uint64:
      return combine_all<std::uint64_t>(combine, lower, upper);
    case Number::float32:
      return combine_all<float>(combine, lower, upper);
    case Number::unsaid:  // a double, as the protocol has it
    case Number::float64:
      return combine_all<double>(combine, lower, upper);
  }
}

}  // namespace strobe::bcs::api
