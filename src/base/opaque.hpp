// SPDX-License-Identifier: BSD-3-Clause
//
// Keeps the optimiser from removing a measured loop. CoMet called a dummy function with the loop
// counter; an empty assembly statement does the same in less than a cycle. Its cost is measured and
// subtracted.
#pragma once

#include <cstdint>

namespace strobe::base {

/// The compiler must assume that this statement reads and changes `value` and all memory.
template <class T>
inline void opaque(T& value) {
  asm volatile("" : "+r"(value) : : "memory");
}

/// Calls `operation` `repetitions` times. Every kernel uses this loop; the time of the same loop
/// with an empty body is subtracted.
template <class Operation>
inline void repeat(std::int64_t repetitions, Operation&& operation) {
  for (std::int64_t i = 0; i < repetitions; ++i) {
    operation();
    opaque(i);
  }
}

}  // namespace strobe::base
