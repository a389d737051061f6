// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/partial_results.hpp"

#include "base/assert.hpp"

namespace strobe::bcs::runtime::collectives {

void PartialResults::add(RankRange ranks, Piece value, Overwrite overwrite) {
  const auto combine = [this](const Partial& lower, Partial& upper) {
    if (upper.overwrite == Overwrite::forbidden) {
      // The result is left where the contribution of the last rank has been.
      const bool becomes_result = upper.ranks.end == ranks_ && room_of_result_.at != nullptr;
      const Piece copy = becomes_result ? room_of_result_ : plan_->room(upper.value.bytes);
      plan_->copy(upper.value, copy.at);
      upper.value = copy;
      upper.overwrite = Overwrite::allowed;
    }
    plan_->combine(lower.value, upper.value.at);
  };
  add_partial(partials_, {.ranks = ranks, .value = value, .overwrite = overwrite}, ranks_, combine);
}

void PartialResults::add(std::span<const RankRange> ranges, Piece values) {
  const std::size_t bytes = values.bytes / ranges.size();
  for (std::size_t i = 0; i < ranges.size(); ++i) add(ranges[i], values.part(i * bytes, bytes));
}

Piece PartialResults::packed(std::size_t first, std::size_t bytes) const {
  if (partials_.size() == 1) return partials_.front().value.part(first, bytes);
  const Piece all = plan_->room(partials_.size() * bytes);
  for (std::size_t i = 0; i < partials_.size(); ++i) {
    plan_->copy(partials_[i].value.part(first, bytes), all.at + i * bytes);
  }
  return all;
}

void PartialResults::cut(std::size_t first, std::size_t bytes) {
  for (Partial& partial : partials_) partial.value = partial.value.part(first, bytes);
}

Piece PartialResults::result() const {
  base::ensure(partials_.size() == 1 && partials_.front().ranks == RankRange{0, ranks_},
               "the contribution of a member of a reduction is missing");
  return partials_.front().value;
}

}  // namespace strobe::bcs::runtime::collectives
