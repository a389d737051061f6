// SPDX-License-Identifier: BSD-3-Clause
//
// Statistics of samples whose distribution is not known: order statistics only. All functions are
// pure; none changes the unit of what it is given.
#pragma once

#include <span>
#include <vector>

namespace strobe::base {

/// A median with the interval that holds it with the given confidence.
struct Interval {
  double median = 0.0;
  double low = 0.0;
  double high = 0.0;
  bool whole_range = false;  ///< too few samples for ranks: low and high are minimum and maximum

  /// Half of the interval's width as a part of the median; infinite where the median is zero.
  [[nodiscard]] double relative_half_width() const;
};

/// Throws strobe::Error on an empty span, as every function here does.
[[nodiscard]] double median(std::span<const double> samples);

/// The value at part `p` in [0, 1] of the sorted samples, interpolated linearly.
[[nodiscard]] double quantile_of_sorted(std::span<const double> sorted, double p);

/// z such that a standard normal variable is below it with probability `p` (Acklam's rational
/// approximation with one Newton step; absolute error below 1e-12).
[[nodiscard]] double normal_quantile(double p);

/// The nonparametric interval of the median: the samples of (1-based) ranks
/// floor((n - z sqrt n) / 2) and ceil(1 + (n + z sqrt n) / 2), after Hoefler and Belli, "Scientific
/// Benchmarking of Parallel Computing Systems" (SC15), section 3.1.3. `effective` in (0, n] widens
/// it for samples that depend on each other; below 6 effective samples it is the whole range.
[[nodiscard]] Interval median_interval_of_sorted(std::span<const double> sorted, double confidence,
                                                 double effective);

[[nodiscard]] Interval median_interval(std::span<const double> samples, double confidence);

/// Correlation of each sample with the next, in the order of their taking; 0 below three samples
/// or where all are equal. Ranks are correlated rather than values, so that one wild sample cannot
/// hide or feign a dependence.
[[nodiscard]] double lag1_autocorrelation(std::span<const double> samples);

/// n (1 - r) / (1 + r) for positive r, n otherwise: the number of independent samples that are
/// worth n of a first-order autoregressive sequence (Zwiers and von Storch 1995).
[[nodiscard]] double effective_samples(double n, double lag1);

}  // namespace strobe::base
