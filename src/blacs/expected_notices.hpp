// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

namespace strobe::blacs {

/// The ready notices that have not arrived yet, one for each large message that was sent. An MPI
/// does not free a communicator while a message to this process is in transit.
class ExpectedNotices {
 public:
  /// A large message to the rank is about to be sent, which has this number among all to it.
  /// Returns whether its notice is here already.
  [[nodiscard]] bool add(int rank, std::int64_t number) {
    if (std::erase(early_, Notice{rank, number}) > 0) return true;
    expected_.push_back({rank, number});
    return false;
  }

  /// A notice has arrived, when so many messages were sent to the rank. It may be early, and that
  /// of a small message is never expected.
  void remove(int rank, std::int64_t number, std::int64_t sent) {
    const auto found = std::ranges::find(expected_, Notice{rank, number});
    if (found != expected_.end()) {
      expected_.erase(found);
    } else if (number > sent) {
      // A process waits for one message of another at a time: its earlier ones have been sent.
      std::erase_if(early_, [rank](const Notice& each) { return each.rank == rank; });
      early_.push_back({rank, number});
    }
  }

  [[nodiscard]] bool have_all_arrived() const { return expected_.empty(); }

 private:
  struct Notice {
    int rank;
    std::int64_t number;
    friend constexpr bool operator==(Notice, Notice) = default;
  };
  std::deque<Notice> expected_;  // notices of one process arrive in the order of its messages
  std::vector<Notice> early_;
};

}  // namespace strobe::blacs
