// SPDX-License-Identifier: BSD-3-Clause
//
// Whether the other ranks of the node are still there. Most launchers end a job of which a rank was
// killed; where one does not, those who wait for that rank would do so for ever.
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

  /// Is told of a rank whose process has ended before its part was over, and whether this rank is
  /// the first to notice. Does not come back.
  using Lost = void (*)(int member, bool is_first);

  /// From now on `lost` is told. All ranks are there when this is called; of one whose process this
  /// one does not see nothing is known. A rank that ends while it holds a lock of the segment is
  /// lost, too, even if it takes no further part: nobody can go on without the lock.
  void watch(Lost lost);
  /// Who sleeps looks now and then.
  void check();

  static constexpr std::chrono::milliseconds poll_interval{500};

 private:
  void lose_process(pid_t pid);
  void lose(int member);

  Segment& segment_;
  int own_;
  Lost lost_ = nullptr;
  std::vector<int> visible_;
  std::chrono::nanoseconds looked_{0};
};

}  // namespace strobe::bcs::runtime
