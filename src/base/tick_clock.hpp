// SPDX-License-Identifier: BSD-3-Clause
//
// The processor's own counter: a time stamp in a third of the time that the system's clock takes.
// What a tick is worth is found at the end, from two readings of both clocks, so that whoever
// counts in ticks pays for no conversion.
#pragma once

#include <cstdint>

#include "base/clock.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

namespace strobe::base {

using Ticks = std::uint64_t;

namespace detail {

#if defined(__x86_64__)
/// Old processors count slower when they are clocked down, and not at all when they sleep; the
/// others say so (CPUID 80000007h, EDX bit 8).
[[nodiscard]] inline bool counts_evenly() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(0x80000007U, &eax, &ebx, &ecx, &edx) != 0 && ((edx >> 8U) & 1U) != 0;
}

inline const bool has_even_counter = counts_evenly();
#endif

}  // namespace detail

/// Of one process; those of two nodes have nothing in common.
[[nodiscard]] inline Ticks ticks_now() {
#if defined(__x86_64__)
  if (detail::has_even_counter) [[likely]] {
    return __rdtsc();
  }
#elif defined(__aarch64__)
  Ticks ticks = 0;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#endif
  return static_cast<Ticks>(monotonic_now().count());
}

/// What a tick is worth, from the making of this object to the question.
class TickRate {
 public:
  TickRate() : begin_(read_both()) {}

  /// The longer ago the making, the better: a millisecond gives four digits, and is waited for.
  [[nodiscard]] double seconds_per_tick() const {
    using namespace std::chrono_literals;
    Readings end = read_both();
    while (end.time - begin_.time < 1ms) end = read_both();
    return to_seconds(end.time - begin_.time) / static_cast<double>(end.ticks - begin_.ticks);
  }

 private:
  struct Readings {
    Ticks ticks = 0;
    std::chrono::nanoseconds time{};
  };

  /// Of several tries the one that was interrupted least.
  [[nodiscard]] static Readings read_both() {
    Readings best;
    Ticks shortest = UINT64_MAX;
    for (int turn = 0; turn < 5; ++turn) {
      const Ticks before = ticks_now();
      const auto time = monotonic_now();
      const Ticks took = ticks_now() - before;
      if (took < shortest) {
        shortest = took;
        best = {.ticks = before + took / 2, .time = time};
      }
    }
    return best;
  }

  Readings begin_;
};

}  // namespace strobe::base
