// SPDX-License-Identifier: BSD-3-Clause
//
// Calls that set or copy memory: the C library's, and the processor's string instructions. They
// have no element types.
#include <cstring>

#include "base/opaque.hpp"
#include "kernels/memory/loops.hpp"

namespace strobe::kernels::memory {
namespace {

/// The byte that memset writes.
int byte_of(const Streams& streams) { return static_cast<std::uint8_t>(streams.value); }

double set(const Streams& streams, std::int64_t passes) {
  base::repeat(passes, [&] { std::memset(streams.to, byte_of(streams), streams.bytes); });
  return 0.0;
}

double copy(const Streams& streams, std::int64_t passes) {
  base::repeat(passes, [&] { std::memcpy(streams.to, streams.from, streams.bytes); });
  return 0.0;
}

#if defined(__x86_64__)

double rep_stosb(const Streams& streams, std::int64_t passes) {
  base::repeat(passes, [&] {
    void* to = streams.to;
    std::size_t left = streams.bytes;
    asm volatile("rep stosb" : "+D"(to), "+c"(left) : "a"(byte_of(streams)) : "memory");
  });
  return 0.0;
}

double rep_movsb(const Streams& streams, std::int64_t passes) {
  base::repeat(passes, [&] {
    void* to = streams.to;
    const void* from = streams.from;
    std::size_t left = streams.bytes;
    asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(left) : : "memory");
  });
  return 0.0;
}

#endif

}  // namespace

Loop library(AccessPattern pattern) {
  if (pattern == AccessPattern::write) return set;
  if (pattern == AccessPattern::copy) return copy;
  return nullptr;
}

Loop string_instruction([[maybe_unused]] AccessPattern pattern) {
#if defined(__x86_64__)
  if (pattern == AccessPattern::write) return rep_stosb;
  if (pattern == AccessPattern::copy) return rep_movsb;
#endif
  return nullptr;
}

}  // namespace strobe::kernels::memory
