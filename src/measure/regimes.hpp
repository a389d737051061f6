// SPDX-License-Identifier: BSD-3-Clause
//
// The speeds of the machine. A virtual machine's cores are moved by its host, and an exchange
// between them then takes four times as long for seconds on end; figures taken at different speeds
// must not meet in one statistic. The sentinel's exchange tells the speeds apart.
#pragma once

#include <optional>
#include <vector>

namespace strobe::measure {

/// A regime's index, or one of the two below.
using Regime = int;

/// The sentinel before and after a visit disagreed.
inline constexpr Regime regime_disturbed = -1;
/// There was no sentinel.
inline constexpr Regime regime_unknown = -2;

class Regimes {
 public:
  /// Two exchanges are of one regime when they differ by less than this factor. Within one, they
  /// were seen between 27 and 50 ns, or between 165 and 270; so half and twice the middle hold one.
  static constexpr double factor = 2.0;

  Regimes() = default;
  /// Goes on with regimes that were classified before, by the exchange time of each.
  explicit Regimes(const std::vector<double>& exchange_s);

  struct Classified {
    Regime regime = regime_unknown;
    bool is_new = false;
  };

  /// The regime of one exchange time in seconds; a new one where it is near none that was seen.
  Classified classify(double exchange_s);

  /// The regime of a visit between two exchanges.
  [[nodiscard]] static Regime between(Regime before, Regime after) {
    return before == after ? before : regime_disturbed;
  }

  /// Counts a visit that was spent in `regime`.
  void count_visit(Regime regime);

  /// The regime whose figures are wanted: the one with the shortest exchange among those in which
  /// at least a tenth of the visits were spent, so that a short glimpse of a faster machine is no
  /// reason to wait for it for ever. None before the first visit.
  [[nodiscard]] std::optional<Regime> reference() const;

 private:
  struct Speed {
    double exchange_s = 0.0;  ///< geometric mean of the readings
    int readings = 0;
    int visits = 0;
  };
  std::vector<Speed> speeds_;
};

}  // namespace strobe::measure
