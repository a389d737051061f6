// SPDX-License-Identifier: BSD-3-Clause
//
// What a core did while it ran a measured region: at which clock it ran, and whether anything came
// between. A figure in cycles stays when the clock changes, and a machine on which others work has
// enough moments in which they do not.
#pragma once

#include <sys/resource.h>

namespace strobe::measure {

/// Cycles a second of the core that calls it, from a chain of instructions of known latency; 0 on a
/// processor for which none is known. Takes 12,000 cycles. `clock_s` is what a reading of the clock
/// costs.
[[nodiscard]] double core_hz(double clock_s);

struct CoreFacts {
  double hz = 0.0;  ///< mean of before and after; 0 where it is not known
  /// The thread was interrupted, moved or had to wait for a page, the clock changed, or a neighbour
  /// on the core's other hardware thread slowed it.
  bool disturbed = false;
};

/// Who else may be at work in the region: whatever shares the core is a neighbour from outside only
/// where nothing else of the measurement runs.
enum class Company { none, members };

/// Looks at the calling thread's core when it is made and when it ends. What the core can do
/// without a neighbour is the best that the thread has seen.
class CoreWatch {
 public:
  CoreWatch(double clock_s, Company company);
  [[nodiscard]] CoreFacts end() const;

 private:
  double clock_s_;
  Company company_;
  double hz_;
  double step_s_;
  int cpu_;
  rusage counted_;
};

}  // namespace strobe::measure
