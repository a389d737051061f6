// SPDX-License-Identifier: BSD-3-Clause
//
// What a program can do with single cache lines: evict them from all caches, and store to them
// without a copy in the caches.
#pragma once

#include <bit>
#include <cstddef>

namespace strobe::base {

/// No processor of these architectures has shorter lines. Where lines are longer, a loop over lines
/// treats each of them several times.
inline constexpr std::size_t cache_line_bytes = 64;

/// Whether flush_line() works on this processor. Linux allows `dc civac` to programs on every Arm
/// processor of 64 bits.
inline constexpr bool can_flush_lines =
#if defined(__x86_64__) || defined(__aarch64__)
    true;
#else
    false;
#endif

/// Writes back the line of `place` and evicts it from every cache of the machine.
inline void flush_line([[maybe_unused]] const std::byte* place) {
#if defined(__x86_64__)
  asm volatile("clflush (%0)" : : "r"(place) : "memory");
#elif defined(__aarch64__)
  asm volatile("dc civac, %0" : : "r"(place) : "memory");
#endif
}

/// Returns when the flushes before it are done.
inline void wait_for_flushes() {
#if defined(__x86_64__)
  asm volatile("mfence" : : : "memory");
#elif defined(__aarch64__)
  asm volatile("dsb ish" : : : "memory");
#endif
}

/// Whether store_past_caches() bypasses the caches on this processor.
inline constexpr bool can_bypass_caches = can_flush_lines;

/// Stores a vector of 16, 32 or 64 bytes at an address that is a multiple of its size. The
/// processor is told that nothing reads the line soon, so that it does not fetch the line first. On
/// Arm the instruction (STNP) stores a pair of registers, so a vector is stored as two halves.
template <class Vector>
[[gnu::always_inline]] inline void store_past_caches(Vector& place, const Vector& value) {
#if defined(__clang__)
  __builtin_nontemporal_store(value, &place);
#elif defined(__x86_64__)
  if constexpr (sizeof(Vector) == 16) asm volatile("movntps %1, %0" : "=m"(place) : "x"(value));
  if constexpr (sizeof(Vector) == 32) asm volatile("vmovntps %1, %0" : "=m"(place) : "x"(value));
  if constexpr (sizeof(Vector) == 64) asm volatile("vmovntps %1, %0" : "=m"(place) : "v"(value));
#elif defined(__aarch64__)
  static_assert(sizeof(Vector) == 16);
  using Halves [[gnu::vector_size(16)]] = double;
  const auto halves = std::bit_cast<Halves>(value);
  asm volatile("stnp %d1, %d2, %0" : "=Q"(place) : "w"(halves[0]), "w"(halves[1]));
#else
  place = value;
#endif
}

/// Orders the stores of store_past_caches() before all later stores. They are not ordered by
/// themselves: not at all on x86, and on Arm no more than other stores.
inline void order_stores_past_caches() {
#if defined(__x86_64__)
  asm volatile("sfence" : : : "memory");
#elif defined(__aarch64__)
  asm volatile("dmb ishst" : : : "memory");
#endif
}

}  // namespace strobe::base
