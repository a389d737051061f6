// SPDX-License-Identifier: BSD-3-Clause
//
// Observes a core while it runs a measured region: its clock rate, and whether something disturbed
// it. A time in cycles does not depend on the clock rate, and even on a busy machine enough samples
// are undisturbed.
#pragma once

#include <sys/resource.h>

namespace strobe::measure {

/// The clock rate of the calling core in Hz, from a chain of instructions of known latency; 0 on a
/// processor whose latencies are not known. Takes 12,000 cycles. `clock_s` is the cost of one
/// reading of the clock.
[[nodiscard]] double core_hz(double clock_s);

struct CoreFacts {
  double hz = 0.0;  ///< mean of before and after the region; 0 if unknown
  /// The thread was preempted, migrated or took a page fault, the clock rate changed, or work on
  /// the core's other hardware thread slowed it down.
  bool disturbed = false;
};

/// How many threads the measurement itself runs. With several, work on the core's other hardware
/// thread may be the measurement's own and is not reported as a disturbance.
enum class MeasuredThreads { one, several };

/// Observes the calling thread's core from construction to end(). The shortest step that this
/// thread ever saw is the reference for an undisturbed core.
class CoreWatch {
 public:
  CoreWatch(double clock_s, MeasuredThreads measured_threads);
  [[nodiscard]] CoreFacts end() const;

 private:
  double clock_s_;
  MeasuredThreads measured_threads_;
  double hz_;
  double step_s_;
  int cpu_;
  rusage usage_;
};

}  // namespace strobe::measure
