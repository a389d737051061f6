// SPDX-License-Identifier: BSD-3-Clause
#include "measure/regimes.hpp"

#include <algorithm>
#include <cmath>

namespace strobe::measure {

Regimes::Classified Regimes::classify(double exchange_s) {
  const auto distance = [&](double centre) { return std::abs(std::log(exchange_s / centre)); };
  const auto nearest = std::ranges::min_element(exchange_s_, {}, distance);
  if (nearest != exchange_s_.end() && distance(*nearest) < std::log(factor)) {
    return {static_cast<Regime>(nearest - exchange_s_.begin()), false};
  }
  exchange_s_.push_back(exchange_s);
  return {static_cast<Regime>(exchange_s_.size()) - 1, true};
}

std::optional<Regime> Regimes::fastest() const {
  if (exchange_s_.empty()) return std::nullopt;
  return static_cast<Regime>(std::ranges::min_element(exchange_s_) - exchange_s_.begin());
}

}  // namespace strobe::measure
