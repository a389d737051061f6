// SPDX-License-Identifier: BSD-3-Clause
#include "measure/stopping_rule.hpp"

#include <algorithm>

namespace strobe::measure {

void StoppingRule::add_visit(std::span<const double> samples) {
  samples_.insert(samples_.end(), samples.begin(), samples.end());
  ++visits_;
}

std::optional<base::Interval> StoppingRule::interval_with(std::span<const double> more) const {
  std::vector<double> all = samples_;
  all.insert(all.end(), more.begin(), more.end());
  if (all.empty()) return std::nullopt;
  const double effective =
      base::effective_samples(static_cast<double>(all.size()), base::lag1_autocorrelation(all));
  std::ranges::sort(all);
  return base::median_interval_of_sorted(all, precision_.confidence, effective);
}

bool StoppingRule::precise_with(std::span<const double> more) const {
  if (samples_.size() + more.size() < precision_.samples_min) return false;
  const auto interval = interval_with(more);
  return interval && !interval->whole_range &&
         interval->relative_half_width() <= precision_.relative_error;
}

bool StoppingRule::satisfied() const {
  return visits_ >= precision_.visits_min && precise_with({});
}

}  // namespace strobe::measure
