// SPDX-License-Identifier: BSD-3-Clause
//
// The memories of the ranks, as the helper reads and writes them.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <span>
#include <vector>

#include "bcs/realtime/board.hpp"

namespace strobe::bcs::realtime {

class RankMemory {
 public:
  explicit RankMemory(Board& board) : board_(board) {}

  // False if the system refuses it, or if the process has ended.
  [[nodiscard]] bool read(Rank rank, Address from, std::span<std::byte> to) const;
  [[nodiscard]] bool write(Rank rank, std::span<const std::byte> from, Address to) const;
  /// The rank may read the number of the word meanwhile.
  [[nodiscard]] bool write(Rank rank, const CompletionWord& word, Address to) const;
  /// Copies from one rank to another one.
  [[nodiscard]] bool copy(Rank source, std::span<const std::byte> from, Rank destination,
                          std::byte* to);

 private:
  [[nodiscard]] pid_t pid(Rank rank) const {
    return board_.mailbox(rank).pid.load(std::memory_order_relaxed);
  }

  Board& board_;
  std::vector<std::byte> between_;  ///< for copies from another process to another process
};

}  // namespace strobe::bcs::realtime
