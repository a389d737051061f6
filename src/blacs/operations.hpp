// SPDX-License-Identifier: BSD-3-Clause
//
// The arithmetic of the combines on contiguous elements: sums, and the largest and smallest
// absolute values with or without where they come from. The loops have no branches, so that
// compilers make vectors of them. An absolute value of a complex number is |re| + |im|; a NaN wins
// against every number, so that all processes are left with the same answer whatever the order.
#pragma once

#include <bit>
#include <cmath>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace strobe::blacs {

enum class Extreme { largest, smallest };

/// How far the process lies from the destination that an element comes from.
using Distance = std::uint32_t;

namespace detail {

template <std::signed_integral T>
[[nodiscard]] constexpr std::make_unsigned_t<T> magnitude(T value) {
  using Unsigned = std::make_unsigned_t<T>;
  const auto bits = static_cast<Unsigned>(value);
  return value < 0 ? Unsigned{0} - bits : bits;  // also of the smallest integer
}

template <std::floating_point T>
[[nodiscard]] inline T magnitude(T value) {
  return std::abs(value);
}

template <class T>
[[nodiscard]] inline T magnitude(std::complex<T> value) {
  return std::abs(value.real()) + std::abs(value.imag());
}

template <Extreme extreme, class M>
[[nodiscard]] constexpr bool beats(M theirs, M ours) {
  return extreme == Extreme::largest ? theirs > ours : theirs < ours;
}

/// Of two with one absolute value, the larger.
template <class T>
[[nodiscard]] constexpr bool is_above(T theirs, T ours) {
  return theirs > ours;
}
template <class T>
[[nodiscard]] constexpr bool is_above(std::complex<T> theirs, std::complex<T> ours) {
  return (theirs.real() > ours.real()) |
         ((theirs.real() == ours.real()) & (theirs.imag() > ours.imag()));
}

/// Of two equal numbers, the one that both processes choose: they may differ in the sign of zero.
template <std::signed_integral T>
[[nodiscard]] constexpr T either(T ours, T) {
  return ours;
}
template <std::floating_point T>
[[nodiscard]] constexpr T either(T ours, T theirs) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return std::bit_cast<T>(std::bit_cast<Bits>(ours) & std::bit_cast<Bits>(theirs));
}
template <class T>
[[nodiscard]] constexpr std::complex<T> either(std::complex<T> ours, std::complex<T> theirs) {
  return {either(ours.real(), theirs.real()), either(ours.imag(), theirs.imag())};
}

/// Of two complex numbers the one with the larger bits, which are ordered where NaNs are not.
template <class T>
[[nodiscard]] constexpr std::complex<T> one_of_nans(std::complex<T> one, std::complex<T> other) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const auto real_of = [](std::complex<T> value) { return std::bit_cast<Bits>(value.real()); };
  const auto imag_of = [](std::complex<T> value) { return std::bit_cast<Bits>(value.imag()); };
  const bool is_other = (real_of(other) > real_of(one)) |
                        ((real_of(other) == real_of(one)) & (imag_of(other) > imag_of(one)));
  return is_other ? other : one;
}

/// What alone differs from itself is a NaN.
template <class M>
[[nodiscard]] constexpr bool is_nan(M value) {
  return value != value;
}

}  // namespace detail

template <class T>
void add(const T* __restrict theirs, T* __restrict ours, std::size_t count) {
  if constexpr (std::signed_integral<T>) {
    using Unsigned = std::make_unsigned_t<T>;  // a sum that overflows wraps
    for (std::size_t i = 0; i < count; ++i) {
      ours[i] = static_cast<T>(static_cast<Unsigned>(ours[i]) + static_cast<Unsigned>(theirs[i]));
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) ours[i] += theirs[i];
  }
}

/// Of each pair the one with the larger or smaller absolute value; of two with the same, the
/// larger.
template <Extreme extreme, class T>
void keep_extreme(const T* __restrict theirs, T* __restrict ours, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const T a = ours[i];
    const T b = theirs[i];
    const auto size_a = detail::magnitude(a);
    const auto size_b = detail::magnitude(b);
    const bool take = detail::beats<extreme>(size_b, size_a) | detail::is_nan(size_b) |
                      ((size_b == size_a) & detail::is_above(b, a));
    const T kept = take ? b : a;
    ours[i] = a == b ? detail::either(a, b) : kept;
    if constexpr (!std::is_arithmetic_v<T>) {
      // Two NaNs may differ in their other halves, and it must not matter which met first.
      const bool nans = detail::is_nan(size_a) & detail::is_nan(size_b);
      ours[i] = nans ? detail::one_of_nans(a, b) : ours[i];
    }
  }
}

/// The same with the distances of both; of two with the same absolute value, the nearer.
template <Extreme extreme, class T>
void keep_extreme_nearest(const T* __restrict theirs, const Distance* __restrict their_distances,
                          T* __restrict ours, Distance* __restrict distances, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const T a = ours[i];
    const T b = theirs[i];
    const Distance near = distances[i];
    const Distance far = their_distances[i];
    const auto size_a = detail::magnitude(a);
    const auto size_b = detail::magnitude(b);
    const bool nan_a = detail::is_nan(size_a);
    const bool nan_b = detail::is_nan(size_b);
    const bool take = detail::beats<extreme>(size_b, size_a) | (nan_b & !nan_a) |
                      (((size_b == size_a) | (nan_a & nan_b)) & (far < near));
    ours[i] = take ? b : a;
    distances[i] = take ? far : near;
  }
}

}  // namespace strobe::blacs
