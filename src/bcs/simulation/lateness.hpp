// SPDX-License-Identifier: BSD-3-Clause
//
// How late is what is late by chance: five shapes of one mean. Nothing is early.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/random.hpp"

namespace strobe::bcs::simulation {

enum class Spread : std::uint8_t {
  exponential,
  normal,   ///< about its mean, of which it differs by a third; cut off at nothing and at twice it
  uniform,  ///< from nothing to twice the mean
  lognormal,  ///< whose logarithm has a deviation of one
  pareto,     ///< of the second kind: most is hardly late, and some is very late; exponent 2.5
};

/// Of mean 1. A seed gives the same draws on every machine, but for the last bit of what its C
/// library takes for a logarithm.
[[nodiscard]] double lateness(Spread spread, base::Random& random);

/// Their names, in the order of their declaration.
[[nodiscard]] const std::vector<std::string_view>& spreads();

/// Throws strobe::Error with the names that there are.
[[nodiscard]] Spread spread_named(std::string_view name);

}  // namespace strobe::bcs::simulation
