// SPDX-License-Identifier: BSD-3-Clause
//
// How a rank waits: it spins, then yields its core, then sleeps. A spinning rank sees a message
// after 0.2 us. A sleeping rank sees it after 5 us, and on a virtual machine after 45 us, since the
// host has to wake its idle core. So a rank with a core of its own stays awake for much longer than
// that. A rank that shares its core sleeps soon: spinning would keep the core from the rank that it
// waits for.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "bcs/runtime/cpu_relax.hpp"
#include "bcs/runtime/options.hpp"

namespace strobe::bcs::runtime {

struct WaitPolicy {
  int spins = 1;        ///< polls before the rank yields its core
  int spin_rounds = 1;  ///< that often it spins and yields before it counts as blocked
  /// A blocked rank yields its core again and again for so long, and then sleeps.
  std::chrono::microseconds yields_when_blocked{0};
  bool has_own_core = false;
  bool defers_to_other_processes = false;  ///< sleeps at once if other processes want the core
};

/// How often a rank that sleeps or computes polls for what other nodes send, which wakes no thread.
inline constexpr std::chrono::microseconds shortest_poll_interval{50};
inline constexpr std::chrono::microseconds longest_poll_interval{800};
/// The same for a rank that has slept for so long: its polls take the cores of other ranks, and it
/// waits a few percent longer at most.
[[nodiscard]] inline std::chrono::nanoseconds poll_interval_after(std::chrono::nanoseconds slept) {
  return std::clamp<std::chrono::nanoseconds>(slept / 32, shortest_poll_interval,
                                              longest_poll_interval);
}

/// The policy of each of the `ranks` ranks of a node. With `polls_other_nodes` each poll is a
/// system call.
[[nodiscard]] WaitPolicy wait_policy_of(const Options& options, int ranks, bool polls_other_nodes);

/// Lets other threads have the core first. False if they had it for long, as processes of other
/// jobs do, each for milliseconds; a rank of this job soon waits itself. The kernel gives a core to
/// a rank that wakes from sleep before it returns to such processes.
bool yield_core();

/// The stages that a blocked rank goes through before it sleeps.
class WaitStages {
 public:
  /// With `polls_other_nodes` the rank polls in each stage. It does not spin then, since each poll
  /// is a system call, and it polls often before it looks at the time.
  WaitStages(const WaitPolicy& policy, bool polls_other_nodes)
      : spins_(polls_other_nodes ? 0 : policy.spins),
        first_yields_(polls_other_nodes ? least_polls_awake : 0),
        yields_for_(policy.yields_when_blocked) {}

  /// Spins or yields once. False when the rank has to sleep.
  bool stay_awake() {
    if (stage_ == Stage::spin && spins_-- > 0) {
      cpu_relax();
      return true;
    }
    return yield_or_sleep();
  }

 private:
  enum class Stage : std::uint8_t { spin, yield, sleep };
  static constexpr int least_polls_awake = 200;

  bool yield_or_sleep();

  Stage stage_ = Stage::spin;
  int spins_;
  int first_yields_;
  std::chrono::nanoseconds yields_for_;
  std::chrono::nanoseconds yields_until_{0};
};

}  // namespace strobe::bcs::runtime
