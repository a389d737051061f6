// SPDX-License-Identifier: BSD-3-Clause
//
// A clock that goes wrong: how much it gains on the true time, in four shapes. A rate is what it
// gains as a part of the time that passes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/random.hpp"

namespace strobe::bcs::simulation {

enum class Drift : std::uint8_t {
  constant,     ///< one rate for ever
  linear,       ///< the rate grows by as much in each period: a quartz that ages
  periodic,     ///< the rate is a sine with this period: day and night
  random_walk,  ///< the rate takes a step of this size, either way, in each period
};

class Clock {
 public:
  /// Rates beyond this are those of a clock that is broken: a rate that grows stays there, and one
  /// that walks turns back.
  static constexpr double highest_rate = 0.5;

  /// `rate` is between both highest rates; `period_s` is above 0.
  Clock(Drift drift, double rate, double period_s, std::uint64_t seed);

  [[nodiscard]] double rate_at(double at_s);
  /// What it shows then, less what has passed.
  [[nodiscard]] double gained_s(double at_s);
  /// What passes, from then on, while it goes on by so much.
  [[nodiscard]] double passes_s(double from_s, double shown_s);

 private:
  /// Where a walk has come at the end of a period.
  struct Step {
    double rate;
    double gained_s;
  };
  const Step& step(std::size_t number);

  Drift drift_;
  double rate_;
  double period_s_;
  base::Random random_;
  std::vector<Step> steps_{{.rate = 0.0, .gained_s = 0.0}};
};

/// Their names, in the order of their declaration.
[[nodiscard]] const std::vector<std::string_view>& drifts();

/// Throws strobe::Error with the names that there are.
[[nodiscard]] Drift drift_named(std::string_view name);

}  // namespace strobe::bcs::simulation
