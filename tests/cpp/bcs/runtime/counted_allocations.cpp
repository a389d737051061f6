// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/counted_allocations.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
thread_local std::size_t allocations = 0;
// Below 0 if the thread has freed what others had allocated.
thread_local std::ptrdiff_t bytes_now = 0;
thread_local std::ptrdiff_t most_bytes = 0;

std::ptrdiff_t bytes_of(void* memory) {
  return static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
}
}  // namespace

// GCC believes that these replacements do not match each other.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

void* operator new(std::size_t bytes, const std::nothrow_t& /*returns_null*/) noexcept {
  ++allocations;
  void* const memory = std::malloc(bytes == 0 ? 1 : bytes);
  bytes_now += bytes_of(memory);
  most_bytes = std::max(most_bytes, bytes_now);
  return memory;
}
void* operator new(std::size_t bytes) {
  if (void* const memory = operator new(bytes, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  bytes_now -= bytes_of(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { operator delete(memory); }

namespace strobe::bcs::runtime::counted {

std::size_t allocations() { return ::allocations; }
std::ptrdiff_t bytes() { return bytes_now; }
std::ptrdiff_t most_bytes() { return ::most_bytes; }
void restart() { ::most_bytes = bytes_now; }

}  // namespace strobe::bcs::runtime::counted
