// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/numbers.hpp"

#include <cstring>
#include <type_traits>

namespace strobe::bcs::protocol {

namespace {

template <class T>
T joined(ReduceOperator reduce_operator, T lower, T upper) {
  if constexpr (std::is_integral_v<T>) {
    // Signed overflow is undefined in C++. Unsigned numbers wrap around, in any order.
    using Wide = std::uint64_t;
    if (reduce_operator == ReduceOperator::sum) {
      return static_cast<T>(static_cast<Wide>(lower) + static_cast<Wide>(upper));
    }
    if (reduce_operator == ReduceOperator::product) {
      return static_cast<T>(static_cast<Wide>(lower) * static_cast<Wide>(upper));
    }
  } else {
    if (reduce_operator == ReduceOperator::sum) return lower + upper;
    if (reduce_operator == ReduceOperator::product) return lower * upper;
  }
  if (reduce_operator == ReduceOperator::minimum) return upper < lower ? upper : lower;
  return lower < upper ? upper : lower;
}

template <class T>
void combine_all(ReduceOperator reduce_operator, std::span<std::byte> lower,
                 std::span<const std::byte> upper) {
  for (std::size_t at = 0; at + sizeof(T) <= lower.size(); at += sizeof(T)) {
    T a;
    T b;
    std::memcpy(&a, lower.data() + at, sizeof a);
    std::memcpy(&b, upper.data() + at, sizeof b);
    a = joined(reduce_operator, a, b);
    std::memcpy(lower.data() + at, &a, sizeof a);
  }
}

}  // namespace

std::int64_t bytes_of(ElementType number) {
  return number == ElementType::int32 || number == ElementType::float32 ? 4 : 8;
}

void combine(ReduceOperator reduce_operator, ElementType number, std::span<std::byte> lower,
             std::span<const std::byte> upper) {
  switch (number) {
    case ElementType::int32:
      return combine_all<std::int32_t>(reduce_operator, lower, upper);
    case ElementType::int64:
      return combine_all<std::int64_t>(reduce_operator, lower, upper);
    case ElementType::uint64:
      return combine_all<std::uint64_t>(reduce_operator, lower, upper);
    case ElementType::float32:
      return combine_all<float>(reduce_operator, lower, upper);
    case ElementType::unspecified:  // the protocol treats a content as a double
    case ElementType::float64:
      return combine_all<double>(reduce_operator, lower, upper);
  }
}

}  // namespace strobe::bcs::protocol
