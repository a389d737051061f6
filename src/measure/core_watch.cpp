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

/// While nothing disturbs the core, its clock varies by less than this fraction.
constexpr double steady = 0.02;

/// `turns` times eight instructions, each of which depends on the one before it.
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

// A 64-bit multiplication takes 3 cycles on every x86-64 processor since 2008 (Nehalem, Zen); an
// addition of registers takes one cycle on every Arm processor.
#if defined(__x86_64__)
constexpr double cycles_each = 3.0;
#elif defined(__aarch64__)
constexpr double cycles_each = 1.0;
#else
constexpr double cycles_each = 0.0;
#endif
constexpr double cycles = 12000.0;

/// Three attempts of about 1,500 cycles. The first one also reloads the lines that the measured
/// region evicted from the caches.
constexpr int attempts = 3;
constexpr std::uint64_t steps = 250;

/// Seconds for a step of work that becomes slower if the other hardware thread is busy.
double step_s() {
  double least_s = std::numeric_limits<double>::infinity();
  for (int i = 0; i < attempts; ++i) least_s = std::min(least_s, port_filling_step_s(steps));
  return least_s;
}

/// A histogram of the lengths of steps, from which least() finds the shortest. A single reading can
/// be too short if an interrupt delayed a reading of the clock, so least() is the value below which
/// at least one hundredth of all readings lie.
class StepHistogram {
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
  static constexpr double width = 1.02;  // the ratio of two neighbouring bins
  static constexpr int few = 3;
  static constexpr long lowest = -117;  // the bin of 0.1 cycles
  static constexpr long highest = 349;  // the bin of 1000 cycles
  std::array<int, highest - lowest + 1> counts_{};
  int all_ = 0;
};

/// Whether a step took longer than on a core without a neighbour, judged by all steps of this
/// thread.
bool is_crowded(double step_cycles) {
  thread_local StepHistogram histogram;
  histogram.add(step_cycles);
  return step_cycles > neighbour_factor * histogram.least();
}

rusage thread_usage() {
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

CoreWatch::CoreWatch(double clock_s, MeasuredThreads measured_threads)
    : clock_s_(clock_s),
      measured_threads_(measured_threads),
      hz_(core_hz(clock_s)),
      step_s_(measured_threads == MeasuredThreads::one ? step_s() : 0.0),
      cpu_(sched_getcpu()),
      usage_(thread_usage()) {}

CoreFacts CoreWatch::end() const {
  const rusage now = thread_usage();
  const bool stayed = sched_getcpu() == cpu_;
  const double hz = core_hz(clock_s_);
  const bool interrupted = now.ru_nivcsw != usage_.ru_nivcsw;
  const bool faulted = now.ru_minflt != usage_.ru_minflt || now.ru_majflt != usage_.ru_majflt;
  const bool changed = std::abs(hz - hz_) > steady * hz_;
  CoreFacts facts{.hz = (hz_ + hz) / 2.0,
                  .disturbed = !stayed || interrupted || faulted || changed};
  // If the clock rate was measured wrongly, the step in cycles would be impossibly short.
  if (!facts.disturbed && measured_threads_ == MeasuredThreads::one) {
    facts.disturbed = is_crowded(facts.hz * std::max(step_s_, step_s()));
  }
  return facts;
}

}  // namespace strobe::measure
