// SPDX-License-Identifier: BSD-3-Clause
//
// The members of a communicator: ranks of the job, by their ranks in the communicator. Copies share
// one list.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "bcs/runtime/envelope.hpp"

namespace strobe::bcs::runtime {

class RankList {
 public:
  RankList() : RankList(std::vector<Rank>()) {}
  RankList(std::vector<Rank> ranks)
      : ranks_(std::make_shared<const std::vector<Rank>>(std::move(ranks))) {}

  [[nodiscard]] std::size_t size() const { return ranks_->size(); }
  [[nodiscard]] Rank operator[](std::size_t i) const { return (*ranks_)[i]; }
  [[nodiscard]] const Rank* data() const { return ranks_->data(); }
  [[nodiscard]] auto begin() const { return ranks_->begin(); }
  [[nodiscard]] auto end() const { return ranks_->end(); }
  operator const std::vector<Rank>&() const { return *ranks_; }
  friend bool operator==(const RankList& one, const RankList& other) {
    return one.ranks_ == other.ranks_ || *one.ranks_ == *other.ranks_;
  }

 private:
  std::shared_ptr<const std::vector<Rank>> ranks_;
};

}  // namespace strobe::bcs::runtime
