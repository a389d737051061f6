// SPDX-License-Identifier: BSD-3-Clause
//
// Statistics of samples with an unknown distribution: order statistics only. All functions are pure
// and keep the unit of their arguments.
#pragma once

#include <span>
#include <vector>

namespace strobe::base {

/// A median with its confidence interval.
struct Interval {
  double median = 0.0;
  double low = 0.0;
  double high = 0.0;
  bool whole_range =
      false;  ///< too few samples for an interval by ranks: low and high are minimum and maximum

  /// Half of the interval's width relative to the median; infinite if the median is zero.
  [[nodiscard]] double relative_half_width() const;
};

/// Throws strobe::Error if there is no sample, like every function here.
[[nodiscard]] double median(std::span<const double> samples);

/// The quantile `p` in [0, 1] of sorted samples, interpolated linearly.
[[nodiscard]] double quantile_of_sorted(std::span<const double> sorted, double p);

/// The z that a standard normal variable stays below with probability `p` (Acklam's rational
/// approximation with one Newton step; absolute error below 1e-12).
[[nodiscard]] double normal_quantile(double p);

/// The nonparametric confidence interval of the median: the samples of (1-based) ranks floor((n - z
/// sqrt n) / 2) and ceil(1 + (n + z sqrt n) / 2), after Hoefler and Belli, "Scientific Benchmarking
/// of Parallel Computing Systems" (SC15), section 3.1.3. `effective`, in (0, n], is the effective
/// sample size; it widens the interval if samples are autocorrelated. Below 6 effective samples the
/// interval is the whole range.
[[nodiscard]] Interval median_interval_of_sorted(std::span<const double> sorted, double confidence,
                                                 double effective);

[[nodiscard]] Interval median_interval(std::span<const double> samples, double confidence);

/// The lag-1 autocorrelation of samples in the order in which they were taken; 0 for fewer than
/// three samples or if all are equal. It is computed on ranks, so that one outlier neither hides
/// nor fakes a correlation.
[[nodiscard]] double lag1_autocorrelation(std::span<const double> samples);

/// The effective sample size of a first-order autoregressive sequence: n (1 - r) / (1 + r) for
/// positive r, otherwise n (Zwiers and von Storch 1995).
[[nodiscard]] double effective_samples(double n, double lag1);

}  // namespace strobe::base
