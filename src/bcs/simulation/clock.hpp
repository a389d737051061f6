// SPDX-License-Identifier: BSD-3-Clause
//
// A clock with drift, in four shapes. A rate is the time that it gains per unit of time.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/random.hpp"

namespace strobe::bcs::simulation {

enum class Drift : std::uint8_t {
  constant,     ///< a fixed rate
  linear,       ///< the rate grows by the same amount in each period: an ageing quartz
  periodic,     ///< the rate is a sine with this period: day and night
  random_walk,  ///< the rate takes a step of this size, either way, in each period
};

class Clock {
 public:
  /// The limit of the rate. A growing rate stops there, and a random walk turns back.
  static constexpr double highest_rate = 0.5;

  /// `rate` is between the lowest and the highest rate; `period_s` is above 0.
  Clock(Drift drift, double rate, double period_s, std::uint64_t seed);

  [[nodiscard]] double rate_at(double at_s);
  /// The time that the clock has gained at time `at_s`.
  [[nodiscard]] double gained_s(double at_s);
  /// The time that passes while the clock advances by `shown_s`.
  [[nodiscard]] double passes_s(double from_s, double shown_s);

 private:
  /// The rate of a random walk at the end of a period.
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

/// Throws strobe::Error with the known names.
[[nodiscard]] Drift drift_named(std::string_view name);

}  // namespace strobe::bcs::simulation
