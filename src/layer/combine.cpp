// SPDX-License-Identifier: BSD-3-Clause
#include "layer/combine.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstring>

#include "strobe/error.hpp"

namespace strobe::layer {
namespace {

/// Copies elements with memcpy, which compilers turn into vector loads and stores.
template <class T, class Function>
void each(ConstBytes from, Bytes into, Function function) {
  const std::size_t count = into.size() / sizeof(T);
  const std::byte* theirs = from.data();
  std::byte* ours = into.data();
  for (std::size_t i = 0; i < count; ++i) {
    T a;
    T b;
    std::memcpy(&a, ours + i * sizeof(T), sizeof(T));
    std::memcpy(&b, theirs + i * sizeof(T), sizeof(T));
    a = function(a, b);
    std::memcpy(ours + i * sizeof(T), &a, sizeof(T));
  }
}

[[noreturn]] void refuse() {
  throw Error("the operation of this reduction does not combine elements of this type");
}

template <std::integral T>
void combine_bits(Operation operation, ConstBytes from, Bytes into) {
  const auto truth = [](bool value) { return static_cast<T>(value ? 1 : 0); };
  switch (operation) {
    case Operation::bitwise_and:
      return each<T>(from, into, [](T a, T b) { return static_cast<T>(a & b); });
    case Operation::bitwise_or:
      return each<T>(from, into, [](T a, T b) { return static_cast<T>(a | b); });
    case Operation::bitwise_xor:
      return each<T>(from, into, [](T a, T b) { return static_cast<T>(a ^ b); });
    case Operation::logical_and:
      return each<T>(from, into, [&](T a, T b) { return truth(a != 0 && b != 0); });
    case Operation::logical_or:
      return each<T>(from, into, [&](T a, T b) { return truth(a != 0 || b != 0); });
    case Operation::logical_xor:
      return each<T>(from, into, [&](T a, T b) { return truth((a != 0) != (b != 0)); });
    default:
      refuse();
  }
}

template <class T>
void combine_as(Operation operation, ConstBytes from, Bytes into) {
  switch (operation) {
    case Operation::sum:
      return each<T>(from, into, [](T a, T b) { return static_cast<T>(a + b); });
    case Operation::minimum:
      return each<T>(from, into, [](T a, T b) { return std::min(a, b); });
    case Operation::maximum:
      return each<T>(from, into, [](T a, T b) { return std::max(a, b); });
    default:
      if constexpr (std::integral<T>) return combine_bits<T>(operation, from, into);
      refuse();
  }
}

/// The larger or the smaller value with its index.
template <class T>
void locate(Operation operation, ConstBytes from, Bytes into) {
  using Pair = ValueAndIndex<T>;
  const auto choose = [&](bool wants_larger) {
    each<Pair>(from, into, [&](Pair a, Pair b) {
      if (a.value == b.value) return a.index < b.index ? a : b;
      return (a.value > b.value) == wants_larger ? a : b;
    });
  };
  if (operation != Operation::maxloc && operation != Operation::minloc) refuse();
  choose(operation == Operation::maxloc);
}

}  // namespace

void combine(Element element, Operation operation, ConstBytes from, Bytes into) {
  switch (element) {
    case Element::int32:
      return combine_as<std::int32_t>(operation, from, into);
    case Element::int64:
      return combine_as<std::int64_t>(operation, from, into);
    case Element::float32:
      return combine_as<float>(operation, from, into);
    case Element::float64:
      return combine_as<double>(operation, from, into);
    case Element::int32_int:
      return locate<std::int32_t>(operation, from, into);
    case Element::int64_int:
      return locate<std::int64_t>(operation, from, into);
    case Element::float32_int:
      return locate<float>(operation, from, into);
    case Element::float64_int:
      return locate<double>(operation, from, into);
  }
}

}  // namespace strobe::layer
