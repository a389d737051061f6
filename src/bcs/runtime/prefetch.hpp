// SPDX-License-Identifier: BSD-3-Clause
//
// Before a core can write to a cache line that another core has read, it has to fetch the line,
// which takes as long as a message. A rank that knows which line it will write next starts that
// early.
#pragma once

namespace strobe::bcs::runtime {

/// Fetches the cache line of `place` for writing. Without -mprfchw compilers turn
/// __builtin_prefetch into a fetch for reading; processors without the instruction ignore it.
inline void prefetch_to_write(const void* place) {
#if defined(__x86_64__)
  asm volatile("prefetchw (%0)" : : "r"(place));
#else
  __builtin_prefetch(place, 1);
#endif
}

}  // namespace strobe::bcs::runtime
