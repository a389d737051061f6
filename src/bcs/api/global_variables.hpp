// SPDX-License-Identifier: BSD-3-Clause
//
// The global variables of all simulated processes, and the Compare-And-Writes on them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "bcs/api/process.hpp"
#include "bcs/protocol/job.hpp"

namespace strobe::bcs::api {

class GlobalVariables {
 public:
  [[nodiscard]] std::int64_t value(Rank rank, std::int32_t variable) const;
  void write(Rank rank, std::int32_t variable, std::int64_t value);
  /// The values are there at once; an event tells when they would have arrived.
  void transfer(const protocol::Job& job, const protocol::GlobalTransfer& transfer);

  /// A Compare-And-Write that a rank has called in this slice.
  void compare_later(Rank rank, std::uint32_t slice, const protocol::GlobalCondition& condition);
  /// Performs the Compare-And-Writes of earlier slices, in the order of ranks.
  void compare(const protocol::Job& job, std::uint32_t before);
  [[nodiscard]] bool has_answer(Rank rank) const { return answers_.contains(rank); }
  [[nodiscard]] bool take_answer(Rank rank);

 private:
  struct Called {
    Rank rank = 0;
    std::uint32_t slice = 0;
    protocol::GlobalCondition condition;
  };
  using Copies = std::array<std::int64_t, protocol::global_variables>;

  [[nodiscard]] bool perform(const protocol::Job& job, const protocol::GlobalCondition& condition);

  std::map<Rank, Copies> copies_;  ///< of the ranks that have one that is not 0
  std::vector<Called> called_;
  std::map<Rank, bool> answers_;
};

}  // namespace strobe::bcs::api
