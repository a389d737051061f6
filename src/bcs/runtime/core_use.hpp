// SPDX-License-Identifier: BSD-3-Clause
//
// Whether a job uses its cores in its time slots. If it leaves some idle its slots are open to
// other jobs: what those lose when they are not scheduled together is less than what idle cores
// would cost (Frachtenberg and others, "Flexible CoScheduling", IPDPS 2003). Idle cores are looked
// at in some slots that other jobs keep out of, since a rank also waits for ranks whose cores
// others have.
#pragma once

namespace strobe::bcs::runtime {

class CoreUse {
 public:
  /// A slot of the job begins. Whether its idle cores are looked at.
  bool begin_slot() {
    const bool is_looked_at = slot_ == 0;
    if (is_looked_at) looks_ = idle_ = 0.0;
    return is_looked_at;
  }
  /// The part of the cores that is idle, from 0 to 1.
  void look(double idle_part) {
    idle_ += idle_part;
    looks_ += 1.0;
  }
  /// The slot ends. Whether the next one is open to other jobs.
  bool end_slot() {
    slot_ = (slot_ + 1) % slots_for_a_look;
    return slot_ != 0 && looks_ > 0.0 && idle_ / looks_ > most_idle;
  }

  /// One of so many slots is looked at.
  static constexpr int slots_for_a_look = 16;

 private:
  /// Two jobs of short messages took 3 to 12 % longer when the kernel scheduled their ranks
  /// (bench/results/gang_scheduling.md).
  static constexpr double most_idle = 0.1;

  int slot_ = 0;
  double looks_ = 0.0;
  double idle_ = 0.0;
};

}  // namespace strobe::bcs::runtime
