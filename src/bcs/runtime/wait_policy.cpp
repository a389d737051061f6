// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/wait_policy.hpp"

#include <sched.h>

#include "base/clock.hpp"

namespace strobe::bcs::runtime {

namespace {

constexpr std::chrono::microseconds longest_of_own{100};

int own_cores() {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

}  // namespace

WaitPolicy wait_policy_of(const Options& options, int ranks) {
  const int cores = options.cores != 0 ? options.cores : own_cores();
  const bool has_own_core = ranks <= cores && !options.shares_cores;
  switch (options.waiting) {
    case Waiting::spin:
      return {.looks = 100'000, .yields = 10, .has_own_core = has_own_core};
    case Waiting::yield:
      return {.looks = 1, .yields = 100'000, .has_own_core = has_own_core};
    case Waiting::sleep:
      return {.looks = 1, .yields = 1, .has_own_core = has_own_core};
    case Waiting::automatic:
      break;
  }
  if (!has_own_core) {
    const std::chrono::microseconds attention(options.shares_cores ? 0 : 200);
    return {.looks = 20, .yields = 2, .attention = attention, .defers_to_other_processes = true};
  }
  return {.looks = 100,
          .yields = 10,
          .attention = std::chrono::milliseconds(3),
          .has_own_core = true,
          .defers_to_other_processes = true};
}

bool yield_core() {
  const std::chrono::nanoseconds given_away = base::monotonic_now();
  sched_yield();
  return base::monotonic_now() - given_away <= longest_of_own;
}

}  // namespace strobe::bcs::runtime
