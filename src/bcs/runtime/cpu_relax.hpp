// SPDX-License-Identifier: BSD-3-Clause
//
// The hint that a loop waits for another core to write to memory. The core saves power and lets its
// other hardware thread run meanwhile.
#pragma once

namespace strobe::bcs::runtime {

inline void cpu_relax() {
#if defined(STROBE_MODEL_CHECKED)
  weak_memory::relax();
#elif defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  asm volatile("yield");
#else
  asm volatile("");
#endif
}

}  // namespace strobe::bcs::runtime
