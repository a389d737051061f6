// SPDX-License-Identifier: BSD-3-Clause
#include "base/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>

#include "strobe/error.hpp"

namespace strobe::base {
namespace {

void need_samples(std::span<const double> samples) {
  if (samples.empty()) throw Error("a statistic needs at least one sample");
}

std::vector<double> sorted_copy(std::span<const double> samples) {
  std::vector<double> sorted(samples.begin(), samples.end());
  std::ranges::sort(sorted);
  return sorted;
}

template <std::size_t N>
double polynomial(const std::array<double, N>& coefficients, double x) {
  return std::accumulate(coefficients.begin(), coefficients.end(), 0.0,
                         [x](double sum, double c) { return sum * x + c; });
}

/// The rank of each sample; equal samples get the mean of their ranks.
std::vector<double> ranks_of(std::span<const double> samples) {
  std::vector<std::size_t> order(samples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return samples[i]; });
  std::vector<double> ranks(samples.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last < order.size() && samples[order[last]] == samples[order[first]]) ++last;
    const double shared = 0.5 * static_cast<double>(first + last - 1);
    for (std::size_t i = first; i < last; ++i) ranks[order[i]] = shared;
    first = last;
  }
  return ranks;
}

}  // namespace

double Interval::relative_half_width() const {
  if (median == 0.0) return std::numeric_limits<double>::infinity();
  return 0.5 * (high - low) / std::abs(median);
}

double quantile_of_sorted(std::span<const double> sorted, double p) {
  need_samples(sorted);
  const double position = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = position - static_cast<double>(below);
  return sorted[below] + part * (sorted[above] - sorted[below]);
}

double median(std::span<const double> samples) {
  need_samples(samples);
  return quantile_of_sorted(sorted_copy(samples), 0.5);
}

double normal_quantile(double p) {
  if (!(p > 0.0 && p < 1.0)) throw Error("a probability must lie between 0 and 1");
  // Near 1 a probability has few digits left, but 1 - p is exact; near 0 all digits are there.
  if (p > 0.5) return -normal_quantile(1.0 - p);
  constexpr std::array<double, 6> a{-3.969683028665376e+01, 2.209460984245205e+02,
                                    -2.759285104469687e+02, 1.383577518672690e+02,
                                    -3.066479806614716e+01, 2.506628277459239e+00};
  constexpr std::array<double, 6> b{-5.447609879822406e+01, 1.615858368580409e+02,
                                    -1.556989798598866e+02, 6.680131188771972e+01,
                                    -1.328068155288572e+01, 1.0};
  constexpr std::array<double, 6> c{-7.784894002430293e-03, -3.223964580411365e-01,
                                    -2.400758277161838e+00, -2.549732539343734e+00,
                                    4.374664141464968e+00,  2.938163982698783e+00};
  constexpr std::array<double, 5> d{7.784695709041462e-03, 3.224671290700398e-01,
                                    2.445134137142996e+00, 3.754408661907416e+00, 1.0};
  constexpr double tail = 0.02425;
  double z = 0.0;
  if (p < tail) {
    const double q = std::sqrt(-2.0 * std::log(p));
    z = polynomial(c, q) / polynomial(d, q);
  } else {
    const double q = p - 0.5;
    z = q * polynomial(a, q * q) / polynomial(b, q * q);
  }
  const double error = 0.5 * std::erfc(-z / std::numbers::sqrt2) - p;
  return z - error * std::sqrt(2.0 * std::numbers::pi) * std::exp(0.5 * z * z);
}

Interval median_interval_of_sorted(std::span<const double> sorted, double confidence,
                                   double effective) {
  need_samples(sorted);
  const auto n = static_cast<double>(sorted.size());
  Interval interval{.median = quantile_of_sorted(sorted, 0.5),
                    .low = sorted.front(),
                    .high = sorted.back(),
                    .whole_range = true};
  if (effective < 6.0) return interval;
  // The ranks for `effective` samples, scaled to the sorted sequence of all n samples.
  const double z = normal_quantile(0.5 + 0.5 * confidence);
  const double spread = z * std::sqrt(effective);
  const double low_rank = std::floor((effective - spread) / 2.0) * n / effective;
  const double high_rank = std::ceil(1.0 + (effective + spread) / 2.0) * n / effective;
  if (low_rank < 1.0 || high_rank > n) return interval;
  interval.low = sorted[static_cast<std::size_t>(std::floor(low_rank)) - 1];
  interval.high = sorted[static_cast<std::size_t>(std::ceil(high_rank)) - 1];
  interval.whole_range = false;
  return interval;
}

Interval median_interval(std::span<const double> samples, double confidence) {
  return median_interval_of_sorted(sorted_copy(samples), confidence,
                                   static_cast<double>(samples.size()));
}

double lag1_autocorrelation(std::span<const double> samples) {
  if (samples.size() < 3) return 0.0;
  const std::vector<double> ranks = ranks_of(samples);
  const double mean = 0.5 * static_cast<double>(ranks.size() - 1);
  double product = 0.0;
  double square = 0.0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    square += (ranks[i] - mean) * (ranks[i] - mean);
    if (i + 1 < ranks.size()) product += (ranks[i] - mean) * (ranks[i + 1] - mean);
  }
  return square > 0.0 ? product / square : 0.0;
}

double effective_samples(double n, double lag1) {
  if (lag1 <= 0.0) return n;
  return std::max(1.0, n * (1.0 - lag1) / (1.0 + lag1));
}

}  // namespace strobe::base
