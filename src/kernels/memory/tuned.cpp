// SPDX-License-Identifier: BSD-3-Clause
//
// The loops at the limit of a core: the widest vectors, enough independent operations that none
// waits for another, and no additional instructions.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "base/cache_lines.hpp"
#include "base/instruction_sets.hpp"
#include "kernels/memory/plain_loops.hpp"

namespace strobe::kernels::memory {
namespace limit {

/// Vectors may begin at any multiple of 8 bytes. If they are aligned to their own size, as usual,
/// this costs nothing.
template <class T, std::size_t bytes>
struct VectorRegister {
  using type [[gnu::vector_size(bytes), gnu::may_alias, gnu::aligned(8)]] = Wrapping<T>;
};

/// A register; a single element if `bytes` is 0.
template <class T, std::size_t bytes>
using Register = typename std::conditional_t<bytes == 0, std::type_identity<Wrapping<T>>,
                                             VectorRegister<T, bytes == 0 ? 16 : bytes>>::type;

/// Stores a register, bypassing the caches or not. A bypassing store does not fetch the line first.
/// The type is not deduced from the arguments, as that would lose its alignment.
template <class T, std::size_t bytes, bool bypass_caches>
[[gnu::always_inline]] inline void store(Register<T, bytes>& place,
                                         const Register<T, bytes>& value) {
  if constexpr (bypass_caches) {
    // require_aligned_stores() has seen to that.
    using Aligned [[gnu::vector_size(bytes), gnu::may_alias]] = Wrapping<T>;
    const Aligned aligned = value;
    base::store_past_caches(reinterpret_cast<Aligned&>(place), aligned);
  } else {
    place = value;
  }
}

/// Loads into a register and discards the value.
template <class T, std::size_t bytes>
[[gnu::always_inline]] inline void load(const Register<T, bytes>& place) {
#if defined(__clang__)
  static_cast<void>(*static_cast<const volatile Register<T, bytes>*>(&place));
#elif defined(__x86_64__)
  if constexpr (sizeof(place) == 64) {
    asm volatile("" : : "v"(place));
  } else if constexpr (bytes == 0 && std::is_integral_v<Wrapping<T>>) {
    asm volatile("" : : "r"(place));
  } else {
    asm volatile("" : : "x"(place));
  }
#elif defined(__aarch64__)
  if constexpr (bytes == 0 && std::is_integral_v<Wrapping<T>>) {
    asm volatile("" : : "r"(place));
  } else {
    asm volatile("" : : "w"(place));
  }
#else
  // Only single elements get here; as bits they fit into a register of any processor.
  using Bits =
      std::conditional_t<sizeof(place) == 8, std::uint64_t,
                         std::conditional_t<sizeof(place) == 4, std::uint32_t, std::uint8_t>>;
  asm volatile("" : : "r"(std::bit_cast<Bits>(place)));
#endif
}

#if defined(__x86_64__)

using Line = Register<double, 64>;
constexpr int lines_of_block = coarse_granule_bytes / sizeof(Line);
constexpr int blocks_max = 48;

/// Loads `passes` times all of `blocks` blocks of 1 KiB, by instructions of which each loads one
/// address only. On Golden Cove, these loads reach 126.5 to 127.4 bytes per cycle from the first
/// cache. A loop over the blocks reaches 113 to 124, depending on its length: the addresses of each
/// instruction then have a stride, and the prefetches to the next ones compete with the loads.
[[STROBE_TARGET_AVX512, gnu::noinline]] void load_each_address(const Line* start,
                                                               std::int64_t blocks,
                                                               std::int64_t passes) {
#pragma GCC unroll 1
  for (std::int64_t pass = 0; pass < passes; ++pass) {
#pragma GCC unroll 48
    for (int block = 0; block < blocks_max; ++block) {
      if (block >= blocks) break;
#pragma GCC unroll 16
      for (int k = 0; k < lines_of_block; ++k) load<double, 64>(start[block * lines_of_block + k]);
    }
    base::opaque(pass);
  }
}

#endif

/// Loads `passes` times all of `count` registers, a multiple of a granule.
template <class T, std::size_t bytes>
[[gnu::always_inline]] inline void load_all(const Register<T, bytes>* start, std::int64_t count,
                                            std::int64_t passes) {
  using R = Register<T, bytes>;
#if defined(__x86_64__)
  if constexpr (sizeof(R) == sizeof(Line)) {
    if (count <= blocks_max * lines_of_block) {
      load_each_address(reinterpret_cast<const Line*>(start), count / lines_of_block, passes);
      return;
    }
  }
#endif
  // Outside of the first cache prefetches help: on Golden Cove, four loads of a whole line and
  // their loop reach 50.2 bytes per cycle from the second cache, 256 loads 48.5.
  constexpr int loads = sizeof(R) == 64 ? 4 : 8;
  for (std::int64_t pass = 0; pass < passes; ++pass) {
#pragma GCC unroll 1
    for (std::int64_t i = 0; i < count; i += loads) {
      for (int k = 0; k < loads; ++k) load<T, bytes>(start[i + k]);
    }
    base::opaque(pass);
  }
}

template <class T, std::size_t register_bytes, int together, AccessPattern pattern,
          bool bypass_caches>
[[gnu::always_inline]] inline double tuned_loop(const Streams& streams, std::int64_t passes) {
  using R = Register<T, register_bytes>;
  const Elements<T> e(streams);
  auto* const to = reinterpret_cast<R*>(e.to);
  const auto* const from = reinterpret_cast<const R*>(e.from);
  const auto* const third = reinterpret_cast<const R*>(e.third);
  const auto count = static_cast<std::int64_t>(streams.bytes / sizeof(R));
  const R value = R{} + e.value;
  const R one = R{} + Wrapping<T>{1};
  R sums[together] = {};
  // A load is one instruction; an addition would be a second one that competes for ports. So only
  // the last pass adds up the elements, for verification.
  if constexpr (pattern == AccessPattern::read) load_all<T, register_bytes>(to, count, passes - 1);
  const std::int64_t last = std::min<std::int64_t>(passes, 1);
  for (std::int64_t pass = 0; pass < (pattern == AccessPattern::read ? last : passes); ++pass) {
#pragma GCC unroll 2
    for (std::int64_t i = 0; i < count; i += together) {
      for (int k = 0; k < together; ++k) {
        R& place = to[i + k];
        if constexpr (pattern == AccessPattern::read) sums[k] = static_cast<R>(sums[k] + place);
        if constexpr (pattern == AccessPattern::write)
          store<T, register_bytes, bypass_caches>(place, value);
        if constexpr (pattern == AccessPattern::modify)
          store<T, register_bytes, bypass_caches>(place, static_cast<R>(place + one));
        if constexpr (pattern == AccessPattern::copy)
          store<T, register_bytes, bypass_caches>(place, from[i + k]);
        if constexpr (pattern == AccessPattern::scale) {
          store<T, register_bytes, bypass_caches>(place, static_cast<R>(value * from[i + k]));
        }
        if constexpr (pattern == AccessPattern::add) {
          store<T, register_bytes, bypass_caches>(place,
                                                  static_cast<R>(from[i + k] + third[i + k]));
        }
        if constexpr (pattern == AccessPattern::triad) {
          store<T, register_bytes, bypass_caches>(
              place, static_cast<R>(from[i + k] + value * third[i + k]));
        }
      }
    }
    if constexpr (bypass_caches) base::order_stores_past_caches();
    base::opaque(pass);
  }
  Wrapping<T> sum = 0;
  for (const R& part : sums) {
    if constexpr (register_bytes == 0) {
      sum = static_cast<Wrapping<T>>(sum + part);
    } else {
      for (std::size_t lane = 0; lane < sizeof(R) / sizeof(T); ++lane) {
        sum = static_cast<Wrapping<T>>(sum + part[lane]);
      }
    }
  }
  return as_number<T>(sum);
}

template <class T, AccessPattern pattern>
struct Generic {
  static double loop(const Streams& streams, std::int64_t passes) {
    return tuned_loop<T, 0, 8, pattern, false>(streams, passes);
  }
};

#if defined(__x86_64__) || defined(__aarch64__)

template <bool bypass_caches>
struct Vector16 {
  template <class T, AccessPattern pattern>
  struct Make {
    static double loop(const Streams& streams, std::int64_t passes) {
      return tuned_loop<T, 16, 8, pattern, bypass_caches>(streams, passes);
    }
  };
};

#endif
#if defined(__x86_64__)

template <bool bypass_caches>
struct Avx2 {
  template <class T, AccessPattern pattern>
  struct Make {
    [[STROBE_TARGET_AVX2]] static double loop(const Streams& streams, std::int64_t passes) {
      return tuned_loop<T, 32, 8, pattern, bypass_caches>(streams, passes);
    }
  };
};

/// An addition takes 4 cycles and two can start in each, so eight sums would be only just enough.
template <bool bypass_caches>
struct Avx512 {
  template <class T, AccessPattern pattern>
  struct Make {
    [[STROBE_TARGET_AVX512]] static double loop(const Streams& streams, std::int64_t passes) {
      return tuned_loop<T, 64, 16, pattern, bypass_caches>(streams, passes);
    }
  };
};

#endif

}  // namespace limit

Loop tuned(AccessPattern pattern, ElementType element, Isa isa) {
  switch (isa) {
#if defined(__x86_64__)
    case Isa::avx512:
      return loop_of<limit::Avx512<false>::Make>(pattern, element);
    case Isa::avx2:
      return loop_of<limit::Avx2<false>::Make>(pattern, element);
#endif
#if defined(__x86_64__) || defined(__aarch64__)
    case Isa::sse2:
    case Isa::neon:
      return loop_of<limit::Vector16<false>::Make>(pattern, element);
#endif
    default:
      return loop_of<limit::Generic>(pattern, element);
  }
}

Loop nontemporal([[maybe_unused]] AccessPattern pattern, [[maybe_unused]] ElementType element,
                 [[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::avx512) return loop_of<limit::Avx512<true>::Make>(pattern, element);
  if (isa == Isa::avx2) return loop_of<limit::Avx2<true>::Make>(pattern, element);
#endif
#if defined(__x86_64__) || defined(__aarch64__)
  if (isa == Isa::sse2 || isa == Isa::neon) {
    return loop_of<limit::Vector16<true>::Make>(pattern, element);
  }
#endif
  return nullptr;
}

}  // namespace strobe::kernels::memory
