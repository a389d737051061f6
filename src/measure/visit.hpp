// SPDX-License-Identifier: BSD-3-Clause
//
// Takes the samples of one visit, on the first process: it times the first operations one by one,
// chooses the number of repetitions in a sample, and samples until the stopping rule or the time
// slice ends the visit.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/clock.hpp"
#include "base/statistics.hpp"
#include "measure/kernel.hpp"
#include "measure/plan.hpp"
#include "measure/recorder.hpp"
#include "measure/sampler.hpp"

namespace strobe::measure {

template <layer::MessageLayer L>
class Visit {
 public:
  /// A visit of the plan's cell `index`; a sample should take `sample_s`. `kernel` is this
  /// process's kernel, null if it is not a member.
  Visit(const Plan& plan, std::size_t index, Sampler<L>& sampler, Kernel* kernel, double sample_s)
      : plan_(plan),
        index_(index),
        cell_(plan.cell(index)),
        info_(*cell_.kernel),
        sampler_(sampler),
        kernel_(kernel),
        sample_s_(sample_s) {}

  /// Takes the samples of a visit in `regime` and stores them in `facts`. Returns the times of the
  /// first operations at the first visit.
  std::vector<double> take(Regime regime, VisitFacts& facts) {
    if (info_.is_once_per_launch) {
      keep(sample(1), facts);
      return {};
    }
    const double slice_s = plan_.slice_s(index_, facts.start_s);
    const auto begin = L::now();
    const auto elapsed_s = [begin] { return base::to_seconds(L::now() - begin); };
    std::vector<double> first;
    if (cell_.visits == 0) {
      while (first.size() < first_operations && (first.empty() || elapsed_s() < slice_s / 3)) {
        first.push_back(sampler_.take(kernel_, info_, cell_.key, 1).time_s);
      }
      facts.in_step = info_.is_answered && cell_.wanted_repetitions == 0 &&
                      first.back() < hides_its_start_s * info_.time_share;
      in_step_ = facts.in_step;
      facts.repetitions = choose_repetitions(first.back());
    } else {
      facts.in_step = in_step_ = cell_.in_step;
      facts.repetitions = cell_.repetitions;
      sample(facts.repetitions);  // warms the caches and wakes the partner; the sample is discarded
    }
    const std::int64_t switches_before = involuntary_switches();
    std::size_t next_look = 1;
    while (true) {
      const Sample taken = sample(facts.repetitions);
      if (taken.core.disturbed) {
        facts.disturbed_s.push_back(taken.time_s);
        if (facts.disturbed_s.size() >= samples_max || elapsed_s() >= slice_s) break;
        continue;
      }
      keep(taken, facts);
      if (facts.time_s.size() >= samples_max || elapsed_s() >= slice_s) break;
      if (facts.time_s.size() < next_look) continue;
      next_look = next_look + next_look / 4 + 1;
      if (plan_.enough(index_, regime, facts.time_s)) break;
    }
    facts.switches = involuntary_switches() - switches_before;
    if (is_collective()) {
      facts.after_barriers = take_after_barriers(base::median(facts.time_s));
    }
    return first;
  }

 private:
  static constexpr std::size_t first_operations = 10;
  static constexpr std::size_t samples_max = 120;
  // The timing after barriers gets a millisecond of a visit.
  static constexpr double after_barriers_s = 1e-3;
  static constexpr std::int64_t after_barriers_max = 200;
  // Over TCP the first message of a sample takes up to 20 microseconds longer than the next ones.
  // In an operation of this time and more that is below 1 %.
  static constexpr double hides_its_start_s = 5e-3;

  /// Older tools define another figure for these collectives.
  [[nodiscard]] bool is_collective() const {
    return info_.family == Family::collective && info_.timing == Timing::completion;
  }

  /// Whether the processes' own times are recorded, which older tools print.
  [[nodiscard]] bool has_local_times() const {
    return info_.timing == Timing::completion &&
           (info_.family == Family::collective || info_.family == Family::point_to_point);
  }

  void keep(const Sample& taken, VisitFacts& facts) const {
    if (taken.late) facts.late.push_back(facts.time_s.size());
    facts.time_s.push_back(taken.time_s);
    if (taken.core.hz > 0.0) facts.core_hz.push_back(taken.core.hz);
    if (!has_local_times()) return;
    facts.local_mean_s.push_back(taken.local_mean_s);
    facts.local_minimum_s.push_back(taken.local_minimum_s);
    facts.local_maximum_s.push_back(taken.local_maximum_s);
    facts.initiator_s.push_back(taken.initiator_s);
  }

  Sample sample(std::int64_t repetitions) {
    return sampler_.take(kernel_, info_, cell_.key, repetitions, in_step_);
  }

  AfterBarriers take_after_barriers(double operation_s) {
    const auto fit = static_cast<std::int64_t>(after_barriers_s / std::max(operation_s, 1e-9));
    const std::int64_t operations = std::clamp<std::int64_t>(fit, 1, after_barriers_max);
    return sampler_.take_after_barriers(kernel_, cell_.key,
                                        std::min(operations, info_.repetitions_max));
  }

  /// The requested number of operations, or as many as fill a sample. The first operations are
  /// slower than later ones, so the number is checked and increased.
  std::int64_t choose_repetitions(double operation_s) {
    if (cell_.wanted_repetitions > 0) {
      return std::clamp(cell_.wanted_repetitions, info_.repetitions_min, info_.repetitions_max);
    }
    const auto fit = [&](double one_s) {
      const double count = std::ceil(sample_s_ * info_.time_share / std::max(one_s, 1e-10));
      return std::clamp(static_cast<std::int64_t>(std::min(count, 1e15)), info_.repetitions_min,
                        info_.repetitions_max);
    };
    std::int64_t repetitions = fit(operation_s);
    for (int tries = 0; tries < 4; ++tries) {
      const std::int64_t better = fit(sample(repetitions).time_s);
      if (better <= repetitions) break;
      repetitions = better;
    }
    return repetitions;
  }

  static std::int64_t involuntary_switches() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nivcsw;
  }

  const Plan& plan_;
  std::size_t index_;
  const Cell& cell_;
  const KernelInfo& info_;
  Sampler<L>& sampler_;
  Kernel* kernel_;
  double sample_s_;
  bool in_step_ = false;
};

}  // namespace strobe::measure
