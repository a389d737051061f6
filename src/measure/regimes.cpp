// SPDX-License-Identifier: BSD-3-Clause
#include "measure/regimes.hpp"

#include <algorithm>
#include <cmath>

namespace strobe::measure {

Regimes::Regimes(const std::vector<double>& exchange_s) {
  for (const double each : exchange_s) speeds_.push_back({.exchange_s = each, .readings = 1});
}

Regimes::Classified Regimes::classify(double exchange_s) {
  const auto distance = [&](const Speed& speed) {
    return std::abs(std::log(exchange_s / speed.exchange_s));
  };
  const auto nearest = std::ranges::min_element(speeds_, {}, distance);
  if (nearest != speeds_.end() && distance(*nearest) < std::log(factor)) {
    // The centre follows the readings (their geometric mean), so that a first one at the edge of a
    // regime does not split it.
    ++nearest->readings;
    nearest->exchange_s *= std::pow(exchange_s / nearest->exchange_s, 1.0 / nearest->readings);
    return {static_cast<Regime>(nearest - speeds_.begin()), false};
  }
  speeds_.push_back({.exchange_s = exchange_s, .readings = 1, .visits = 0});
  return {static_cast<Regime>(speeds_.size()) - 1, true};
}

void Regimes::count_visit(Regime regime) {
  if (regime >= 0) ++speeds_.at(static_cast<std::size_t>(regime)).visits;
}

std::optional<Regime> Regimes::reference() const {
  constexpr double least_share = 0.1;
  double visits = 0.0;
  for (const Speed& speed : speeds_) visits += speed.visits;
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < speeds_.size(); ++i) {
    if (speeds_[i].visits == 0 || speeds_[i].visits < least_share * visits) continue;
    if (!best || speeds_[i].exchange_s < speeds_[*best].exchange_s) best = i;
  }
  if (!best) return std::nullopt;
  return static_cast<Regime>(*best);
}

}  // namespace strobe::measure
