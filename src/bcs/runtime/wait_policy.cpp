// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/wait_policy.hpp"

#include <sched.h>

#include "base/clock.hpp"

namespace strobe::bcs::runtime {

namespace {

/// A rank of this job keeps the core for less time than this before it waits.
constexpr std::chrono::microseconds longest_of_own_job{100};
/// A process that computes keeps it for a time slice, which is longer than this.
constexpr std::chrono::microseconds shortest_of_others{1000};
/// What else runs on a machine may have a core for long now and then. A process that computes has
/// it again within this time.
constexpr std::chrono::milliseconds soon{20};
constexpr std::chrono::milliseconds shortest_pause{50};
constexpr std::chrono::milliseconds longest_pause{800};

int own_cores() {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

}  // namespace

WaitPolicy wait_policy_of(const Options& options, int ranks, bool polls_other_nodes) {
  const int cores = options.cores != 0 ? options.cores : own_cores();
  const bool has_own_core = ranks <= cores && !options.do_nodes_share_cores;
  switch (options.waiting) {
    case Waiting::spin:
      return {.spins = 100'000, .spin_rounds = 10, .has_own_core = has_own_core};
    case Waiting::yield:
      return {.spins = 1, .spin_rounds = 100'000, .has_own_core = has_own_core};
    case Waiting::sleep:
      return {.has_own_core = has_own_core};
    case Waiting::automatic:
      break;
  }
  if (!has_own_core) {
    return {.spins = polls_other_nodes ? 4 : 20,
            .spin_rounds = polls_other_nodes ? 10 : 2,
            .yields_when_blocked = std::chrono::microseconds(200),
            .defers_to_other_processes = true,
            .may_pause_yields = true};
  }
  // A poll of other nodes takes a microsecond. What the rank waits for may need this core: the
  // kernel's network, or a rank that a host of one machine has on the same core.
  return {.spins = polls_other_nodes ? 4 : 100,
          .spin_rounds = polls_other_nodes ? 250 : 10,
          .yields_when_blocked = std::chrono::milliseconds(3),
          .rounds_without_yield = 10,
          .has_own_core = true,
          .defers_to_other_processes = true,
          .may_pause_yields = !polls_other_nodes};
}

bool SharedCore::is_paused() const { return base::monotonic_now() < paused_until_; }

bool SharedCore::yield() {
  const std::chrono::nanoseconds began = base::monotonic_now();
  if (began < paused_until_) return false;
  sched_yield();
  const std::chrono::nanoseconds now = base::monotonic_now();
  if (now - began <= longest_of_own_job) return true;
  if (!may_pause_ || now - began < shortest_of_others) return false;
  const bool is_still_shared = pause_.count() != 0 && began - paused_until_ < soon;
  if (is_still_shared) {
    pause_ = std::min<std::chrono::nanoseconds>(2 * pause_, longest_pause);
  } else {
    pause_ = began - last_long_ < soon ? shortest_pause : std::chrono::nanoseconds(0);
  }
  paused_until_ = now + pause_;
  last_long_ = now;
  return false;
}

/// Another process wants the core.
void WaitStages::sleep_soon() {
  if (!core_.is_paused() || rounds_without_yield_-- <= 0) {
    stage_ = Stage::sleep;
  } else if (spins_in_round_ != 0) {
    stage_ = Stage::spin;
    spins_ = spins_in_round_;
  }
}

bool WaitStages::yield_or_sleep() {
  if (stage_ == Stage::spin) {
    stage_ = Stage::yield;
    if (yields_until_.count() == 0) yields_until_ = base::monotonic_now() + yields_for_;
  }
  if (stage_ == Stage::yield && first_yields_ > 0) {
    --first_yields_;
    if (!core_.yield() && core_.is_paused()) sleep_soon();
    return true;
  }
  if (stage_ == Stage::yield && yields_for_.count() != 0) {
    if (!core_.yield()) {
      sleep_soon();
    } else if (base::monotonic_now() >= yields_until_) {
      stage_ = Stage::sleep;
    }
    return true;
  }
  stage_ = Stage::sleep;
  return false;
}

}  // namespace strobe::bcs::runtime
