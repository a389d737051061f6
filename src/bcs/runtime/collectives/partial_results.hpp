// SPDX-License-Identifier: BSD-3-Clause
//
// The partial results that one member has of a reduction, in a schedule.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "bcs/runtime/collectives/reduction_order.hpp"

namespace strobe::bcs::runtime::collectives {

/// Whether a schedule may overwrite a contribution.
enum class Overwrite : std::uint8_t { forbidden, allowed };

class PartialResults {
 public:
  /// With `room_of_result` the schedule may put there what becomes the result; only it uses it.
  PartialResults(CollectiveSchedule& plan, int ranks, Piece room_of_result = {})
      : plan_(&plan), ranks_(ranks), room_of_result_(room_of_result) {}

  /// Adds the partial result of a range, and combines what the order combines.
  void add(RankRange ranks, Piece value, Overwrite overwrite = Overwrite::allowed);
  /// Adds the partial results of several ranges, which lie one after the other in `values`.
  void add(std::span<const RankRange> ranges, Piece values);
  /// The partial results, cut to the same part of each and one after the other. A part of a single
  /// one is not copied.
  [[nodiscard]] Piece packed(std::size_t first, std::size_t bytes) const;
  /// Keeps only a part of each partial result.
  void cut(std::size_t first, std::size_t bytes);
  /// The result, once all contributions have been added.
  [[nodiscard]] Piece result() const;

 private:
  struct Partial {
    RankRange ranks;
    Piece value;
    Overwrite overwrite;
  };

  CollectiveSchedule* plan_;
  int ranks_;
  Piece room_of_result_;
  std::vector<Partial> partials_;
};

}  // namespace strobe::bcs::runtime::collectives
