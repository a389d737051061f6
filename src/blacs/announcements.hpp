// SPDX-License-Identifier: BSD-3-Clause
//
// How large messages go without a copy. A receiver that waits for one says so, with its id; a
// sender that has heard it sends straight from the user's memory, for there is somebody who takes
// it, and one that has not copies as ever. Nobody waits for a word. Words that came too late, or
// that nobody needed, are heard and forgotten in time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "blacs/grid.hpp"

namespace strobe::blacs {

/// Below it a copy costs less than the word.
inline constexpr std::size_t worth_announcing_bytes = std::size_t{256} << 10;

/// What a receiver says: for which message of which grid it waits.
struct Word {
  std::uint64_t instance = 0;
  std::int64_t id = -1;
  friend constexpr bool operator==(Word, Word) = default;
};

template <class Wire>
void announce(Grid<Wire>& grid, int rank, int id) {
  const Word word{.instance = grid.instance(), .id = id};
  grid.wire().send(std::as_bytes(std::span(&word, 1)), rank, grid.ids().announcements());
}

/// Hears the words of `rank`; whether it waits for the message `id`.
template <class Wire>
[[nodiscard]] bool is_awaited(Grid<Wire>& grid, int rank, int id) {
  const int words = grid.ids().announcements();
  while (grid.wire().has_arrived(rank, words)) {
    Word word;
    grid.wire().receive(std::as_writable_bytes(std::span(&word, 1)), rank, words);
    if (word == Word{.instance = grid.instance(), .id = id}) return true;
  }
  return false;
}

/// Hears and forgets all words that have arrived.
template <class Wire>
void forget_announcements(Grid<Wire>& grid) {
  const int words = grid.ids().announcements();
  while (const std::optional<int> rank = grid.wire().has_arrived_from(words)) {
    Word word;
    grid.wire().receive(std::as_writable_bytes(std::span(&word, 1)), *rank, words);
  }
}

}  // namespace strobe::blacs
