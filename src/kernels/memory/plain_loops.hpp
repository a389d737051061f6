// SPDX-License-Identifier: BSD-3-Clause
//
// The loops as one writes them: CacheBench, sections 2.2.1 to 2.2.3. Included where they are
// compiled, each time under other options and another name, since what the compiler makes of them
// is the question.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/opaque.hpp"
#include "kernels/memory/loops.hpp"

namespace strobe::kernels::memory {

/// Integers wrap around, which only those without a sign may do.
template <class T>
using Wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                             std::type_identity<T>>::type;

/// A sum in the arithmetic of T, as a number.
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

template <class T, Pattern pattern>
[[gnu::always_inline]] inline double plain_loop(const Streams& streams, std::int64_t passes) {
  const Elements<T> e(streams);
  const Wrapping<T> value = e.value;
  Wrapping<T> sum = 0;
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    for (std::int64_t i = 0; i < e.count; ++i) {
      if constexpr (pattern == Pattern::read) sum += e.to[i];
      if constexpr (pattern == Pattern::write) e.to[i] = value;
      if constexpr (pattern == Pattern::modify) e.to[i] += 1;
      if constexpr (pattern == Pattern::copy) e.to[i] = e.from[i];
      if constexpr (pattern == Pattern::triad) {
        e.to[i] = static_cast<Wrapping<T>>(e.from[i] + value * e.third[i]);
      }
    }
    base::opaque(pass);
  }
  return as_number<T>(sum);
}

/// Degree eight, no operation needs one of the seven before it, and every element has a register:
/// CacheBench, section 2.2.4.
template <class T, Pattern pattern>
[[gnu::always_inline]] inline double unrolled_loop(const Streams& streams, std::int64_t passes) {
  const Elements<T> e(streams);
  const Wrapping<T> value = e.value;
  constexpr int degree = 8;
  Wrapping<T> sums[degree] = {};
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    for (std::int64_t i = 0; i < e.count; i += degree) {
      Wrapping<T> held[degree];
      for (int k = 0; k < degree; ++k) {
        if constexpr (pattern == Pattern::read) sums[k] += e.to[i + k];
        if constexpr (pattern == Pattern::write) held[k] = value;
        if constexpr (pattern == Pattern::modify)
          held[k] = static_cast<Wrapping<T>>(e.to[i + k] + 1);
        if constexpr (pattern == Pattern::copy) held[k] = e.from[i + k];
        if constexpr (pattern == Pattern::triad) {
          held[k] = static_cast<Wrapping<T>>(e.from[i + k] + value * e.third[i + k]);
        }
      }
      if constexpr (pattern != Pattern::read) {
        for (int k = 0; k < degree; ++k) e.to[i + k] = held[k];
      }
    }
    base::opaque(pass);
  }
  Wrapping<T> sum = 0;
  for (const Wrapping<T> part : sums) sum += part;
  return as_number<T>(sum);
}

/// The loop that `Make<T, pattern>::loop` is for this pattern and element. Makes of two files need
/// two names, or the linker takes one for the other: an unnamed namespace does not keep what is
/// instantiated with its templates apart.
template <template <class, Pattern> class Make>
Loop loop_of(Pattern pattern, Element element) {
  return with_element(element, [pattern]<class T>(T) -> Loop {
    switch (pattern) {
      case Pattern::read:
        return Make<T, Pattern::read>::loop;
      case Pattern::write:
        return Make<T, Pattern::write>::loop;
      case Pattern::modify:
        return Make<T, Pattern::modify>::loop;
      case Pattern::copy:
        return Make<T, Pattern::copy>::loop;
      case Pattern::triad:
        return Make<T, Pattern::triad>::loop;
    }
    return nullptr;
  });
}

}  // namespace strobe::kernels::memory
