// SPDX-License-Identifier: BSD-3-Clause
//
// The stopping rule of a cell. A pure class: it gets samples and tells whether they are enough.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/statistics.hpp"

namespace strobe::measure {

struct Precision {
  double relative_error = 0.025;  ///< wanted half-width of the interval, relative to the median
  double confidence = 0.95;
  std::size_t samples_min = 30;
  int visits_min = 3;  ///< minimum number of visits
};

class StoppingRule {
 public:
  explicit StoppingRule(const Precision& precision) : precision_(precision) {}

  void add_visit(std::span<const double> samples);

  [[nodiscard]] std::size_t samples() const { return samples_.size(); }
  [[nodiscard]] int visits() const { return visits_; }

  /// The median and its confidence interval, widened if samples are autocorrelated; nothing without
  /// samples.
  [[nodiscard]] std::optional<base::Interval> interval() const { return interval_with({}); }

  /// The same as if a visit with the samples `more` had ended.
  [[nodiscard]] std::optional<base::Interval> interval_with(std::span<const double> more) const;

  /// Whether there are enough visits and samples, and the interval is narrow enough.
  [[nodiscard]] bool satisfied() const;

  /// Whether there are enough samples and the interval is narrow enough, with the samples `more` of
  /// the current visit.
  [[nodiscard]] bool precise_with(std::span<const double> more) const;

 private:
  Precision precision_;
  std::vector<double> samples_;  // in the order in which they were taken
  int visits_ = 0;
};

}  // namespace strobe::measure
