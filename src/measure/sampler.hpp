// SPDX-License-Identifier: BSD-3-Clause
//
// Takes a sample: all processes of a group start the measured region at an agreed time, run it, and
// send their entry and exit times to the group's first process. A barrier alone never defines the
// start, because it releases processes one after the other.
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
  bool yield = false;  ///< more processes than cores: yield the core while waiting
  std::chrono::milliseconds hang_after{20000};
};

/// Per operation, in seconds, after subtraction of the empty loop and the clock.
struct Sample {
  double time_s = 0.0;
  double local_mean_s =
      0.0;  ///< mean of the times that each process measured; older tools print this
  double local_minimum_s = 0.0;  ///< the shortest of these times
  double local_maximum_s = 0.0;  ///< the longest of these times
  double initiator_s = 0.0;      ///< the time that the initiator measured
  bool late = false;             ///< a process started later than the agreed time
  CoreFacts core;  ///< core-bound kernels: the mean clock rate, and whether any core was disturbed
};

/// The roles of the processes of a group.
struct Roles {
  std::size_t initiator = 0;  ///< index of the process whose clock is used for Timing::initiator
  bool first_runs_kernel = true;  ///< whether the group's first process is a member of the kernel
};

template <layer::MessageLayer L>
class Sampler {
 public:
  Sampler(L& group, const GlobalClock& clock, Watchdog& watchdog, const SamplerOptions& options,
          const Roles& roles)
      : group_(group), clock_(clock), watchdog_(watchdog), options_(options), roles_(roles) {}

  /// First process only: takes one sample of `repetitions` operations. `kernel` is null if the
  /// first process is not a member. Where the sample is `in_step`, one operation comes before those
  /// that are timed.
  Sample take(Kernel* kernel, const KernelInfo& info, const std::string& cell,
              std::int64_t repetitions, bool in_step = false) {
    watchdog_.guard(cell, options_.hang_after);
    SampleStart start{clock_.to_global(L::now().count()) + slack_ns_, repetitions,
                      in_step ? SampleStart::sample_in_step : SampleStart::sample};
    group_.broadcast(detail::as_bytes(start), layer::Rank{0});
    const std::vector<MemberTimes> times = run(kernel, start);
    return reduce(times, info, start);
  }

  /// First process only: times collectives as older tools do, and as the Intel MPI Benchmarks do by
  /// default. Each of the `operations` starts after a barrier and is timed with the local clock,
  /// whose cost is not subtracted. The start is not well defined, because a barrier releases one
  /// process after the other; the figures exist for comparison only.
  AfterBarriers take_after_barriers(Kernel* kernel, const std::string& cell,
                                    std::int64_t operations) {
    watchdog_.guard(cell, options_.hang_after);
    SampleStart start{0, operations, SampleStart::after_barriers};
    group_.broadcast(detail::as_bytes(start), layer::Rank{0});
    const std::vector<MemberTimes> all = run_after_barriers(kernel, start);
    AfterBarriers result{.operations = operations,
                         .minimum_s = std::numeric_limits<double>::infinity()};
    double counting = 0.0;
    for (const MemberTimes& times : times_of_members(all)) {
      if (!times.is_timed) continue;
      const double own_s =
          1e-9 * static_cast<double>(times.timed_region.exit_ns - times.timed_region.entry_ns) /
          static_cast<double>(operations);
      result.mean_s += own_s;
      result.minimum_s = std::min(result.minimum_s, own_s);
      result.maximum_s = std::max(result.maximum_s, own_s);
      counting += 1.0;
    }
    result.mean_s /= counting;
    return result;
  }

  /// First process only: makes the other processes return from serve().
  void finish() {
    SampleStart over{0, 0, SampleStart::sample};
    group_.broadcast(detail::as_bytes(over), layer::Rank{0});
    watchdog_.rest();
  }

  /// The other processes: take part in samples until the first process calls finish().
  void serve(Kernel& kernel, const std::string& cell) {
    while (true) {
      watchdog_.guard(cell, options_.hang_after + std::chrono::seconds(2));
      SampleStart start{};
      group_.broadcast(detail::as_bytes(start), layer::Rank{0});
      if (start.repetitions == 0) break;
      if (start.kind == SampleStart::after_barriers) {
        run_after_barriers(&kernel, start);
      } else {
        run(&kernel, start);
      }
    }
    watchdog_.rest();
  }

 private:
  struct SampleStart {
    enum Kind : std::int64_t { sample, sample_in_step, after_barriers };
    std::int64_t start_ns = 0;  ///< global time
    std::int64_t repetitions = 0;
    Kind kind = sample;
  };
  /// The times of one process in a sample, in global time.
  struct MemberTimes {
    std::int64_t begin_ns = 0;
    TimedRegion timed_region;
    bool is_timed = false;
    CoreFacts core = {};
  };

  static constexpr std::int64_t slack_min_ns = 3000;
  static constexpr std::int64_t slack_max_ns = 1000000;
  static constexpr std::int64_t late_ns = 1000;

  std::vector<MemberTimes> run(Kernel* kernel, const SampleStart& start) {
    const std::int64_t start_ns = clock_.to_local(start.start_ns);
    std::optional<CoreWatch> watch;
    if (kernel != nullptr && kernel->is_core_bound()) {
      const int members = group_.size() - (roles_.first_runs_kernel ? 0 : 1);
      watch.emplace(options_.calibration.clock_s,
                    members == 1 ? MeasuredThreads::one : MeasuredThreads::several);
    }
    while (L::now().count() < start_ns) {
      if (options_.yield) sched_yield();
    }
    const std::int64_t begin_ns = L::now().count();
    std::int64_t entry_ns = begin_ns;
    if (kernel != nullptr && start.kind == SampleStart::sample_in_step) {
      kernel->run(1);
      entry_ns = L::now().count();
    }
    if (kernel != nullptr) kernel->run(start.repetitions);
    const std::int64_t exit_ns = L::now().count();
    MemberTimes own{.begin_ns = clock_.to_global(begin_ns), .timed_region = {}, .is_timed = false};
    if (watch) own.core = watch->end();
    if (kernel != nullptr) own.core = kernel->core_facts().value_or(own.core);
    if (kernel != nullptr) {
      if (const auto timed_region = kernel->timed_region({entry_ns, exit_ns})) {
        own.timed_region = {clock_.to_global(timed_region->entry_ns),
                            clock_.to_global(timed_region->exit_ns)};
        own.is_timed = true;
      }
      kernel->after_run();
    }
    return gather_times(own);
  }

  /// The time from entry to exit is the sum of the times of the operations.
  std::vector<MemberTimes> run_after_barriers(Kernel* kernel, const SampleStart& start) {
    std::chrono::nanoseconds sum{0};
    bool is_timed = false;
    for (std::int64_t i = 0; i < start.repetitions; ++i) {
      group_.barrier();
      if (kernel == nullptr) continue;
      const auto begin = L::now();
      kernel->run(1);
      const auto end = L::now();
      if (const auto timed_region = kernel->timed_region({begin.count(), end.count()})) {
        sum += std::chrono::nanoseconds(timed_region->exit_ns - timed_region->entry_ns);
        is_timed = true;
      }
      kernel->after_run();
    }
    return gather_times({.begin_ns = 0, .timed_region = {0, sum.count()}, .is_timed = is_timed});
  }

  std::vector<MemberTimes> gather_times(const MemberTimes& own) {
    std::vector<MemberTimes> all(static_cast<std::size_t>(group_.size()));
    group_.gather(std::as_bytes(std::span(&own, 1)), std::as_writable_bytes(std::span(all)),
                  layer::Rank{0});
    return all;
  }

  [[nodiscard]] std::span<const MemberTimes> times_of_members(
      const std::vector<MemberTimes>& all) const {
    return std::span(all).subspan(roles_.first_runs_kernel ? 0 : 1);
  }

  Sample reduce(const std::vector<MemberTimes>& all, const KernelInfo& info,
                const SampleStart& start) {
    std::int64_t first_entry = std::numeric_limits<std::int64_t>::max();
    std::int64_t last_exit = std::numeric_limits<std::int64_t>::min();
    std::int64_t last_begin = start.start_ns;
    double local_sum_s = 0.0;
    double local_minimum_s = std::numeric_limits<double>::infinity();
    double local_maximum_s = 0.0;
    double counting = 0.0;
    CoreFacts core;
    for (const MemberTimes& times : times_of_members(all)) {
      last_begin = std::max(last_begin, times.begin_ns);
      if (!times.is_timed) continue;
      const TimedRegion& region = times.timed_region;
      first_entry = std::min(first_entry, region.entry_ns);
      last_exit = std::max(last_exit, region.exit_ns);
      const double local_s = 1e-9 * static_cast<double>(region.exit_ns - region.entry_ns);
      local_sum_s += local_s;
      local_minimum_s = std::min(local_minimum_s, local_s);
      local_maximum_s = std::max(local_maximum_s, local_s);
      counting += 1.0;
      core.hz += times.core.hz;
      core.disturbed = core.disturbed || times.core.disturbed;
    }
    const TimedRegion& initiating = all[roles_.initiator].timed_region;
    const std::int64_t initiating_ns = initiating.exit_ns - initiating.entry_ns;
    const std::int64_t elapsed_ns =
        info.timing == Timing::completion ? last_exit - first_entry : initiating_ns;
    const auto repetitions = static_cast<double>(start.repetitions);
    const auto per_operation = [&](double elapsed_s) {
      const base::Calibration& cost = options_.calibration;
      return ((elapsed_s - cost.clock_s) / repetitions - cost.loop_s_per_operation) *
             info.time_share;
    };
    Sample sample;
    sample.time_s = per_operation(1e-9 * static_cast<double>(elapsed_ns));
    sample.local_mean_s = per_operation(local_sum_s / counting);
    sample.local_minimum_s = per_operation(local_minimum_s);
    sample.local_maximum_s = per_operation(local_maximum_s);
    sample.initiator_s = per_operation(1e-9 * static_cast<double>(initiating_ns));
    sample.late = static_cast<double>(last_begin - start.start_ns) > late_ns + clock_.error_ns;
    core.hz /= counting;
    sample.core = core;
    adapt_slack(sample.late);
    return sample;
  }

  /// Chooses how far in the future the agreed start lies. A late process doubles the distance;
  /// punctual ones shorten it slowly.
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
