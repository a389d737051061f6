// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

namespace strobe::blacs {

/// The words that have still to come: one for each large message that has been sent. They are kept,
/// since an MPI refuses to free a communicator to which one is on its way.
class ExpectedWords {
 public:
  void add(int rank, std::int64_t id) { expected_.push_back({rank, id}); }

  /// A word has come, which need not be one of these.
  void hear(int rank, std::int64_t id) {
    const auto heard = std::ranges::find(expected_, Expected{rank, id});
    if (heard != expected_.end()) expected_.erase(heard);
  }

  [[nodiscard]] bool are_all_heard() const { return expected_.empty(); }

 private:
  struct Expected {
    int rank;
    std::int64_t id;
    friend constexpr bool operator==(Expected, Expected) = default;
  };
  std::deque<Expected> expected_;  // words of one process come in the order of its messages
};

}  // namespace strobe::blacs
