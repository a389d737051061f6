// SPDX-License-Identifier: BSD-3-Clause
#include "layer/combine.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

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

template <class T>
void combine_as(Operation operation, ConstBytes from, Bytes into) {
  switch (operation) {
    case Operation::sum:
      return each<T>(from, into, [](T a, T b) { return static_cast<T>(a + b); });
    case Operation::minimum:
      return each<T>(from, into, [](T a, T b) { return std::min(a, b); });
    case Operation::maximum:
      return each<T>(from, into, [](T a, T b) { return std::max(a, b); });
  }
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
  }
}

}  // namespace strobe::layer
