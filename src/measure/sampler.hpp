// SPDX-License-Identifier: BSD-3-Clause
//
// One sample: all processes of a group begin the measured region at an agreed instant, run it, and
// hand their first and last instant to the group's first process. A barrier alone never defines the
// start, since it releases processes one after the other.
#pragma once

#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.hpp"
#include "measure/core_watch.hpp"
#include "measure/global_clock.hpp"
#include "measure/kernel.hpp"
#include "measure/watchdog.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::measure {

struct SamplerOptions {
  base::Calibration calibration;
  bool yield = false;  ///< more processes than cores: give the core away while waiting
  std::chrono::milliseconds hang_after{20000};
};

/// Per operation, in seconds, the empty loop and the clock subtracted.
struct Sample {
  double time_s = 0.0;
  double local_mean_s =
      0.0;  ///< mean over the processes of the time each saw: what older tools print
  double local_minimum_s = 0.0;  ///< the shortest of them
  double initiator_s = 0.0;      ///< that of the process that initiates
  bool late = false;             ///< a process began after the agreed instant
  CoreFacts core;  ///< of kernels of the core: the mean clock, and whether any was disturbed
};

/// Who of a group does what.
struct Roles {
  std::size_t initiator = 0;  ///< the process whose clock counts where one does
  bool first_runs = true;     ///< the group's first process runs the kernel as the others do
};

template <layer::MessageLayer L>
class Sampler {
 public:
  Sampler(L& group, const GlobalClock& clock, Watchdog& watchdog, const SamplerOptions& options,
          const Roles& roles)
      : group_(group), clock_(clock), watchdog_(watchdog), options_(options), roles_(roles) {}

  /// First process only: one sample of `repetitions` operations; `kernel` is null where it only
  /// looks on.
  Sample take(Kernel* kernel, const KernelInfo& info, const std::string& cell,
              std::int64_t repetitions) {
    watchdog_.guard(cell, options_.hang_after);
    Signal signal{clock_.to_global(L::now().count()) + slack_ns_, repetitions, Signal::sample};
    group_.broadcast(detail::as_bytes(signal), layer::Rank{0});
    const std::vector<Told> told = run(kernel, signal);
    return reduce(told, info, signal);
  }

  /// First process only: `operations` as older tools time collectives, as the Intel MPI Benchmarks
  /// do by default: each between two readings of the local clock and after a barrier, the readings
  /// not subtracted. The mean over the operations and the processes, in seconds. It defines no
  /// start, since a barrier releases one process after the other, and is kept for continuity.
  double take_after_barriers(Kernel* kernel, const std::string& cell, std::int64_t operations) {
    watchdog_.guard(cell, options_.hang_after);
    Signal signal{0, operations, Signal::after_barriers};
    group_.broadcast(detail::as_bytes(signal), layer::Rank{0});
    const std::vector<Told> all = run_after_barriers(kernel, signal);
    double sum_ns = 0.0;
    double counting = 0.0;
    for (const Told& told : members_of(all)) {
      if (!told.counts) continue;
      sum_ns += static_cast<double>(told.counted.exit_ns - told.counted.entry_ns);
      counting += 1.0;
    }
    return 1e-9 * sum_ns / counting / static_cast<double>(operations);
  }

  /// First process only: releases the others from serve().
  void finish() {
    Signal over{0, 0, Signal::sample};
    group_.broadcast(detail::as_bytes(over), layer::Rank{0});
    watchdog_.rest();
  }

  /// The other processes: takes part in samples until the first calls finish().
  void serve(Kernel& kernel, const std::string& cell) {
    while (true) {
      watchdog_.guard(cell, options_.hang_after + std::chrono::seconds(2));
      Signal signal{};
      group_.broadcast(detail::as_bytes(signal), layer::Rank{0});
      if (signal.repetitions == 0) break;
      if (signal.kind == Signal::after_barriers) {
        run_after_barriers(&kernel, signal);
      } else {
        run(&kernel, signal);
      }
    }
    watchdog_.rest();
  }

 private:
  struct Signal {
    enum Kind : std::int64_t { sample, after_barriers };
    std::int64_t start_ns = 0;  ///< global time
    std::int64_t repetitions = 0;
    Kind kind = sample;
  };
  /// What a process tells the first of a sample, in global time.
  struct Told {
    std::int64_t begin_ns = 0;
    Region counted;
    bool counts = false;
    CoreFacts core = {};
  };

  static constexpr std::int64_t slack_min_ns = 3000;
  static constexpr std::int64_t slack_max_ns = 1000000;
  static constexpr std::int64_t late_ns = 1000;

  std::vector<Told> run(Kernel* kernel, const Signal& signal) {
    const std::int64_t start_ns = clock_.to_local(signal.start_ns);
    std::optional<CoreWatch> watch;
    if (kernel != nullptr && kernel->is_of_the_core()) {
      const int members = group_.size() - (roles_.first_runs ? 0 : 1);
      watch.emplace(options_.calibration.clock_s, members == 1 ? Company::none : Company::members);
    }
    while (L::now().count() < start_ns) {
      if (options_.yield) sched_yield();
    }
    const std::int64_t entry_ns = L::now().count();
    if (kernel != nullptr) kernel->run(signal.repetitions);
    const std::int64_t exit_ns = L::now().count();
    Told own{.begin_ns = clock_.to_global(entry_ns), .counted = {}, .counts = false};
    if (watch) own.core = watch->end();
    if (kernel != nullptr) own.core = kernel->core().value_or(own.core);
    if (kernel != nullptr) {
      if (const auto counted = kernel->counted({entry_ns, exit_ns})) {
        own.counted = {clock_.to_global(counted->entry_ns), clock_.to_global(counted->exit_ns)};
        own.counts = true;
      }
      kernel->settle();
    }
    return gathered(own);
  }

  /// The time between entry and exit is the sum of the operations' times.
  std::vector<Told> run_after_barriers(Kernel* kernel, const Signal& signal) {
    std::chrono::nanoseconds sum{0};
    bool counts = false;
    for (std::int64_t i = 0; i < signal.repetitions; ++i) {
      group_.barrier();
      if (kernel == nullptr) continue;
      const auto begin = L::now();
      kernel->run(1);
      const auto end = L::now();
      if (const auto counted = kernel->counted({begin.count(), end.count()})) {
        sum += std::chrono::nanoseconds(counted->exit_ns - counted->entry_ns);
        counts = true;
      }
      kernel->settle();
    }
    return gathered({.begin_ns = 0, .counted = {0, sum.count()}, .counts = counts});
  }

  std::vector<Told> gathered(const Told& own) {
    std::vector<Told> all(static_cast<std::size_t>(group_.size()));
    group_.gather(std::as_bytes(std::span(&own, 1)), std::as_writable_bytes(std::span(all)),
                  layer::Rank{0});
    return all;
  }

  [[nodiscard]] std::span<const Told> members_of(const std::vector<Told>& all) const {
    return std::span(all).subspan(roles_.first_runs ? 0 : 1);
  }

  Sample reduce(const std::vector<Told>& all, const KernelInfo& info, const Signal& signal) {
    std::int64_t first_entry = std::numeric_limits<std::int64_t>::max();
    std::int64_t last_exit = std::numeric_limits<std::int64_t>::min();
    std::int64_t last_begin = signal.start_ns;
    double local_sum_s = 0.0;
    double local_minimum_s = std::numeric_limits<double>::infinity();
    double counting = 0.0;
    CoreFacts core;
    for (const Told& told : members_of(all)) {
      last_begin = std::max(last_begin, told.begin_ns);
      if (!told.counts) continue;
      const Region& region = told.counted;
      first_entry = std::min(first_entry, region.entry_ns);
      last_exit = std::max(last_exit, region.exit_ns);
      const double local_s = 1e-9 * static_cast<double>(region.exit_ns - region.entry_ns);
      local_sum_s += local_s;
      local_minimum_s = std::min(local_minimum_s, local_s);
      counting += 1.0;
      core.hz += told.core.hz;
      core.disturbed = core.disturbed || told.core.disturbed;
    }
    const Region& initiating = all[roles_.initiator].counted;
    const std::int64_t initiating_ns = initiating.exit_ns - initiating.entry_ns;
    const std::int64_t elapsed_ns =
        info.timing == Timing::completion ? last_exit - first_entry : initiating_ns;
    const auto repetitions = static_cast<double>(signal.repetitions);
    const auto per_operation = [&](double elapsed_s) {
      const base::Calibration& cost = options_.calibration;
      return ((elapsed_s - cost.clock_s) / repetitions - cost.loop_s_per_operation) *
             info.time_share;
    };
    Sample sample;
    sample.time_s = per_operation(1e-9 * static_cast<double>(elapsed_ns));
    sample.local_mean_s = per_operation(local_sum_s / counting);
    sample.local_minimum_s = per_operation(local_minimum_s);
    sample.initiator_s = per_operation(1e-9 * static_cast<double>(initiating_ns));
    sample.late = static_cast<double>(last_begin - signal.start_ns) > late_ns + clock_.error_ns;
    core.hz /= counting;
    sample.core = core;
    adapt_slack(sample.late);
    return sample;
  }

  /// The agreed instant lies as near as lets everybody be there in time: a late process doubles the
  /// distance, and punctual ones shorten it slowly.
  void adapt_slack(bool late) {
    slack_ns_ = late ? slack_ns_ * 2 : slack_ns_ - slack_ns_ / 64;
    slack_ns_ = std::clamp(slack_ns_, slack_min_ns, slack_max_ns);
  }

  L& group_;
  const GlobalClock& clock_;
  Watchdog& watchdog_;
  const SamplerOptions& options_;
  Roles roles_;
  std::int64_t slack_ns_ = 5000;
};

}  // namespace strobe::measure
