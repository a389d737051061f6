// SPDX-License-Identifier: BSD-3-Clause
//
// How long a rank looks for what it waits for before it gives its core away: as long as that has
// helped. Who shares its core with the one that it waits for looks in vain, however few the ranks
// are: placing them is the system's, and it changes while they run.
#pragma once

#include <algorithm>
#include <cstdint>

namespace strobe::bcs::runtime {

class Patience {
 public:
  /// Looks at most so often, and at least so often.
  Patience(int most, int least) : most_(most), least_(least), looks_(most) {}

  /// How often to look in this wait. Now and then it is as often as ever, lest one never finds out
  /// that the other has got a core of its own.
  [[nodiscard]] int looks() {
    return is_promising_ || ++waits_ % waits_between_trials == 0 ? most_ : looks_;
  }
  /// What comes late once may do so because somebody else took the core.
  void found_after(int looks) {
    const bool is_late = 2 * looks > looks_;
    if (is_late && is_promising_) looks_ = std::min(2 * looks, most_);
    is_promising_ = is_late && !is_promising_;
  }
  void looked_in_vain() {
    looks_ = std::max(looks_ / 2, least_);
    is_promising_ = false;
  }

 private:
  static constexpr std::uint32_t waits_between_trials = 256;

  int most_;
  int least_;
  int looks_;
  std::uint32_t waits_ = 0;
  bool is_promising_ = false;
};

}  // namespace strobe::bcs::runtime
