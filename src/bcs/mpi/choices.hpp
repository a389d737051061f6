// SPDX-License-Identifier: BSD-3-Clause
//
// Which message a receive or a probe from any source gets, where `strobe explore` or --replay
// chooses. All else that a run does follows from these choices in the deterministic mode. Such an
// operation then waits for the chosen source as if the program had named it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "bcs/runtime/envelope.hpp"

namespace strobe::bcs::mpi {

class Choices {
 public:
  /// None: every operation chooses itself.
  Choices() = default;
  /// Those of one rank in a file with a line `RANK OPERATION SOURCE` for each choice. Ranks are
  /// those of the job; operations are counted from 0 in each rank. Throws strobe::Error with one
  /// sentence if the file cannot be read or has another line.
  Choices(const std::string& path, runtime::Rank rank, runtime::Rank ranks);

  /// The source for the next receive or probe from any source; any_source if none is chosen.
  [[nodiscard]] runtime::Rank next() {
    const std::uint32_t operation = operations_++;
    if (sources_.empty()) [[likely]]
      return runtime::any_source;
    const auto found = sources_.find(operation);
    return found == sources_.end() ? runtime::any_source : found->second;
  }
  /// How many there were so far.
  [[nodiscard]] std::uint32_t operations() const { return operations_; }

 private:
  std::unordered_map<std::uint32_t, runtime::Rank> sources_;
  std::uint32_t operations_ = 0;
};

}  // namespace strobe::bcs::mpi
