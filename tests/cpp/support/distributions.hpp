// SPDX-License-Identifier: BSD-3-Clause
//
// Seeded samples of distributions with known medians, the same on every machine.
#pragma once

#include <cmath>
#include <cstddef>
#include <ostream>
#include <vector>

#include "base/random.hpp"
#include "base/statistics.hpp"

namespace strobe::testing {

/// A standard normal variable, from the inverse of its distribution.
inline double normal(base::Random& random) {
  // uniform() can be 0, where the inverse is not finite; half of its last digit is added.
  return base::normal_quantile(random.uniform() + 0x1p-54);
}

/// A distribution of times.
struct Distribution {
  const char* name;
  double median;      ///< the true one
  double fair_error;  ///< a relative error that the median of a few hundred samples stays within
  double (*draw)(base::Random&);
};

inline void PrintTo(const Distribution& distribution, std::ostream* out) {
  *out << distribution.name;
}

/// Seven of ten samples are from the fast mode, so the median is its 5/7 quantile.
inline const double bimodal_median = std::exp(0.05 * base::normal_quantile(5.0 / 7.0));

inline const std::vector<Distribution> known_distributions{
    {"Normal", 10.0, 0.01, [](base::Random& random) { return 10.0 + normal(random); }},
    {"Lognormal", 1.0, 0.025, [](base::Random& random) { return std::exp(0.2 * normal(random)); }},
    {"Exponential", std::log(2.0), 0.15,
     [](base::Random& random) { return -std::log1p(-random.uniform()); }},
    {"Bimodal", bimodal_median, 0.01,
     [](base::Random& random) {
       // The modes are so far apart that no sample of the slow mode is below the median.
       const double mode = random.uniform() < 0.7 ? 1.0 : 3.0;
       return mode * std::exp(0.05 * normal(random));
     }},
};

/// A first-order autoregressive sequence of standard normal variables.
inline std::vector<double> autoregressive(std::size_t n, double correlation, base::Random& random) {
  std::vector<double> values(n);
  double previous = normal(random);
  for (double& value : values) {
    value = correlation * previous + std::sqrt(1.0 - correlation * correlation) * normal(random);
    previous = value;
  }
  return values;
}

}  // namespace strobe::testing
