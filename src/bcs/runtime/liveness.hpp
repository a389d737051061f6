// SPDX-License-Identifier: BSD-3-Clause
//
// Checks whether the processes of the other ranks of the node still run. Most launchers end a job
// after one of its ranks was killed. With other launchers the ranks that wait for the lost rank
// would wait for ever.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <vector>

#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime {

/// Whether the process still runs: it has neither ended nor been killed.
[[nodiscard]] bool is_running(pid_t pid);

class Liveness {
 public:
  /// `own` is this rank's number in the segment.
  Liveness(Segment& segment, int own) : segment_(segment), own_(own) {}
  Liveness(const Liveness&) = delete;
  Liveness& operator=(const Liveness&) = delete;
  ~Liveness();

  /// Called with a rank whose process has ended before its part was complete, and whether this rank
  /// is the first to notice. It does not return.
  using Lost = void (*)(int member, bool is_first);

  /// From now on `check` calls `lost`. All ranks run when this is called; ranks whose processes
  /// this process cannot see are not checked. A rank that ends while it holds a lock of the segment
  /// is lost, too, even if it has departed: no rank can continue without the lock.
  void watch(Lost lost);
  /// A sleeping rank calls this periodically.
  void check();

  static constexpr std::chrono::milliseconds poll_interval{500};

 private:
  void lose_process(pid_t pid);
  void lose(int member);

  Segment& segment_;
  int own_;
  Lost lost_ = nullptr;
  std::vector<int> visible_;
  std::chrono::nanoseconds checked_{0};
};

}  // namespace strobe::bcs::runtime
