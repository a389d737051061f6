// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/operations.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <concepts>
#include <limits>
#include <type_traits>

#include "base/instruction_sets.hpp"

namespace strobe::blacs {
namespace {

// Absolute values are compared as unsigned integers, so that vectors are compared without branches.
// The bits of floating-point numbers have the order of the absolute values, with NaNs above
// infinity.

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T>
constexpr int highest_bit = std::numeric_limits<Bits<T>>::digits - 1;

template <std::floating_point T>
constexpr Bits<T> infinity_bits = std::bit_cast<Bits<T>>(std::numeric_limits<T>::infinity());

template <std::signed_integral T>
constexpr Bits<T> magnitude(T value) {
  const auto bits = static_cast<Bits<T>>(value);
  return value < 0 ? Bits<T>{0} - bits : bits;  // correct for the smallest integer, too
}

template <std::floating_point T>
constexpr Bits<T> magnitude(T value) {
  return std::bit_cast<Bits<T>>(value) & (std::numeric_limits<Bits<T>>::max() >> 1);
}

template <class T>
constexpr Bits<T> magnitude(T re, T im) {
  return magnitude(std::bit_cast<T>(magnitude(re)) + std::bit_cast<T>(magnitude(im)));
}

/// The value with the larger preference is kept. Finite numbers have a clear highest bit. NaNs win,
/// because subtracting them wraps.
template <Extreme extreme, std::floating_point T>
constexpr Bits<T> preference(Bits<T> magnitude) {
  return extreme == Extreme::largest ? magnitude : infinity_bits<T> - magnitude;
}

/// A preference that is unique for each value. Of two values with the same absolute value, the
/// larger one has the larger preference.
template <Extreme extreme, std::floating_point T>
constexpr Bits<T> full_preference(T value) {
  const Bits<T> is_positive = ~std::bit_cast<Bits<T>>(value) >> highest_bit<T>;
  return (preference<extreme, T>(magnitude(value)) << 1) | is_positive;
}
template <Extreme extreme, std::signed_integral T>
constexpr Bits<T> full_preference(T value) {
  // The order 0, -1, 1, -2, 2 and so on; for the smallest in reverse: 0, 1, -1, 2, -2.
  const auto zigzag = [](Bits<T> bits) {
    return (bits << 1) ^ (Bits<T>{0} - (bits >> highest_bit<T>));
  };
  const auto bits = static_cast<Bits<T>>(value);
  return extreme == Extreme::largest ? zigzag(bits) : ~zigzag(Bits<T>{0} - bits);
}

/// Maps numbers to integers of the same order. -0 is below 0; NaNs are at both ends.
template <std::floating_point T>
constexpr Bits<T> order(T value) {
  const auto bits = std::bit_cast<Bits<T>>(value);
  const Bits<T> if_negative = Bits<T>{0} - (bits >> highest_bit<T>);
  return bits ^ (if_negative | (Bits<T>{1} << highest_bit<T>));
}

/// The preference if the nearest wins: all NaNs are equal.
template <Extreme extreme, std::floating_point T>
constexpr Bits<T> coarse_preference(Bits<T> magnitude) {
  return preference<extreme, T>(std::min<Bits<T>>(magnitude, infinity_bits<T> + 1));
}

/// Selects with masks. For `take ? theirs : ours` compilers generate conditional stores, which they
/// do not vectorise.
template <class T>
constexpr T chosen(bool take, T theirs, T ours) {
  const Bits<T> mask = Bits<T>{0} - static_cast<Bits<T>>(take);
  const auto kept = std::bit_cast<Bits<T>>(ours);
  return std::bit_cast<T>(kept ^ ((kept ^ std::bit_cast<Bits<T>>(theirs)) & mask));
}

// The loops. Each is inlined into one function for each instruction set.

template <class T>
struct Sum {
  [[gnu::always_inline]] static void loop(const T* __restrict theirs, T* __restrict ours,
                                          std::size_t count) {
    if constexpr (std::signed_integral<T>) {
      for (std::size_t i = 0; i < count; ++i) {
        ours[i] = static_cast<T>(static_cast<Bits<T>>(ours[i]) + static_cast<Bits<T>>(theirs[i]));
      }
    } else {
      for (std::size_t i = 0; i < count; ++i) ours[i] += theirs[i];
    }
  }
};

template <Extreme extreme, class T>
struct KeepExtreme {
  [[gnu::always_inline]] static void loop(const T* __restrict theirs, T* __restrict ours,
                                          std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const T a = ours[i];
      const T b = theirs[i];
      ours[i] = chosen(full_preference<extreme>(b) > full_preference<extreme>(a), b, a);
    }
  }
};

template <Extreme extreme, class T>
struct KeepExtreme<extreme, std::complex<T>> {
  [[gnu::always_inline]] static void loop(const std::complex<T>* __restrict theirs,
                                          std::complex<T>* __restrict ours, std::size_t count) {
    const T* __restrict b = reinterpret_cast<const T*>(theirs);
    T* __restrict a = reinterpret_cast<T*>(ours);
    for (std::size_t i = 0; i < count; ++i) {
      const T re_a = a[2 * i];
      const T im_a = a[2 * i + 1];
      const T re_b = b[2 * i];
      const T im_b = b[2 * i + 1];
      const Bits<T> wins_a = preference<extreme, T>(magnitude(re_a, im_a));
      const Bits<T> wins_b = preference<extreme, T>(magnitude(re_b, im_b));
      const bool is_above = (order(re_b) > order(re_a)) |
                            ((order(re_b) == order(re_a)) & (order(im_b) > order(im_a)));
      const bool take = (wins_b > wins_a) | ((wins_b == wins_a) & is_above);
      a[2 * i] = chosen(take, re_b, re_a);
      a[2 * i + 1] = chosen(take, im_b, im_a);
    }
  }
};

template <Extreme extreme, class T>
struct KeepNearest {
  [[nodiscard]] static constexpr Bits<T> wins(T value) {
    if constexpr (std::floating_point<T>) {
      return coarse_preference<extreme, T>(magnitude(value));
    } else {
      return extreme == Extreme::largest ? magnitude(value) : ~magnitude(value);
    }
  }

  [[gnu::always_inline]] static void loop(const T* __restrict theirs,
                                          const Distance* __restrict their_distances,
                                          T* __restrict ours, Distance* __restrict distances,
                                          std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const T a = ours[i];
      const T b = theirs[i];
      const Distance near = distances[i];
      const Distance far = their_distances[i];
      const Bits<T> wins_a = wins(a);
      const Bits<T> wins_b = wins(b);
      const bool take = (wins_b > wins_a) | ((wins_b == wins_a) & (far < near));
      ours[i] = chosen(take, b, a);
      distances[i] = chosen(take, far, near);
    }
  }
};

template <Extreme extreme, class T>
struct KeepNearest<extreme, std::complex<T>> {
  [[gnu::always_inline]] static void loop(const std::complex<T>* __restrict theirs,
                                          const Distance* __restrict their_distances,
                                          std::complex<T>* __restrict ours,
                                          Distance* __restrict distances, std::size_t count) {
    const T* __restrict b = reinterpret_cast<const T*>(theirs);
    T* __restrict a = reinterpret_cast<T*>(ours);
    for (std::size_t i = 0; i < count; ++i) {
      const T re_a = a[2 * i];
      const T im_a = a[2 * i + 1];
      const T re_b = b[2 * i];
      const T im_b = b[2 * i + 1];
      const Distance near = distances[i];
      const Distance far = their_distances[i];
      const Bits<T> wins_a = coarse_preference<extreme, T>(magnitude(re_a, im_a));
      const Bits<T> wins_b = coarse_preference<extreme, T>(magnitude(re_b, im_b));
      const bool take = (wins_b > wins_a) | ((wins_b == wins_a) & (far < near));
      a[2 * i] = chosen(take, re_b, re_a);
      a[2 * i + 1] = chosen(take, im_b, im_a);
      distances[i] = chosen(take, far, near);
    }
  }
};

#if defined(__x86_64__)
template <class Operation, class... Arguments>
[[STROBE_TARGET_AVX2]] void with_avx2(Arguments... arguments) {
  Operation::loop(arguments...);
}

template <class Operation, class... Arguments>
[[STROBE_TARGET_AVX512]] void with_avx512(Arguments... arguments) {
  Operation::loop(arguments...);
}
#endif

template <class Operation, class... Arguments>
void with_baseline(Arguments... arguments) {
  Operation::loop(arguments...);
}

template <class Operation, class... Arguments>
void with_widest(Arguments... arguments) {
  using Loop = void (*)(Arguments...);
#if defined(__x86_64__)
  static const Loop loop = base::has_avx512() ? with_avx512<Operation, Arguments...>
                           : base::has_avx2() ? with_avx2<Operation, Arguments...>
                                              : with_baseline<Operation, Arguments...>;
#else
  static constexpr Loop loop = with_baseline<Operation, Arguments...>;
#endif
  loop(arguments...);
}

}  // namespace

template <class T>
void add(const T* theirs, T* ours, std::size_t count) {
  with_widest<Sum<T>>(theirs, ours, count);
}

template <Extreme extreme, class T>
void keep_extreme(const T* theirs, T* ours, std::size_t count) {
  with_widest<KeepExtreme<extreme, T>>(theirs, ours, count);
}

template <Extreme extreme, class T>
void keep_extreme_nearest(const T* theirs, const Distance* their_distances, T* ours,
                          Distance* distances, std::size_t count) {
  with_widest<KeepNearest<extreme, T>>(theirs, their_distances, ours, distances, count);
}

#define STROBE_BLACS_EXTREMES_OF(T)                                                       \
  template void keep_extreme<Extreme::largest, T>(const T*, T*, std::size_t);             \
  template void keep_extreme<Extreme::smallest, T>(const T*, T*, std::size_t);            \
  template void keep_extreme_nearest<Extreme::largest, T>(const T*, const Distance*, T*,  \
                                                          Distance*, std::size_t);        \
  template void keep_extreme_nearest<Extreme::smallest, T>(const T*, const Distance*, T*, \
                                                           Distance*, std::size_t);
#define STROBE_BLACS_OPERATIONS_ON(T)              \
  template void add<T>(const T*, T*, std::size_t); \
  STROBE_BLACS_EXTREMES_OF(T)

STROBE_BLACS_OPERATIONS_ON(std::int32_t)
STROBE_BLACS_OPERATIONS_ON(std::int64_t)
STROBE_BLACS_OPERATIONS_ON(float)
STROBE_BLACS_OPERATIONS_ON(double)
STROBE_BLACS_EXTREMES_OF(std::complex<float>)
STROBE_BLACS_EXTREMES_OF(std::complex<double>)

#undef STROBE_BLACS_OPERATIONS_ON
#undef STROBE_BLACS_EXTREMES_OF

}  // namespace strobe::blacs
