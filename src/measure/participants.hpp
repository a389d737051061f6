// SPDX-License-Identifier: BSD-3-Clause
//
// The processes of a visit: the members, which run the kernel, and rank 0 of the world, which takes
// the samples even if it is not a member.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "measure/sampler.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::measure {

/// Rank 0 of the world, then all other members in their order.
[[nodiscard]] inline std::vector<int> participant_ranks(std::span<const int> members) {
  std::vector<int> all{0};
  std::ranges::copy_if(members, std::back_inserter(all), [](int rank) { return rank != 0; });
  return all;
}

template <layer::MessageLayer L>
class Participants {
 public:
  /// All ranks in participant_ranks(members) must construct it, and destroy it, at the same time.
  Participants(L& world, std::span<const int> members, const GlobalClock& clock, Watchdog& watchdog,
               const SamplerOptions& options)
      : all_(group(world, participant_ranks(members))),
        runs_kernel_(std::ranges::find(members, world.rank().value) != members.end()),
        // Collectives of the kernel need a group that contains exactly its members, in their order.
        members_(runs_kernel_ && members.front() != 0 ? std::optional<L>(group(world, members))
                                                      : std::nullopt),
        sampler_(all_, clock, watchdog, options,
                 {.initiator = members.front() == 0 ? std::size_t{0} : std::size_t{1},
                  .first_runs_kernel = std::ranges::find(members, 0) != members.end()}) {}
  Participants(const Participants&) = delete;
  Participants& operator=(const Participants&) = delete;

  /// The group with rank 0 of the world first and then the members.
  [[nodiscard]] L& all() { return all_; }
  /// The group of the members alone; only valid if runs_kernel().
  [[nodiscard]] L& members() { return members_ ? *members_ : all_; }
  /// Whether this process is a member.
  [[nodiscard]] bool runs_kernel() const { return runs_kernel_; }
  [[nodiscard]] Sampler<L>& sampler() { return sampler_; }

 private:
  static L group(L& world, std::span<const int> ranks) {
    std::vector<layer::Rank> members;
    for (const int rank : ranks) members.push_back(layer::Rank{rank});
    return world.group(members);
  }

  L all_;
  bool runs_kernel_;
  std::optional<L> members_;
  Sampler<L> sampler_;
};

}  // namespace strobe::measure
