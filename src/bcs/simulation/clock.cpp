// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/clock.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "base/named.hpp"

namespace strobe::bcs::simulation {

Clock::Clock(Drift drift, double rate, double period_s, std::uint64_t seed)
    : drift_(drift), rate_(rate), period_s_(period_s), random_(seed) {}

const Clock::Step& Clock::step(std::size_t number) {
  while (steps_.size() <= number) {
    const Step last = steps_.back();
    // Uniform, with the required rate as its standard deviation.
    double next = last.rate + rate_ * std::numbers::sqrt3 * (2.0 * random_.uniform() - 1.0);
    if (std::abs(next) > highest_rate) next = std::copysign(2.0 * highest_rate, next) - next;
    steps_.push_back(
        {.rate = next, .gained_s = last.gained_s + 0.5 * (last.rate + next) * period_s_});
  }
  return steps_[number];
}

double Clock::rate_at(double at_s) {
  const double periods = at_s / period_s_;
  switch (drift_) {
    case Drift::constant:
      return rate_;
    case Drift::linear:
      return std::clamp(rate_ * periods, -highest_rate, highest_rate);
    case Drift::periodic:
      return rate_ * std::sin(2.0 * std::numbers::pi * periods);
    case Drift::random_walk: {
      // Linear between two steps, so that the rate has no jumps.
      const auto number = static_cast<std::size_t>(periods);
      const double part = periods - std::floor(periods);
      const double before = step(number).rate;
      return before + part * (step(number + 1).rate - before);
    }
  }
  return 0.0;
}

double Clock::gained_s(double at_s) {
  const double periods = at_s / period_s_;
  switch (drift_) {
    case Drift::constant:
      return rate_ * at_s;
    case Drift::linear: {
      const double growing = std::min(periods, highest_rate / std::abs(rate_));
      return (0.5 * growing * growing + growing * (periods - growing)) * rate_ * period_s_;
    }
    case Drift::periodic: {
      const double angle = 2.0 * std::numbers::pi * periods;
      return rate_ * period_s_ * (1.0 - std::cos(angle)) / (2.0 * std::numbers::pi);
    }
    case Drift::random_walk: {
      const double part = periods - std::floor(periods);
      const Step before = step(static_cast<std::size_t>(periods));
      return before.gained_s + 0.5 * (before.rate + rate_at(at_s)) * part * period_s_;
    }
  }
  return 0.0;
}

double Clock::passes_s(double from_s, double shown_s) {
  if (rate_ == 0.0) return shown_s;
  // The gain depends on the duration itself. Since no rate is above one half, each iteration at
  // least halves the error.
  constexpr int most_turns = 60;
  constexpr double good_enough = 1e-15;
  const double before_s = gained_s(from_s);
  double passes_s = shown_s;
  for (int turn = 0; turn < most_turns; ++turn) {
    const double last_s = passes_s;
    passes_s = shown_s - (gained_s(from_s + last_s) - before_s);
    if (std::abs(passes_s - last_s) <= good_enough * shown_s) break;
  }
  return passes_s;
}

const std::vector<std::string_view>& drifts() {
  static const std::vector<std::string_view> names{"constant", "linear", "periodic", "random-walk"};
  return names;
}

Drift drift_named(std::string_view name) {
  const std::string_view& found = base::named(drifts(), std::identity(), name, "shape");
  return static_cast<Drift>(&found - drifts().data());
}

}  // namespace strobe::bcs::simulation
