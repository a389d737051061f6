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

/// Whether both have the same exchange time, with or without a shared core.
bool are_alike(const RegimeFacts& one, const RegimeFacts& other) {
  return distance(one.exchange_s, other.exchange_s) < std::log(Regimes::factor);
}

}  // namespace

Regimes::Regimes(std::vector<RegimeFacts> earlier) : regimes_(std::move(earlier)) {
  for (const RegimeFacts& facts : regimes_) {
    if (!facts.shared) note_least_work(facts.work_s);
  }
}

Regimes::Classification Regimes::classify(const SentinelReading& reading) {
  note_least_work(reading.least_work_s);
  const bool shared = reading.work_s > neighbour_factor * least_work_s_;
  const auto distance_to = [&](const RegimeFacts& facts) {
    return facts.shared == shared ? distance(reading.exchange_s, facts.exchange_s)
                                  : std::numeric_limits<double>::infinity();
  };
  const auto nearest = std::ranges::min_element(regimes_, {}, distance_to);
  if (nearest != regimes_.end() && distance_to(*nearest) < std::log(factor)) {
    // The centre is the geometric mean of the readings, so that a first reading at the edge of a
    // regime does not split it.
    ++nearest->readings;
    nearest->exchange_s *=
        std::pow(reading.exchange_s / nearest->exchange_s, 1.0 / nearest->readings);
    return {static_cast<Regime>(nearest - regimes_.begin()), false};
  }
  regimes_.push_back(
      {.exchange_s = reading.exchange_s, .work_s = reading.work_s, .shared = shared});
  return {static_cast<Regime>(regimes_.size()) - 1, true};
}

Regime Regimes::between(Regime before, Regime after) const {
  if (before == after) return before;
  if (before < 0 || after < 0) return regime_disturbed;
  if (!are_alike(facts(before), facts(after))) return regime_disturbed;
  return facts(before).shared ? before : after;
}

void Regimes::count_visit(Regime regime) {
  if (regime >= 0) ++regimes_.at(static_cast<std::size_t>(regime)).visits;
}

std::optional<Regime> Regimes::reference() const {
  double visits = 0.0;
  for (const RegimeFacts& facts : regimes_) visits += facts.visits;
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < regimes_.size(); ++i) {
    const RegimeFacts& one = regimes_[i];
    double visits_alike = 0.0;
    for (const RegimeFacts& other : regimes_)
      visits_alike += are_alike(one, other) ? other.visits : 0.0;
    if (one.visits == 0 || visits_alike < min_share * visits) continue;
    if (!one.shared && one.visits < min_share_undisturbed * visits_alike) continue;
    const bool is_better = best && are_alike(one, regimes_[*best])
                               ? !one.shared
                               : !best || one.exchange_s < regimes_[*best].exchange_s;
    if (is_better) best = i;
  }
  if (!best) return std::nullopt;
  return static_cast<Regime>(*best);
}

}  // namespace strobe::measure
