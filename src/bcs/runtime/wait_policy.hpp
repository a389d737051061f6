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
  /// Where it does not yield, since others want the core, it spins for as long as it would take to
  /// sleep and to be woken (Karlin, Li, Manasse and Owicki, "Empirical studies of competitive
  /// spinning for a shared-memory multiprocessor", 1991).
  int rounds_without_yield = 0;
  bool has_own_core = false;
  bool defers_to_other_processes = false;  ///< sleeps at once if other processes want the core
  /// What other nodes send wakes no rank, so that one with a core of its own goes on yielding.
  bool may_pause_yields = false;
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

/// The core of a rank, which processes of other jobs may want, too. Where they have it for long, a
/// yield costs a time slice of some milliseconds, and between such yields the rank uses up its
/// share of the core by polling. The kernel gives a core to a rank that wakes from sleep before it
/// returns to such processes, as long as the rank has some of its share left. So it pauses then:
/// it spins for a short time and sleeps, and yields again later.
class SharedCore {
 public:
  explicit SharedCore(const WaitPolicy& policy) : may_pause_(policy.may_pause_yields) {}

  /// Lets other threads have the core first. False if they had it for long, or in a pause.
  bool yield();
  [[nodiscard]] bool is_paused() const;

 private:
  bool may_pause_;
  std::chrono::nanoseconds last_long_{0};  ///< when another process last had the core for long
  std::chrono::nanoseconds paused_until_{0};
  std::chrono::nanoseconds pause_{0};  ///< the length of the last pause
};

/// The stages that a blocked rank goes through before it sleeps.
class WaitStages {
 public:
  /// With `polls_other_nodes` the rank polls in each stage. It does not spin then, since each poll
  /// is a system call, and it polls often before it looks at the time.
  WaitStages(const WaitPolicy& policy, SharedCore& core, bool polls_other_nodes)
      : core_(core),
        spins_(polls_other_nodes ? 0 : policy.spins),
        spins_in_round_(spins_),
        rounds_without_yield_(policy.rounds_without_yield),
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
  void sleep_soon();

  SharedCore& core_;
  Stage stage_ = Stage::spin;
  int spins_;
  int spins_in_round_;
  int rounds_without_yield_;
  int first_yields_;
  std::chrono::nanoseconds yields_for_;
  std::chrono::nanoseconds yields_until_{0};
};

}  // namespace strobe::bcs::runtime
