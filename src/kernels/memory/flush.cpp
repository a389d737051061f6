// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/flush.hpp"

#include "strobe/error.hpp"

namespace strobe::kernels::memory {

void flush([[maybe_unused]] std::span<const std::byte> bytes) {
#if defined(__x86_64__) || defined(__aarch64__)
  // No processor of these architectures has shorter lines; longer lines are flushed twice.
  constexpr std::size_t line_bytes = 64;
  for (std::size_t at = 0; at < bytes.size(); at += line_bytes) {
#if defined(__x86_64__)
    asm volatile("clflush %0" : : "m"(bytes[at]) : "memory");
#else
    asm volatile("dc civac, %0" : : "r"(&bytes[at]) : "memory");
#endif
  }
  if (!bytes.empty()) {
#if defined(__x86_64__)
    asm volatile("clflush %0\n\tmfence" : : "m"(bytes.back()) : "memory");
#else
    asm volatile("dc civac, %0\n\tdsb sy" : : "r"(&bytes.back()) : "memory");
#endif
  }
#else
  throw Error("a program cannot flush the caches of this processor");
#endif
}

}  // namespace strobe::kernels::memory
