// SPDX-License-Identifier: BSD-3-Clause
#include "measure/port_filling.hpp"

#include "base/clock.hpp"
#include "base/opaque.hpp"

namespace strobe::measure {

double port_filling_step_s(std::uint64_t steps) {
  std::uint64_t a = 1;
  std::uint64_t b = 2;
  std::uint64_t c = 3;
  std::uint64_t d = 4;
  std::uint64_t e = 5;
  std::uint64_t f = 6;
  const auto begin = base::monotonic_now();
  // Six independent sums: more instructions are ready than a core has ports.
  for (std::uint64_t step = 0; step < steps; ++step) {
    a += b ^ step;
    b += c ^ step;
    c += d ^ step;
    d += e ^ step;
    e += f ^ step;
    f += a ^ step;
    a ^= a >> 3U;
    c ^= c >> 5U;
    e ^= e >> 7U;
    base::opaque(a);
  }
  return base::to_seconds(base::monotonic_now() - begin) / static_cast<double>(steps);
}

}  // namespace strobe::measure
