// SPDX-License-Identifier: BSD-3-Clause
//
// The speeds of the machine. A virtual machine's cores are moved by its host, and an exchange
// between them then takes four times as long for seconds on end; a neighbour on a core's other
// hardware thread makes messages take a third longer, for milliseconds or for minutes. Figures
// taken at different speeds must not meet in one statistic. The sentinel's exchange tells of the
// first, its work of the second.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "measure/sentinel.hpp"

namespace strobe::measure {

/// A regime's index, or one of the two below.
using Regime = int;

/// The exchange before and after a visit disagreed.
inline constexpr Regime regime_disturbed = -1;
/// There was no sentinel.
inline constexpr Regime regime_unknown = -2;

class Regimes {
 public:
  /// Two exchanges are of one regime when they differ by less than this factor. Within one, they
  /// were seen between 27 and 50 ns, or between 165 and 270; so half and twice the middle hold one.
  static constexpr double factor = 2.0;
  /// The least share of all visits with which a speed is wanted, and the least share of those at
  /// one exchange time with which cores alone are: a short glimpse of a better machine is no reason
  /// to wait for it for ever.
  static constexpr double least_share = 0.1;
  static constexpr double least_share_alone = 0.3;

  struct Speed {
    double exchange_s = 0.0;  ///< geometric mean of the readings
    double work_s = 0.0;      ///< of the reading that began it
    bool shared = false;      ///< a neighbour shared a core
    int readings = 1;
    int visits = 0;
  };

  Regimes() = default;
  /// Goes on with speeds that were found before.
  explicit Regimes(std::vector<Speed> earlier);

  struct Classified {
    Regime regime = regime_unknown;
    bool is_new = false;
  };

  /// Takes note of how fast the cores can work.
  void learn(double least_work_s) { least_work_s_ = std::min(least_work_s_, least_work_s); }

  /// The regime of a reading; a new one where it is near none that was seen.
  Classified classify(const SentinelReading& reading);

  /// The regime of a visit between two readings: that of shared cores where they were so at one of
  /// its ends.
  [[nodiscard]] Regime between(Regime before, Regime after) const;

  /// Counts a visit that was spent in `regime`.
  void count_visit(Regime regime);

  [[nodiscard]] const Speed& speed(Regime regime) const {
    return speeds_.at(static_cast<std::size_t>(regime));
  }

  /// The regime whose figures are wanted: the one with the shortest exchange, and of two alike the
  /// one whose cores are not shared, unless it held too rarely. None before the first visit.
  [[nodiscard]] std::optional<Regime> reference() const;

 private:
  std::vector<Speed> speeds_;
  double least_work_s_ = std::numeric_limits<double>::infinity();
};

}  // namespace strobe::measure
