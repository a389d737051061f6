// SPDX-License-Identifier: BSD-3-Clause
//
// The loops in plain C++: CacheBench, sections 2.2.1 to 2.2.3. Several source files include this
// header and compile it with different options and under different names, because the compiler's
// optimisation is measured.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/opaque.hpp"
#include "kernels/memory/loops.hpp"

namespace strobe::kernels::memory {

/// Integer sums may overflow, which is defined for unsigned types only.
template <class T>
using Wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                             std::type_identity<T>>::type;

/// A sum in the arithmetic of T, as a double.
template <class T>
[[gnu::always_inline]] inline double as_number(Wrapping<T> sum) {
  return static_cast<double>(static_cast<T>(sum));
}

/// The vectors of a pass, as elements.
template <class T>
struct Elements {
  explicit Elements(const Streams& streams)
      : to(reinterpret_cast<Wrapping<T>*>(streams.to)),
        from(reinterpret_cast<const Wrapping<T>*>(streams.from)),
        third(reinterpret_cast<const Wrapping<T>*>(streams.third)),
        count(static_cast<std::int64_t>(streams.bytes / sizeof(T))),
        value(static_cast<Wrapping<T>>(static_cast<T>(streams.value))) {}
  Wrapping<T>* to;
  const Wrapping<T>* from;
  const Wrapping<T>* third;
  std::int64_t count;
  Wrapping<T> value;
};

template <class T, AccessPattern pattern>
[[gnu::always_inline]] inline double plain_loop(const Streams& streams, std::int64_t passes) {
  const Elements<T> e(streams);
  const Wrapping<T> value = e.value;
  Wrapping<T> sum = 0;
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    for (std::int64_t i = 0; i < e.count; ++i) {
      if constexpr (pattern == AccessPattern::read) sum += e.to[i];
      if constexpr (pattern == AccessPattern::write) e.to[i] = value;
      if constexpr (pattern == AccessPattern::modify) e.to[i] += 1;
      if constexpr (pattern == AccessPattern::copy) e.to[i] = e.from[i];
      if constexpr (pattern == AccessPattern::scale) {
        e.to[i] = static_cast<Wrapping<T>>(value * e.from[i]);
      }
      if constexpr (pattern == AccessPattern::add) {
        e.to[i] = static_cast<Wrapping<T>>(e.from[i] + e.third[i]);
      }
      if constexpr (pattern == AccessPattern::triad) {
        e.to[i] = static_cast<Wrapping<T>>(e.from[i] + value * e.third[i]);
      }
    }
    base::opaque(pass);
  }
  return as_number<T>(sum);
}

/// Unrolled eight times; the eight operations are independent, and every element has a register:
/// CacheBench, section 2.2.4.
template <class T, AccessPattern pattern>
[[gnu::always_inline]] inline double unrolled_loop(const Streams& streams, std::int64_t passes) {
  const Elements<T> e(streams);
  const Wrapping<T> value = e.value;
  constexpr int degree = 8;
  Wrapping<T> sums[degree] = {};
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    for (std::int64_t i = 0; i < e.count; i += degree) {
      Wrapping<T> results[degree];
      for (int k = 0; k < degree; ++k) {
        if constexpr (pattern == AccessPattern::read) sums[k] += e.to[i + k];
        if constexpr (pattern == AccessPattern::write) results[k] = value;
        if constexpr (pattern == AccessPattern::modify)
          results[k] = static_cast<Wrapping<T>>(e.to[i + k] + 1);
        if constexpr (pattern == AccessPattern::copy) results[k] = e.from[i + k];
        if constexpr (pattern == AccessPattern::scale) {
          results[k] = static_cast<Wrapping<T>>(value * e.from[i + k]);
        }
        if constexpr (pattern == AccessPattern::add) {
          results[k] = static_cast<Wrapping<T>>(e.from[i + k] + e.third[i + k]);
        }
        if constexpr (pattern == AccessPattern::triad) {
          results[k] = static_cast<Wrapping<T>>(e.from[i + k] + value * e.third[i + k]);
        }
      }
      if constexpr (pattern != AccessPattern::read) {
        for (int k = 0; k < degree; ++k) e.to[i + k] = results[k];
      }
    }
    base::opaque(pass);
  }
  Wrapping<T> sum = 0;
  for (const Wrapping<T> part : sums) sum += part;
  return as_number<T>(sum);
}

/// The loop `Make<T, pattern>::loop` for this pattern and element type. The `Make` templates of two
/// files need different names: the linker would merge their instantiations, even from unnamed
/// namespaces.
template <template <class, AccessPattern> class Make>
Loop loop_of(AccessPattern pattern, ElementType element) {
  return with_element(element, [pattern]<class T>(T) -> Loop {
    switch (pattern) {
      case AccessPattern::read:
        return Make<T, AccessPattern::read>::loop;
      case AccessPattern::write:
        return Make<T, AccessPattern::write>::loop;
      case AccessPattern::modify:
        return Make<T, AccessPattern::modify>::loop;
      case AccessPattern::copy:
        return Make<T, AccessPattern::copy>::loop;
      case AccessPattern::scale:
        return Make<T, AccessPattern::scale>::loop;
      case AccessPattern::add:
        return Make<T, AccessPattern::add>::loop;
      case AccessPattern::triad:
        return Make<T, AccessPattern::triad>::loop;
    }
    return nullptr;
  });
}

}  // namespace strobe::kernels::memory
