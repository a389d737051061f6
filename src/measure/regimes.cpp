// SPDX-License-Identifier: BSD-3-Clause
#include "measure/regimes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "measure/port_filling.hpp"

namespace strobe::measure {
namespace {

double distance(double exchange_s, double other_s) {
  return std::abs(std::log(exchange_s / other_s));
}

/// Whether they are the same but for a neighbour.
bool are_alike(const Regimes::Speed& one, const Regimes::Speed& other) {
  return distance(one.exchange_s, other.exchange_s) < std::log(Regimes::factor);
}

}  // namespace

Regimes::Regimes(std::vector<Speed> earlier) : speeds_(std::move(earlier)) {
  for (const Speed& speed : speeds_) {
    if (!speed.shared) learn(speed.work_s);
  }
}

Regimes::Classified Regimes::classify(const SentinelReading& reading) {
  learn(reading.least_work_s);
  const bool shared = reading.work_s > alone_factor * least_work_s_;
  const auto distance_to = [&](const Speed& speed) {
    return speed.shared == shared ? distance(reading.exchange_s, speed.exchange_s)
                                  : std::numeric_limits<double>::infinity();
  };
  const auto nearest = std::ranges::min_element(speeds_, {}, distance_to);
  if (nearest != speeds_.end() && distance_to(*nearest) < std::log(factor)) {
    // The centre follows the readings (their geometric mean), so that a first one at the edge of a
    // regime does not split it.
    ++nearest->readings;
    nearest->exchange_s *=
        std::pow(reading.exchange_s / nearest->exchange_s, 1.0 / nearest->readings);
    return {static_cast<Regime>(nearest - speeds_.begin()), false};
  }
  speeds_.push_back({.exchange_s = reading.exchange_s, .work_s = reading.work_s, .shared = shared});
  return {static_cast<Regime>(speeds_.size()) - 1, true};
}

Regime Regimes::between(Regime before, Regime after) const {
  if (before == after) return before;
  if (before < 0 || after < 0) return regime_disturbed;
  if (!are_alike(speed(before), speed(after))) return regime_disturbed;
  return speed(before).shared ? before : after;
}

void Regimes::count_visit(Regime regime) {
  if (regime >= 0) ++speeds_.at(static_cast<std::size_t>(regime)).visits;
}

std::optional<Regime> Regimes::reference() const {
  double visits = 0.0;
  for (const Speed& speed : speeds_) visits += speed.visits;
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < speeds_.size(); ++i) {
    const Speed& one = speeds_[i];
    double alike = 0.0;
    for (const Speed& other : speeds_) alike += are_alike(one, other) ? other.visits : 0.0;
    if (one.visits == 0 || alike < least_share * visits) continue;
    if (!one.shared && one.visits < least_share_alone * alike) continue;
    const bool is_better = best && are_alike(one, speeds_[*best])
                               ? !one.shared
                               : !best || one.exchange_s < speeds_[*best].exchange_s;
    if (is_better) best = i;
  }
  if (!best) return std::nullopt;
  return static_cast<Regime>(*best);
}

}  // namespace strobe::measure
