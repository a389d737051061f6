// SPDX-License-Identifier: BSD-3-Clause
//
// When a cell has been measured well enough. A pure object: samples in, an answer out.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/statistics.hpp"

namespace strobe::measure {

struct Precision {
  double relative_error = 0.025;  ///< wanted half-width of the interval, as a part of the median
  double confidence = 0.95;
  std::size_t samples_min = 30;
  int visits_min = 3;  ///< stays at the cell that lie apart in time
};

class StoppingRule {
 public:
  explicit StoppingRule(const Precision& precision) : precision_(precision) {}

  void add_visit(std::span<const double> samples);

  [[nodiscard]] std::size_t samples() const { return samples_.size(); }
  [[nodiscard]] int visits() const { return visits_; }

  /// The median and its interval, widened where samples depend on their predecessors; none without
  /// samples.
  [[nodiscard]] std::optional<base::Interval> interval() const { return interval_with({}); }

  /// The same as if a visit with `more` samples had ended.
  [[nodiscard]] std::optional<base::Interval> interval_with(std::span<const double> more) const;

  /// Enough visits, enough samples, and an interval that is narrow enough.
  [[nodiscard]] bool satisfied() const;

  /// Enough samples and a narrow interval, with the samples of the visit that goes on.
  [[nodiscard]] bool precise_with(std::span<const double> more) const;

 private:
  Precision precision_;
  std::vector<double> samples_;  // in the order of their taking
  int visits_ = 0;
};

}  // namespace strobe::measure
