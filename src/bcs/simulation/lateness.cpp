// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/lateness.hpp"

#include <cmath>
#include <functional>
#include <numbers>

#include "base/named.hpp"

namespace strobe::bcs::simulation {

namespace {

/// Box-Muller transform; one of its two numbers is enough.
double standard_normal(base::Random& random) {
  const double radius = std::sqrt(-2.0 * std::log1p(-random.uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * random.uniform());
}

}  // namespace

double lateness(Spread spread, base::Random& random) {
  switch (spread) {
    case Spread::exponential:
      return -std::log1p(-random.uniform());
    case Spread::normal: {
      // Cut symmetrically, so that the mean stays.
      double drawn = 0.0;
      do drawn = 1.0 + standard_normal(random) / 3.0;
      while (drawn < 0.0 || drawn > 2.0);
      return drawn;
    }
    case Spread::uniform:
      return 2.0 * random.uniform();
    case Spread::lognormal:
      return std::exp(standard_normal(random) - 0.5);
    case Spread::pareto: {
      constexpr double exponent = 2.5;
      return (exponent - 1.0) * (std::pow(1.0 - random.uniform(), -1.0 / exponent) - 1.0);
    }
  }
  return 0.0;
}

const std::vector<std::string_view>& spreads() {
  static const std::vector<std::string_view> names{"exponential", "normal", "uniform", "lognormal",
                                                   "pareto"};
  return names;
}

Spread spread_named(std::string_view name) {
  const std::string_view& found = base::named(spreads(), std::identity(), name, "shape");
  return static_cast<Spread>(&found - spreads().data());
}

}  // namespace strobe::bcs::simulation
