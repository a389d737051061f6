// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

namespace strobe::blacs {

/// The ready notices that have not arrived yet, one for each large message that was sent. An MPI
/// does not free a communicator while a message to this process is in transit.
class ExpectedNotices {
 public:
  void add(int rank, std::int64_t id) { expected_.push_back({rank, id}); }

  /// A notice has arrived. It need not be an expected one.
  void remove(int rank, std::int64_t id) {
    const auto found = std::ranges::find(expected_, Expected{rank, id});
    if (found != expected_.end()) expected_.erase(found);
  }

  [[nodiscard]] bool have_all_arrived() const { return expected_.empty(); }

 private:
  struct Expected {
    int rank;
    std::int64_t id;
    friend constexpr bool operator==(Expected, Expected) = default;
  };
  std::deque<Expected> expected_;  // notices of one process arrive in the order of its messages
};

}  // namespace strobe::blacs
