// SPDX-License-Identifier: BSD-3-Clause
//
// The address of the instruction that a signal has interrupted, from the context that its handler
// gets; null on a processor that is not known here.
#pragma once

#include <ucontext.h>

namespace strobe::bcs::check {

[[nodiscard]] inline const void* interrupted_address(const void* context) {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return reinterpret_cast<const void*>(registers.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void*>(registers.pc);
#else
  static_cast<void>(registers);
  return nullptr;
#endif
}

}  // namespace strobe::bcs::check
