// SPDX-License-Identifier: BSD-3-Clause
//
// The loops that go through memory: what they do with it, how they are made, and which there are.
// CacheBench's question is whether the compiler is good, so the same loop stands beside itself, as
// compilers make it, as the paper tunes it by hand, as the C library has it, and at the limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/memory/isa.hpp"

namespace strobe::kernels::memory {

/// CacheBench, section 2.2, and the triad of STREAM.
enum class Pattern {
  read,    ///< register += memory[i]
  write,   ///< memory[i] = register
  modify,  ///< memory[i]++
  copy,    ///< memory[i] = other[i]
  triad    ///< memory[i] = other[i] + register * third[i]
};

inline constexpr Pattern patterns[] = {Pattern::read, Pattern::write, Pattern::modify,
                                       Pattern::copy, Pattern::triad};

/// How many vectors a pattern goes through.
[[nodiscard]] constexpr int streams_of(Pattern pattern) {
  return pattern == Pattern::triad ? 3 : pattern == Pattern::copy ? 2 : 1;
}

/// How many times it reads or writes an element; each direction counts (CacheBench, 2.2.3).
[[nodiscard]] constexpr int transfers_of(Pattern pattern) {
  return pattern == Pattern::modify ? 2 : streams_of(pattern);
}

enum class Element { float64, float32, int64, int32, int8 };

/// Gives back what `act` makes of a value of the type that `element` names.
template <class Act>
auto with_element(Element element, Act&& act) {
  switch (element) {
    case Element::float64:
      return act(double{});
    case Element::float32:
      return act(float{});
    case Element::int64:
      return act(std::int64_t{});
    case Element::int32:
      return act(std::int32_t{});
    case Element::int8:
      break;
  }
  return act(std::int8_t{});
}

/// How a loop is made.
enum class Code {
  tuned,        ///< the widest vectors, eight or sixteen independent at a time
  plain_o0,     ///< one element after the other, as the compiler makes it without optimising
  plain_o2,     ///< with its usual optimisation for the baseline processor
  plain_o3,     ///< with all of it, for this processor
  unrolled,     ///< the paper's tuning by hand: eight elements, each on its own
  library,      ///< memset or memcpy
  string,       ///< the processor's own instruction for it, rep stosb or rep movsb
  nontemporal,  ///< stores that go past the caches
};

/// The vectors of a pass. All begin on a 64-byte boundary and are `bytes` long, a multiple of the
/// loop's `granule_bytes`.
struct Streams {
  std::byte* to = nullptr;  ///< what is written, or read where nothing is
  const std::byte* from = nullptr;
  const std::byte* third = nullptr;
  std::size_t bytes = 0;
  double value = 0.0;  ///< what the register holds
};
/// Loops with a tail for the rest, and those that go on by eight elements, take vectors of any
/// multiple of this, as CacheBench's sizes are. The loops at the limit of a core go on by sixteen
/// registers of 64 bytes.
inline constexpr std::size_t fine_granule_bytes = 64;
inline constexpr std::size_t coarse_granule_bytes = 1024;
[[nodiscard]] constexpr std::size_t granule_bytes(Code code) {
  return code == Code::tuned || code == Code::nontemporal ? coarse_granule_bytes
                                                          : fine_granule_bytes;
}

/// Goes through memory `passes` times. A single pass of a read returns what it adds up to, in the
/// arithmetic of the element; nothing else returns anything of use.
using Loop = double (*)(const Streams& streams, std::int64_t passes);

// How each is made; null where there is no such loop.
[[nodiscard]] Loop plain_o0(Pattern pattern, Element element);
[[nodiscard]] Loop plain_o2(Pattern pattern, Element element);
[[nodiscard]] Loop plain_o3(Pattern pattern, Element element, Isa isa);
[[nodiscard]] Loop unrolled(Pattern pattern, Element element);
[[nodiscard]] Loop tuned(Pattern pattern, Element element, Isa isa);
[[nodiscard]] Loop nontemporal(Pattern pattern, Element element, Isa isa);
[[nodiscard]] Loop library(Pattern pattern);
[[nodiscard]] Loop string_instruction(Pattern pattern);

/// The one of them that is asked for.
[[nodiscard]] Loop find_loop(Pattern pattern, Code code, Element element, Isa isa);

[[nodiscard]] std::string_view code_name(Code code);
[[nodiscard]] std::string_view element_name(Element element);
inline constexpr Element elements[] = {Element::float64, Element::float32, Element::int64,
                                       Element::int32, Element::int8};
/// Those that a pattern has on the processors for which this was compiled; the first is usual.
[[nodiscard]] std::vector<Code> codes_of(Pattern pattern);

}  // namespace strobe::kernels::memory
