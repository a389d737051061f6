// SPDX-License-Identifier: BSD-3-Clause
//
// What a combine must give, computed by one process from all contributions, and the contributions
// themselves. They are such that every order of summation gives the same bits.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "base/random.hpp"
#include "routines.hpp"

namespace strobe::blacs_test {

enum class Operation { sum, absolute_maximum, absolute_minimum };

/// `plain`: few ties. `ties`: many. `signs`: one absolute value, different signs. `tiny`: denormal
/// numbers. `infinite`: one process in the scope has an infinity.
enum class Values { plain, ties, signs, zeros, tiny, infinite };
inline constexpr const char* value_names[] = {"plain", "ties", "signs",
                                              "zeros", "tiny", "infinite"};

/// A real contribution; never a negative zero, whose sum with a zero depends on the rounding mode.
template <class R>
R real_value(Values values, bool is_infinite, base::Random& random, base::Random& common) {
  const auto within = [](base::Random& r, int limit) {
    return static_cast<int>(r.next() % static_cast<std::uint64_t>(2 * limit + 1)) - limit;
  };
  const int sign = (random.next() & 1) != 0 ? 1 : -1;
  const int shared = 1 + std::abs(within(common, 9));
  constexpr bool is_real = std::is_floating_point_v<R>;
  const R unit = is_real ? static_cast<R>(0.125) : static_cast<R>(1);
  switch (values) {
    case Values::ties:
      return static_cast<R>(within(random, 2));
    case Values::signs:
      return static_cast<R>(sign * shared);
    case Values::zeros:
      return R();
    case Values::tiny:
      if constexpr (is_real) {
        const int count = within(random, 1000);
        return count == 0 ? R() : static_cast<R>(count) * std::numeric_limits<R>::denorm_min();
      }
      break;
    case Values::infinite:
      if constexpr (is_real) {
        if (is_infinite) {
          return static_cast<R>(sign) * std::numeric_limits<R>::infinity();
        }
      }
      break;
    default:
      break;
  }
  const int count = within(random, 100000);
  return count == 0 ? R() : static_cast<R>(count) * unit;
}

/// Element k of what the process at `position` of a scope of `size` contributes.
template <class T>
T contribution(Values values, std::uint64_t seed, int position, int size, std::size_t k) {
  base::Random common(seed + 0x10001 * k);
  const bool is_infinite =
      static_cast<int>(common.next() % static_cast<std::uint64_t>(size)) == position;
  base::Random random(common.next() + 77 * static_cast<std::uint64_t>(position));
  if constexpr (std::is_same_v<T, Int> || std::is_floating_point_v<T>) {
    return real_value<T>(values, is_infinite, random, common);
  } else {
    using R = typename T::value_type;
    const R real = real_value<R>(values, is_infinite, random, common);
    // Of an infinity alone |re| + |im| is compared without rounding.
    return {real, real_value<R>(values, false, random, common)};
  }
}

template <class T>
T magnitude(const T& value) {
  return value < T() ? -value : value;
}
template <class R>
R magnitude(const std::complex<R>& value) {
  return std::fabs(value.real()) + std::fabs(value.imag());
}

template <class T>
bool is_less(const T& a, const T& b) {
  return a < b;
}
template <class R>
bool is_less(const std::complex<R>& a, const std::complex<R>& b) {
  return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
}

template <class T>
struct Combined {
  T value;
  int position;  // in the scope, of the process that contributed it; of a sum, nothing
};

/// Ties go to the smallest distance from the destination (from position 0 if there are several)
/// when locations are asked for, and to the larger signed value when they are not.
template <class T>
Combined<T> combined(Operation operation, const std::vector<T>& contributions, int nearest,
                     bool with_locations) {
  const int size = static_cast<int>(contributions.size());
  Combined<T> best{contributions[static_cast<std::size_t>(nearest)], nearest};
  for (int distance = 1; distance < size; ++distance) {
    const int position = (nearest + distance) % size;
    const T& value = contributions[static_cast<std::size_t>(position)];
    if (operation == Operation::sum) {
      best.value += value;
      continue;
    }
    const auto mine = magnitude(value);
    const auto other = magnitude(best.value);
    const bool is_better = mine == other
                               ? !with_locations && is_less(best.value, value)
                               : (mine > other) == (operation == Operation::absolute_maximum);
    if (is_better) {
      best = {value, position};
    }
  }
  return best;
}

}  // namespace strobe::blacs_test
