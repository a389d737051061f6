// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/reduction_order.hpp"

namespace strobe::bcs::runtime::collectives {

std::vector<RankRange> partial_ranges(RankRange of, int ranks) {
  std::vector<RankRange> ranges;
  while (of.first < of.end) {
    int width = 1;
    const auto fits = [&](int wider) {
      return of.first % wider == 0 && std::min(of.first + wider, ranks) <= of.end;
    };
    while (of.first + width < of.end && fits(2 * width)) width *= 2;
    ranges.push_back({of.first, std::min(of.first + width, of.end)});
    of.first = ranges.back().end;
  }
  return ranges;
}

}  // namespace strobe::bcs::runtime::collectives
