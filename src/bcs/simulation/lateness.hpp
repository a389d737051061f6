// SPDX-License-Identifier: BSD-3-Clause
//
// Random delays in five shapes with one mean. No delay is negative.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/random.hpp"

namespace strobe::bcs::simulation {

enum class Spread : std::uint8_t {
  exponential,
  normal,     ///< standard deviation of a third of the mean; cut off at 0 and at twice the mean
  uniform,    ///< from 0 to twice the mean
  lognormal,  ///< the standard deviation of the logarithm is 1
  pareto,     ///< of the second kind, exponent 2.5: mostly short, and rarely very long
};

/// A delay with mean 1. A seed gives the same delays on every machine, up to the last bit of the
/// logarithm of its C library.
[[nodiscard]] double lateness(Spread spread, base::Random& random);

/// Their names, in the order of their declaration.
[[nodiscard]] const std::vector<std::string_view>& spreads();

/// Throws strobe::Error with the known names.
[[nodiscard]] Spread spread_named(std::string_view name);

}  // namespace strobe::bcs::simulation
