// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>

#include "ranks.hpp"

namespace strobe::bcs::runtime {

/// Two nodes of one rank each, in one thread.
class TwoNodes {
 public:
  explicit TwoNodes(const Options& options)
      : memories_{Zeros(Segment::bytes_for(1)), Zeros(Segment::bytes_for(1))} {
    for (Rank rank = 0; rank < 2; ++rank) {
      segments_.emplace_back(memories_[rank].at(), 1);
      links_.emplace_back(network, rank);
    }
    for (Rank rank = 0; rank < 2; ++rank) {
      const auto at = static_cast<std::size_t>(rank);
      Placement place{.rank = rank, .ranks = 2, .members = {rank}, .link = &links_[at]};
      place.set_nodes(StridedList::consecutive(2));
      endpoints_.emplace_back(segments_[at], place, options);
    }
  }
  Endpoint& operator[](std::size_t rank) { return endpoints_[rank]; }

  PretendedNetwork network{2};

 private:
  Zeros memories_[2];
  std::deque<Segment> segments_;
  std::deque<PretendedLink> links_;
  std::deque<Endpoint> endpoints_;
};

}  // namespace strobe::bcs::runtime
