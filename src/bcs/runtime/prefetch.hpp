// SPDX-License-Identifier: BSD-3-Clause
//
// A line that another core has read is fetched from it before it can be written, which takes as
// long as a message; whoever knows which line it will write next need not wait for that.
#pragma once

namespace strobe::bcs::runtime {

/// Has the line of `place` fetched to be written. Compilers make it the instruction that fetches to
/// read, unless they may count on the other one; a processor without it passes over it.
inline void prefetch_to_write(const void* place) {
#if defined(__x86_64__)
  asm volatile("prefetchw (%0)" : : "r"(place));
#else
  __builtin_prefetch(place, 1);
#endif
}

}  // namespace strobe::bcs::runtime
