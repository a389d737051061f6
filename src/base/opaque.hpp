// SPDX-License-Identifier: BSD-3-Clause
//
// What keeps a measured loop honest: the optimiser must believe that every repetition matters.
// CoMet did it with a call to a dummy function that took the loop's counter; an empty assembly
// statement does the same for less than a cycle, and its cost is measured and subtracted.
#pragma once

#include <cstdint>

namespace strobe::base {

/// The value may be read, and all memory may be read and written, here.
template <class T>
inline void opaque(T& value) {
  asm volatile("" : "+r"(value) : : "memory");
}

/// Calls `operation` `repetitions` times. Every kernel loops with this, and so does the empty loop
/// whose time is subtracted.
template <class Operation>
inline void repeat(std::int64_t repetitions, Operation&& operation) {
  for (std::int64_t i = 0; i < repetitions; ++i) {
    operation();
    opaque(i);
  }
}

}  // namespace strobe::base
