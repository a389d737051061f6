// SPDX-License-Identifier: BSD-3-Clause
//
// What is called to set or copy memory: the C library, and the processor's own instruction. They
// have no types.
#include <cstring>

#include "base/opaque.hpp"
#include "kernels/memory/loops.hpp"

namespace strobe::kernels::memory {
namespace {

/// The byte of which a vector of the register's value consists, as memset takes it.
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

Loop library(Pattern pattern) {
  if (pattern == Pattern::write) return set;
  if (pattern == Pattern::copy) return copy;
  return nullptr;
}

Loop string_instruction([[maybe_unused]] Pattern pattern) {
#if defined(__x86_64__)
  if (pattern == Pattern::write) return rep_stosb;
  if (pattern == Pattern::copy) return rep_movsb;
#endif
  return nullptr;
}

}  // namespace strobe::kernels::memory
