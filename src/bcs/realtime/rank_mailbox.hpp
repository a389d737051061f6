// SPDX-License-Identifier: BSD-3-Clause
//
// The rank's side of its mailbox (board.hpp): it posts descriptors, and waits for the helper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "bcs/realtime/board.hpp"

namespace strobe::bcs::realtime {

/// What ends a rank. Neither function returns.
class RankEnder {
 public:
  RankEnder() = default;
  RankEnder(const RankEnder&) = delete;
  RankEnder& operator=(const RankEnder&) = delete;
  virtual ~RankEnder() = default;

  /// An error in a call of this rank: a sentence that begins with the rank.
  [[noreturn]] virtual void fails(const std::string& sentence) = 0;
  /// The helper has ended the job, and not because it is finished.
  [[noreturn]] virtual void ended(JobEnd end) = 0;
  /// Called now and then while the rank waits.
  virtual void check() {}
};

class RankMailbox {
 public:
  /// Both must outlive this object.
  RankMailbox(Board& board, Rank rank, RankEnder& ender);
  RankMailbox(const RankMailbox&) = delete;
  RankMailbox& operator=(const RankMailbox&) = delete;

  /// Returns the number of the descriptor, which wraps around.
  std::uint32_t post(const Descriptor& descriptor);
  void wait_until_taken(std::uint32_t number);
  /// Keeps data to which the last descriptor refers until the helper has taken it.
  void keep_until_taken(std::vector<std::byte> data);
  /// Whether the helper has answered that descriptor, or ended the job.
  [[nodiscard]] bool is_answered(std::uint32_t number) const {
    return box_.answered.load(std::memory_order_acquire) == number || end() != JobEnd::running;
  }
  /// Waits for the answer of that descriptor.
  [[nodiscard]] protocol::Answer wait_for_answer(std::uint32_t number);
  /// The last answer.
  [[nodiscard]] protocol::Answer answer() const;
  /// How many operations of this rank are complete.
  [[nodiscard]] std::uint64_t completions() const {
    return box_.completions.load(std::memory_order_acquire);
  }
  [[nodiscard]] bool is_complete(const CompletionWord& word) const;
  [[nodiscard]] bool has_unmatched() const {
    return box_.has_unmatched.load(std::memory_order_relaxed);
  }
  /// Waits until the helper has ended the job.
  void wait_for_end();

  [[nodiscard]] JobEnd end() const { return board_.control().end.load(std::memory_order_acquire); }
  void end_if_over();

 private:
  /// Data of which the rank keeps a copy.
  struct Kept {
    std::uint32_t posted = 0;  ///< the number of the descriptor
    std::vector<std::byte> data;
  };

  Board& board_;
  Mailbox& box_;
  RankEnder& ender_;
  std::uint32_t probed_ = 0;  ///< Mailbox::probe
  std::deque<Kept> kept_;
};

}  // namespace strobe::bcs::realtime
