// SPDX-License-Identifier: BSD-3-Clause
#include "measure/core_watch.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
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

/// How short steps have been, so that the least of them is known. A single reading can be wrong,
/// where the clock was read beside an interrupt each time, so the least is what at least a
/// hundredth of all readings are below.
class Seen {
 public:
  void add(double step_cycles) {
    const double place = std::log(std::clamp(step_cycles, 0.1, 1000.0)) / std::log(width);
    ++counts_[static_cast<std::size_t>(std::lround(place) - lowest)];
    ++all_;
  }
  [[nodiscard]] double least() const {
    const int wanted = std::max(few, all_ / 100);
    int below = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      below += counts_[i];
      if (below >= wanted)
        return std::pow(width, static_cast<double>(lowest) + static_cast<double>(i));
    }
    return std::numeric_limits<double>::infinity();
  }

 private:
  static constexpr double width = 1.02;  // of a bin
  static constexpr int few = 3;
  static constexpr long lowest = -117;  // of 0.1
  static constexpr long highest = 349;  // of 1000
  std::array<int, highest - lowest + 1> counts_{};
  int all_ = 0;
};

/// Whether a step takes longer than it can on this core alone, as far as the thread has seen.
bool is_crowded(double step_cycles) {
  thread_local Seen seen;
  seen.add(step_cycles);
  return step_cycles > alone_factor * seen.least();
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
