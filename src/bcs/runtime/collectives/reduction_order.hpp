// SPDX-License-Identifier: BSD-3-Clause
//
// The order in which reductions combine contributions: a binomial tree of ranks. A block of 2^k
// ranks that begins at a multiple of 2^(k+1) is combined with the 2^k ranks after it, or as many as
// there are. So the order of ranks is kept, the rounding of a result depends neither on the root,
// nor on the nodes, nor on times of arrival, and log2(ranks) steps are enough. The protocol's
// Reduce Helper combines in the same order (bcs/protocol/collective.hpp).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace strobe::bcs::runtime::collectives {

/// The ranks from `first` to before `end`.
struct RankRange {
  int first = 0;
  int end = 0;
  friend constexpr bool operator==(const RankRange&, const RankRange&) = default;
};

/// Whether the order combines the results of two ranges of `ranks` ranks with each other.
[[nodiscard]] constexpr bool are_siblings(RankRange lower, RankRange upper, int ranks) {
  const int width = lower.end - lower.first;
  return lower.end == upper.first && std::has_single_bit(static_cast<unsigned>(width)) &&
         lower.first % (2 * width) == 0 && upper.end == std::min(upper.first + width, ranks);
}

/// Adds the partial result of some ranks to others, which are in the order of their ranks, and
/// calls `combine(lower, upper)` for each two that the order combines: it leaves the result in
/// `upper`. A `Partial` has its RankRange in `ranks`.
template <class Partial, class Combine>
void add_partial(std::vector<Partial>& partials, const Partial& added, int ranks,
                 Combine&& combine) {
  const auto place = std::ranges::upper_bound(
      partials, added.ranks.first, {}, [](const Partial& partial) { return partial.ranks.first; });
  auto i = static_cast<std::size_t>(place - partials.begin());
  partials.insert(place, added);
  const auto merge = [&](std::size_t lower) {
    combine(partials[lower], partials[lower + 1]);
    partials[lower + 1].ranks.first = partials[lower].ranks.first;
    partials.erase(partials.begin() + static_cast<std::ptrdiff_t>(lower));
    i = lower;
  };
  for (;;) {
    if (i > 0 && are_siblings(partials[i - 1].ranks, partials[i].ranks, ranks)) {
      merge(i - 1);
    } else if (i + 1 < partials.size() &&
               are_siblings(partials[i].ranks, partials[i + 1].ranks, ranks)) {
      merge(i);
    } else {
      return;
    }
  }
}

/// The ranges of the partial results to which the order combines the contributions of a range.
[[nodiscard]] std::vector<RankRange> partial_ranges(RankRange of, int ranks);

}  // namespace strobe::bcs::runtime::collectives
