// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/wait_policy.hpp"

#include <sched.h>

#include "base/clock.hpp"

namespace strobe::bcs::runtime {

namespace {

/// A rank of this job keeps the core for less time than this before it waits.
constexpr std::chrono::microseconds longest_of_own_job{100};

int own_cores() {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

}  // namespace

WaitPolicy wait_policy_of(const Options& options, int ranks, bool polls_other_nodes) {
  const int cores = options.cores != 0 ? options.cores : own_cores();
  const bool has_own_core = ranks <= cores;
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
            .defers_to_other_processes = true};
  }
  // A poll of other nodes takes a microsecond. What the rank waits for may need this core: the
  // kernel's network, or a rank that a host of one machine has on the same core.
  return {.spins = polls_other_nodes ? 4 : 100,
          .spin_rounds = polls_other_nodes ? 250 : 10,
          .yields_when_blocked = std::chrono::milliseconds(3),
          .has_own_core = true,
          .defers_to_other_processes = true};
}

bool yield_core() {
  const std::chrono::nanoseconds began = base::monotonic_now();
  sched_yield();
  return base::monotonic_now() - began <= longest_of_own_job;
}

bool WaitStages::yield_or_sleep() {
  if (stage_ == Stage::spin) {
    stage_ = Stage::yield;
    yields_until_ = base::monotonic_now() + yields_for_;
  }
  if (stage_ == Stage::yield && first_yields_ > 0) {
    --first_yields_;
    sched_yield();
    return true;
  }
  if (stage_ == Stage::yield && yields_for_.count() != 0) {
    if (!yield_core() || base::monotonic_now() >= yields_until_) stage_ = Stage::sleep;
    return true;
  }
  stage_ = Stage::sleep;
  return false;
}

}  // namespace strobe::bcs::runtime
