// SPDX-License-Identifier: BSD-3-Clause
//
// The loops over memory: their access patterns and their variants. CacheBench asks how good the
// compiler is, so the same loop exists as compilers optimise it, as tuned by hand like in the
// paper, from the C library, and at the limit of the core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/memory/isa.hpp"

namespace strobe::kernels::memory {

/// CacheBench, section 2.2, and the four functions of STREAM (McCalpin 1995).
enum class AccessPattern {
  read,    ///< register += memory[i]
  write,   ///< memory[i] = register
  modify,  ///< memory[i]++
  copy,    ///< memory[i] = other[i]
  scale,   ///< memory[i] = register * other[i]
  add,     ///< memory[i] = other[i] + third[i]
  triad    ///< memory[i] = other[i] + register * third[i]
};

inline constexpr AccessPattern patterns[] = {
    AccessPattern::read,  AccessPattern::write, AccessPattern::modify, AccessPattern::copy,
    AccessPattern::scale, AccessPattern::add,   AccessPattern::triad};

/// The number of vectors of a pattern.
[[nodiscard]] constexpr int streams_of(AccessPattern pattern) {
  switch (pattern) {
    case AccessPattern::add:
    case AccessPattern::triad:
      return 3;
    case AccessPattern::copy:
    case AccessPattern::scale:
      return 2;
    case AccessPattern::read:
    case AccessPattern::write:
    case AccessPattern::modify:
      break;
  }
  return 1;
}

/// How many times a pattern reads or writes an element; each direction counts (CacheBench, 2.2.3).
[[nodiscard]] constexpr int transfers_of(AccessPattern pattern) {
  return pattern == AccessPattern::modify ? 2 : streams_of(pattern);
}

enum class ElementType { float64, float32, int64, int32, int8 };

/// Calls `act` with a value of the C++ type of `element` and returns its result.
template <class Act>
auto with_element(ElementType element, Act&& act) {
  switch (element) {
    case ElementType::float64:
      return act(double{});
    case ElementType::float32:
      return act(float{});
    case ElementType::int64:
      return act(std::int64_t{});
    case ElementType::int32:
      return act(std::int32_t{});
    case ElementType::int8:
      break;
  }
  return act(std::int8_t{});
}

/// The variant of a loop.
enum class Code {
  tuned,        ///< the widest vectors, 8 or 16 independent operations at a time
  plain_o0,     ///< one element after the other, compiled without optimisation
  plain_o2,     ///< compiled with the usual optimisation for the baseline processor
  plain_o3,     ///< compiled with full optimisation for this processor
  unrolled,     ///< tuned by hand as in the paper: eight independent elements
  library,      ///< memset or memcpy
  string,       ///< the processor's string instruction, rep stosb or rep movsb
  nontemporal,  ///< stores that bypass the caches
};

/// The vectors of a pass. All begin on a 64-byte boundary and have `bytes` bytes, a multiple of the
/// loop's `granule_bytes`.
struct Streams {
  std::byte* to = nullptr;  ///< written, or read by a pattern that only reads
  const std::byte* from = nullptr;
  const std::byte* third = nullptr;
  std::size_t bytes = 0;
  double value = 0.0;  ///< the value in the register
};
/// Loops that handle a remainder or process eight elements at a time accept any multiple of the
/// fine granule, like CacheBench's sizes. The loops at the limit of a core process sixteen
/// registers of 64 bytes at a time.
inline constexpr std::size_t fine_granule_bytes = 64;
inline constexpr std::size_t coarse_granule_bytes = 1024;
[[nodiscard]] constexpr std::size_t granule_bytes(Code code) {
  return code == Code::tuned || code == Code::nontemporal ? coarse_granule_bytes
                                                          : fine_granule_bytes;
}

/// Runs `passes` passes over memory. A single pass of a read returns the sum, in the arithmetic of
/// the element; other results have no meaning.
using Loop = double (*)(const Streams& streams, std::int64_t passes);

// The loop of each variant; null if there is none.
[[nodiscard]] Loop plain_o0(AccessPattern pattern, ElementType element);
[[nodiscard]] Loop plain_o2(AccessPattern pattern, ElementType element);
[[nodiscard]] Loop plain_o3(AccessPattern pattern, ElementType element, Isa isa);
[[nodiscard]] Loop unrolled(AccessPattern pattern, ElementType element);
[[nodiscard]] Loop tuned(AccessPattern pattern, ElementType element, Isa isa);
[[nodiscard]] Loop nontemporal(AccessPattern pattern, ElementType element, Isa isa);
[[nodiscard]] Loop library(AccessPattern pattern);
[[nodiscard]] Loop string_instruction(AccessPattern pattern);

/// The loop of the given variant.
[[nodiscard]] Loop find_loop(AccessPattern pattern, Code code, ElementType element, Isa isa);

[[nodiscard]] std::string_view code_name(Code code);
[[nodiscard]] std::string_view element_name(ElementType element);
inline constexpr ElementType elements[] = {ElementType::float64, ElementType::float32,
                                           ElementType::int64, ElementType::int32,
                                           ElementType::int8};
/// The variants of a pattern; the first is the default. A suite may name each of them on every
/// processor, so variants that this processor cannot execute are included.
[[nodiscard]] std::vector<Code> codes_of(AccessPattern pattern);

}  // namespace strobe::kernels::memory
