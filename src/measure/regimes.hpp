// SPDX-License-Identifier: BSD-3-Clause
//
// The speeds of the machine. A virtual machine's cores are moved by its host, and an exchange
// between them then takes four times as long for seconds on end; a neighbour on a core's other
// hardware thread makes messages take a third longer, for milliseconds or for minutes. Figures
// taken at different speeds must not meet in one statistic. The sentinel's exchange tells of the
// first, its work of the second.
#pragma once

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
  /// Cores are shared where work takes longer than the least that was seen by more than this. Alone
  /// it was seen to vary by 1 %, beside a neighbour to take 1.2 to 1.7 times as long.
  static constexpr double alone_factor = 1.1;

  Regimes() = default;
  /// Goes on with regimes that were classified before, by the reading that began each.
  explicit Regimes(const std::vector<SentinelReading>& earlier);

  struct Classified {
    Regime regime = regime_unknown;
    bool is_new = false;
  };

  /// The regime of a reading; a new one where it is near none that was seen.
  Classified classify(const SentinelReading& reading);

  /// The regime of a visit between two readings: that of shared cores where they were so at one of
  /// its ends.
  [[nodiscard]] Regime between(Regime before, Regime after) const;

  /// Counts a visit that was spent in `regime`.
  void count_visit(Regime regime);

  /// The regime whose figures are wanted: the one with the shortest exchange, and of two alike the
  /// one whose cores are not shared, among those in which at least a tenth of the visits were
  /// spent, so that a short glimpse of a faster machine is no reason to wait for it for ever. None
  /// before the first visit.
  [[nodiscard]] std::optional<Regime> reference() const;

 private:
  struct Speed {
    SentinelReading reading;  ///< geometric mean of the exchanges, and the first time of the work
    int readings = 1;
    int visits = 0;
  };

  void learn(double work_s);
  [[nodiscard]] bool is_shared(double work_s) const {
    return work_s > alone_factor * least_work_s_;
  }
  [[nodiscard]] bool is_shared(const Speed& speed) const { return is_shared(speed.reading.work_s); }
  [[nodiscard]] bool is_better(const Speed& one, const Speed& other) const;

  std::vector<Speed> speeds_;
  double least_work_s_ = std::numeric_limits<double>::infinity();
};

}  // namespace strobe::measure
