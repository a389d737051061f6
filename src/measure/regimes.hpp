// SPDX-License-Identifier: BSD-3-Clause
//
// The regimes of the machine. A hypervisor migrates the cores of a virtual machine, and an exchange
// between two cores then takes four times as long for several seconds. Work on a core's other
// hardware thread makes messages a third slower, for milliseconds or minutes. Samples of different
// regimes must not enter the same statistic. The sentinel's exchange detects the first, its work
// the second.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "measure/sentinel.hpp"

namespace strobe::measure {

/// The index of a regime, or one of the two values below.
using Regime = int;

/// The regimes before and after a visit differ.
inline constexpr Regime regime_disturbed = -1;
/// There was no sentinel.
inline constexpr Regime regime_unknown = -2;

struct RegimeFacts {
  double exchange_s = 0.0;  ///< geometric mean of the readings
  double work_s = 0.0;      ///< from the first reading of the regime
  bool shared = false;      ///< another process used a core's other hardware thread
  int readings = 1;
  int visits = 0;
};

class Regimes {
 public:
  /// Two exchange times belong to one regime if they differ by less than this factor. Exchange
  /// times within a regime were measured between 27 and 50 ns, or between 165 and 270 ns, so half
  /// and twice the centre contain them.
  static constexpr double factor = 2.0;
  /// The minimum share of visits that makes a regime the reference, among all visits, and for
  /// undisturbed cores among the visits with the same exchange time. A short time in a faster
  /// regime is no reason to wait for it.
  static constexpr double min_share = 0.1;
  static constexpr double min_share_undisturbed = 0.3;

  Regimes() = default;
  /// Continues with the regimes of an earlier part of the launch.
  explicit Regimes(std::vector<RegimeFacts> earlier);

  struct Classification {
    Regime regime = regime_unknown;
    bool is_new = false;
  };

  /// Updates the shortest work time that the cores were seen to reach.
  void note_least_work(double least_work_s) {
    least_work_s_ = std::min(least_work_s_, least_work_s);
  }

  /// The regime of a reading; a new one if no known regime is near.
  Classification classify(const SentinelReading& reading);

  /// The regime of a visit between two readings. If cores were shared at one end, it is that
  /// regime.
  [[nodiscard]] Regime between(Regime before, Regime after) const;

  /// Counts a visit in `regime`.
  void count_visit(Regime regime);

  [[nodiscard]] const RegimeFacts& facts(Regime regime) const {
    return regimes_.at(static_cast<std::size_t>(regime));
  }

  /// The reference regime: the one with the shortest exchange, and of two with the same exchange
  /// the one without shared cores, unless it was too rare. Nothing before the first visit.
  [[nodiscard]] std::optional<Regime> reference() const;

 private:
  std::vector<RegimeFacts> regimes_;
  double least_work_s_ = std::numeric_limits<double>::infinity();
};

}  // namespace strobe::measure
