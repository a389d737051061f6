// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/realtime/board.hpp"

#include <algorithm>

namespace strobe::bcs::realtime {

void Board::end(JobEnd end, std::string_view sentences) {
  BoardControl& shared = control();
  if (shared.ending.exchange(1, std::memory_order_relaxed) != 0) return;
  const std::size_t count = std::min(sentences.size(), shared.sentences.size() - 1);
  std::copy_n(sentences.begin(), count, shared.sentences.begin());
  shared.sentences[count] = '\0';
  shared.end.store(end, std::memory_order_release);
  for (Rank rank = 0; rank < ranks_; ++rank) {
    Mailbox& box = mailbox(rank);
    // A rank reads `end` after it has read these, and before it sleeps on one of them.
    box.answered.fetch_add(1, std::memory_order_release);
    runtime::futex_wake(box.answered);
    runtime::futex_wake(box.taken);
  }
}

}  // namespace strobe::bcs::realtime
