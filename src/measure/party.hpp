// SPDX-License-Identifier: BSD-3-Clause
//
// The processes of a visit: the members, which run the kernel, and the world's first process, which
// leads them and looks on where it is no member itself.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "measure/sampler.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::measure {

/// The world's first process, and then the members in their order.
[[nodiscard]] inline std::vector<int> led_by_first(std::span<const int> members) {
  std::vector<int> all{0};
  std::ranges::copy_if(members, std::back_inserter(all), [](int rank) { return rank != 0; });
  return all;
}

template <layer::MessageLayer L>
class Party {
 public:
  /// All that led_by_first(members) names must construct it at the same time, and end it too.
  Party(L& world, std::span<const int> members, const GlobalClock& clock, Watchdog& watchdog,
        const SamplerOptions& options)
      : all_(group(world, led_by_first(members))),
        runs_(std::ranges::find(members, world.rank().value) != members.end()),
        // Collectives of the kernel count its members from 0, whoever leads.
        members_(runs_ && members.front() != 0 ? std::optional<L>(group(world, members))
                                               : std::nullopt),
        sampler_(all_, clock, watchdog, options,
                 {.initiator = members.front() == 0 ? std::size_t{0} : std::size_t{1},
                  .first_runs = std::ranges::find(members, 0) != members.end()}) {}
  Party(const Party&) = delete;
  Party& operator=(const Party&) = delete;

  /// The members behind the first process.
  [[nodiscard]] L& all() { return all_; }
  /// The members alone; of use where runs().
  [[nodiscard]] L& members() { return members_ ? *members_ : all_; }
  /// Whether this process is a member.
  [[nodiscard]] bool runs() const { return runs_; }
  [[nodiscard]] Sampler<L>& sampler() { return sampler_; }

 private:
  static L group(L& world, std::span<const int> ranks) {
    std::vector<layer::Rank> members;
    for (const int rank : ranks) members.push_back(layer::Rank{rank});
    return world.group(members);
  }

  L all_;
  bool runs_;
  std::optional<L> members_;
  Sampler<L> sampler_;
};

}  // namespace strobe::measure
