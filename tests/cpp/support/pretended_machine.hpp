// SPDX-License-Identifier: BSD-3-Clause
//
// A simulated machine with its own clock, with a regime that changes at set times, and with known
// times of operations. A plan is run on it as LaunchRunner runs one on a real machine.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/random.hpp"
#include "measure/plan.hpp"
#include "measure/regimes.hpp"
#include "support/distributions.hpp"

namespace strobe::testing {

class PretendedMachine {
 public:
  /// Seconds of one operation of a cell at a speed (0 is the first).
  using Truth = std::function<double(const measure::Cell&, int speed)>;

  explicit PretendedMachine(Truth truth, std::uint64_t seed = 1)
      : truth_(std::move(truth)), random_(seed) {}

  /// The speed alternates between 0 and 1, each lasting for about so long.
  double speed_held_s = 1e9;
  double noise = 0.01;         ///< relative noise of one sample
  double sample_s = 1e-3;      ///< length of a sample, which has at least one operation
  double visit_cost_s = 2e-3;  ///< time of a visit in addition to its samples

  struct Visit {
    std::size_t index = 0;
    measure::Regime regime = measure::regime_unknown;
    std::size_t samples = 0;
    double slice_s = 0.0;
  };

  /// Visits cells until the plan has no next one; returns all visits in their order.
  std::vector<Visit> follow(measure::Plan& plan) {
    std::vector<Visit> visits;
    while (const auto index = plan.next(now_s_)) {
      pass(visit_cost_s);
      const measure::Regime before = regimes_.classify(sentinel()).regime;
      if (!plan.useful(*index, before)) {
        constexpr double pause_s = 0.05;
        pass(pause_s);
        plan.skipped_visit(pause_s);
        continue;
      }
      visits.push_back(visit(plan, *index, before));
    }
    return visits;
  }

  [[nodiscard]] double now_s() const { return now_s_; }
  /// The speed that belongs to a regime of the plan.
  [[nodiscard]] int speed_of(measure::Regime regime) const {
    return first_speed_ == 0 ? regime : 1 - regime;
  }
  [[nodiscard]] const measure::Regimes& regimes() const { return regimes_; }

 private:
  Visit visit(measure::Plan& plan, std::size_t index, measure::Regime before) {
    const double slice_s = plan.slice_s(index, now_s_);
    const double begin_s = now_s_;
    measure::Plan::VisitResult made;
    do {
      const double one_s = truth_(plan.cell(index), speed_) * std::exp(noise * normal(random_));
      made.time_s.push_back(one_s);
      pass(std::max(one_s, sample_s));
    } while (made.time_s.size() < 120 && now_s_ - begin_s < slice_s &&
             !plan.enough(index, before, made.time_s));
    made.elapsed_s = now_s_ - begin_s;
    made.regime = regimes_.between(before, regimes_.classify(sentinel()).regime);
    regimes_.count_visit(made.regime);
    plan.set_reference(regimes_.reference());
    plan.visited(index, made);
    return {index, made.regime, made.time_s.size(), slice_s};
  }

  /// The cores are never shared.
  measure::SentinelReading sentinel() {
    first_speed_ = first_speed_.value_or(speed_);
    const double reading = std::exp(0.2 * (random_.uniform() - 0.5));
    return {.exchange_s = (speed_ == 0 ? 45e-9 : 200e-9) * reading,
            .work_s = 1.8e-9,
            .least_work_s = 1.8e-9};
  }

  void pass(double time_s) {
    now_s_ += time_s;
    if (now_s_ < change_s_) return;
    if (change_s_ > 0.0) speed_ = 1 - speed_;
    change_s_ = now_s_ + speed_held_s * (0.5 + random_.uniform());
  }

  Truth truth_;
  base::Random random_;
  measure::Regimes regimes_;
  double now_s_ = 0.0;
  double change_s_ = 0.0;
  int speed_ = 0;
  std::optional<int> first_speed_;
};

}  // namespace strobe::testing
