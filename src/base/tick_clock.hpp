// SPDX-License-Identifier: BSD-3-Clause
//
// The processor's time stamp counter, or the virtual counter of Arm's generic timer, which take a
// third of the time of the system's clock to read. The rate of the latter is constant and often
// low: 25 MHz to 100 MHz before Armv8.6, 1 GHz since. TickRate converts ticks to seconds once at
// the end, from two readings of both clocks, so that a measurement in ticks pays for no conversion.
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
/// On old processors the counter slows down with the core's clock and stops in sleep states. Newer
/// processors report an invariant counter (CPUID 80000007h, EDX bit 8).
[[nodiscard]] inline bool counts_evenly() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(0x80000007U, &eax, &ebx, &ecx, &edx) != 0 && ((edx >> 8U) & 1U) != 0;
}

inline const bool has_even_counter = counts_evenly();
#endif

}  // namespace detail

/// The counter of this node; counters of different nodes cannot be compared.
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

/// The length of a tick, measured from the construction of this object to the call.
class TickRate {
 public:
  TickRate() : begin_(read_both()) {}

  /// A longer time gives more digits: a millisecond gives four, and the function waits for that
  /// long if necessary.
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

  /// Keeps the attempt with the shortest interruption.
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
