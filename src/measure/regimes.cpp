// SPDX-License-Identifier: BSD-3-Clause
#include "measure/regimes.hpp"

#include <algorithm>
#include <cmath>

namespace strobe::measure {
namespace {

double distance(double exchange_s, double other_s) {
  return std::abs(std::log(exchange_s / other_s));
}

bool are_alike(double exchange_s, double other_s) {
  return distance(exchange_s, other_s) < std::log(Regimes::factor);
}

}  // namespace

Regimes::Regimes(const std::vector<SentinelReading>& earlier) {
  for (const SentinelReading& reading : earlier) {
    learn(reading.work_s);
    speeds_.push_back({.reading = reading});
  }
}

void Regimes::learn(double work_s) { least_work_s_ = std::min(least_work_s_, work_s); }

Regimes::Classified Regimes::classify(const SentinelReading& reading) {
  learn(reading.work_s);
  const bool shared = is_shared(reading.work_s);
  std::optional<std::size_t> nearest;
  const auto distance_to = [&](std::size_t i) {
    return distance(reading.exchange_s, speeds_[i].reading.exchange_s);
  };
  for (std::size_t i = 0; i < speeds_.size(); ++i) {
    if (is_shared(speeds_[i]) != shared) continue;
    if (!are_alike(reading.exchange_s, speeds_[i].reading.exchange_s)) continue;
    if (!nearest || distance_to(i) < distance_to(*nearest)) nearest = i;
  }
  if (!nearest) {
    speeds_.push_back({.reading = reading});
    return {static_cast<Regime>(speeds_.size()) - 1, true};
  }
  // The centre follows the readings (their geometric mean), so that a first one at the edge of a
  // regime does not split it.
  Speed& speed = speeds_[*nearest];
  double& centre_s = speed.reading.exchange_s;
  ++speed.readings;
  centre_s *= std::pow(reading.exchange_s / centre_s, 1.0 / speed.readings);
  return {static_cast<Regime>(*nearest), false};
}

Regime Regimes::between(Regime before, Regime after) const {
  if (before == after) return before;
  if (before < 0 || after < 0) return regime_disturbed;
  const Speed& one = speeds_.at(static_cast<std::size_t>(before));
  const Speed& other = speeds_.at(static_cast<std::size_t>(after));
  if (!are_alike(one.reading.exchange_s, other.reading.exchange_s)) return regime_disturbed;
  return is_shared(one) ? before : after;
}

void Regimes::count_visit(Regime regime) {
  if (regime >= 0) ++speeds_.at(static_cast<std::size_t>(regime)).visits;
}

bool Regimes::is_better(const Speed& one, const Speed& other) const {
  if (are_alike(one.reading.exchange_s, other.reading.exchange_s) &&
      is_shared(one) != is_shared(other)) {
    return is_shared(other);
  }
  return one.reading.exchange_s < other.reading.exchange_s;
}

std::optional<Regime> Regimes::reference() const {
  constexpr double least_share = 0.1;
  double visits = 0.0;
  for (const Speed& speed : speeds_) visits += speed.visits;
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < speeds_.size(); ++i) {
    if (speeds_[i].visits == 0 || speeds_[i].visits < least_share * visits) continue;
    if (!best || is_better(speeds_[i], speeds_[*best])) best = i;
  }
  if (!best) return std::nullopt;
  return static_cast<Regime>(*best);
}

}  // namespace strobe::measure
