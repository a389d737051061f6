// SPDX-License-Identifier: BSD-3-Clause
// Compiled with -O0.
#include "kernels/memory/plain_loops.hpp"

namespace strobe::kernels::memory {
namespace o0 {

template <class T, AccessPattern pattern>
struct Make {
  static double loop(const Streams& streams, std::int64_t passes) {
    return plain_loop<T, pattern>(streams, passes);
  }
};

}  // namespace o0

Loop plain_o0(AccessPattern pattern, ElementType element) {
  return loop_of<o0::Make>(pattern, element);
}

}  // namespace strobe::kernels::memory
