// SPDX-License-Identifier: BSD-3-Clause
// Compiled with -O3: the loops for this processor, and the hand-tuned loops for the baseline
// processor.
#include "base/instruction_sets.hpp"
#include "kernels/memory/plain_loops.hpp"

namespace strobe::kernels::memory {
namespace o3 {

template <class T, AccessPattern pattern>
struct Baseline {
  static double loop(const Streams& streams, std::int64_t passes) {
    return plain_loop<T, pattern>(streams, passes);
  }
};

template <class T, AccessPattern pattern>
struct Unrolled {
  static double loop(const Streams& streams, std::int64_t passes) {
    return unrolled_loop<T, pattern>(streams, passes);
  }
};

#if defined(__x86_64__)

template <class T, AccessPattern pattern>
struct Avx2 {
  [[STROBE_TARGET_AVX2]] static double loop(const Streams& streams, std::int64_t passes) {
    return plain_loop<T, pattern>(streams, passes);
  }
};

template <class T, AccessPattern pattern>
struct Avx512 {
  [[STROBE_TARGET_AVX512]] static double loop(const Streams& streams, std::int64_t passes) {
    return plain_loop<T, pattern>(streams, passes);
  }
};

#endif

}  // namespace o3

Loop plain_o3(AccessPattern pattern, ElementType element, [[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::avx512) return loop_of<o3::Avx512>(pattern, element);
  if (isa == Isa::avx2) return loop_of<o3::Avx2>(pattern, element);
#endif
  return loop_of<o3::Baseline>(pattern, element);
}

Loop unrolled(AccessPattern pattern, ElementType element) {
  return loop_of<o3::Unrolled>(pattern, element);
}

}  // namespace strobe::kernels::memory
