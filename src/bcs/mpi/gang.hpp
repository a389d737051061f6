// SPDX-License-Identifier: BSD-3-Clause
//
// This process as a part of a job that shares its hosts with other jobs (--share).
#pragma once

#include <chrono>
#include <memory>

#include "bcs/runtime/gang_scheduler.hpp"
#include "bcs/runtime/segment.hpp"
#include "bcs/runtime/slot_rows.hpp"

namespace strobe::bcs::mpi {

class Gang {
 public:
  /// Collective over all ranks. One process of each host claims the row of the job, which is the
  /// same on all hosts. Null on all ranks if no row is free on all hosts. Throws strobe::Error if
  /// the system refuses what this process needs.
  [[nodiscard]] static std::unique_ptr<Gang> join();

  /// From now on this process runs in slots of the job. `cores` are those of the ranks in
  /// `segment`, which outlives this object.
  void start(runtime::Segment& segment, int cores);

  /// How long this process was stopped so far. Async-signal-safe.
  [[nodiscard]] std::chrono::nanoseconds stopped() const { return scheduler_->stopped(); }

 private:
  Gang() = default;

  runtime::SlotRows rows_;
  int row_ = 0;
  bool has_claimed_ = false;
  std::unique_ptr<runtime::GangScheduler> scheduler_;
};

}  // namespace strobe::bcs::mpi
