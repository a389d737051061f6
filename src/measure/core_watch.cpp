// SPDX-License-Identifier: BSD-3-Clause
#include "measure/core_watch.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/clock.hpp"
#include "base/opaque.hpp"
#include "measure/port_filling.hpp"

namespace strobe::measure {
namespace {

/// The clock's own steps stay under this part of it while nothing happens.
constexpr double steady = 0.02;

/// `turns` times eight instructions, each of which needs the one before it.
[[maybe_unused]] void chain(std::int64_t turns) {
  std::uint64_t value = 1;
  base::repeat(turns, [&] {
#if defined(__x86_64__)
    asm volatile(
        "imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0\n\t"
        "imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0"
        : "+r"(value));
#elif defined(__aarch64__)
    asm volatile(
        "add %0, %0, %0\n\tadd %0, %0, %0\n\tadd %0, %0, %0\n\tadd %0, %0, %0\n\t"
        "add %0, %0, %0\n\tadd %0, %0, %0\n\tadd %0, %0, %0\n\tadd %0, %0, %0"
        : "+r"(value));
#endif
    base::opaque(value);
  });
}

// A multiplication of 64 bits takes 3 cycles on every x86-64 since 2008 (Nehalem, Zen), an addition
// of registers one on every Arm.
#if defined(__x86_64__)
constexpr double cycles_each = 3.0;
#elif defined(__aarch64__)
constexpr double cycles_each = 1.0;
#else
constexpr double cycles_each = 0.0;
#endif
constexpr double cycles = 12000.0;

/// Three goes of some 1,500 cycles; the first one also fetches what the region drove from the
/// caches.
constexpr int goes = 3;
constexpr std::uint64_t steps = 250;

/// Seconds for a step of work that a neighbour slows.
double step_s() {
  double least_s = std::numeric_limits<double>::infinity();
  for (int i = 0; i < goes; ++i) least_s = std::min(least_s, port_filling_step_s(steps));
  return least_s;
}

/// Whether a step takes longer than it can on this core alone, as far as the process has seen.
bool is_crowded(double step_cycles) {
  static std::atomic<double> least = std::numeric_limits<double>::infinity();
  least = std::min(least.load(), step_cycles);
  return step_cycles > alone_factor * least;
}

rusage counted() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage;
}

}  // namespace

double core_hz(double clock_s) {
  if constexpr (cycles_each == 0.0) {
    return 0.0;
  } else {
    const auto begin = base::monotonic_now();
    chain(static_cast<std::int64_t>(cycles / (8.0 * cycles_each)));
    return cycles / (base::to_seconds(base::monotonic_now() - begin) - clock_s);
  }
}

CoreWatch::CoreWatch(double clock_s, Company company)
    : clock_s_(clock_s),
      company_(company),
      hz_(core_hz(clock_s)),
      step_s_(company == Company::none ? step_s() : 0.0),
      cpu_(sched_getcpu()),
      counted_(counted()) {}

CoreFacts CoreWatch::end() const {
  const rusage now = counted();
  const bool stayed = sched_getcpu() == cpu_;
  const double hz = core_hz(clock_s_);
  const bool interrupted = now.ru_nivcsw != counted_.ru_nivcsw;
  const bool faulted = now.ru_minflt != counted_.ru_minflt || now.ru_majflt != counted_.ru_majflt;
  const bool changed = std::abs(hz - hz_) > steady * hz_;
  CoreFacts facts{.hz = (hz_ + hz) / 2.0,
                  .disturbed = !stayed || interrupted || faulted || changed};
  // A clock that was read wrongly would make steps seem shorter than any can be.
  if (!facts.disturbed && company_ == Company::none) {
    facts.disturbed = is_crowded(facts.hz * std::max(step_s_, step_s()));
  }
  return facts;
}

}  // namespace strobe::measure
