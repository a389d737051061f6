// SPDX-License-Identifier: BSD-3-Clause
//
// How large messages go without a copy. A receiver that waits for one says so, with its id; a
// sender that has heard it sends straight from the user's memory, for there is somebody who takes
// it, and one that has not copies as ever. A receiver whose message was there before it said so
// says it afterwards. So one word comes for every large message, and a grid ends when all have been
// heard. A wire that buffers what is sent has none of this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <thread>

#include "blacs/mesh.hpp"

namespace strobe::blacs {

/// Below it a copy costs less than the word.
inline constexpr std::size_t worth_announcing_bytes = std::size_t{64} << 10;

/// Whether a message from or to `rank` is announced. A process need not tell itself, and could not:
/// an MPI may hold a send to itself until it is received.
template <class Wire>
[[nodiscard]] bool is_announced(const Mesh<Wire>& mesh, int rank, std::size_t size_bytes) {
  return size_bytes >= worth_announcing_bytes &&
         rank != mesh.row() * mesh.columns() + mesh.column();
}

/// A sender looks once for so many bytes, a small part of the time that their copy takes: where two
/// processes answer each other, the word of the one that waits is only just on its way.
inline constexpr std::size_t bytes_worth_a_look = std::size_t{8} << 10;

/// What a receiver says: for which message of which grid it waits.
struct Word {
  std::uint64_t instance = 0;
  std::int64_t id = -1;
  friend constexpr bool operator==(Word, Word) = default;
};

template <class Wire>
void announce(Mesh<Wire>& mesh, int rank, int id) {
  const Word word{.instance = mesh.instance(), .id = id};
  mesh.wire().send(std::as_bytes(std::span(&word, 1)), rank, mesh.ids().announcements());
}

namespace detail {

/// Hears a word of `rank` that has arrived.
template <class Wire>
Word hear(Mesh<Wire>& mesh, int rank) {
  Word word;
  mesh.wire().receive(std::as_writable_bytes(std::span(&word, 1)), rank,
                      mesh.ids().announcements());
  if (word.instance == mesh.instance()) mesh.expected_words().hear(rank, word.id);
  return word;
}

}  // namespace detail

/// Hears the words of `rank`; whether it waits for the large message `id` of that size, which is
/// about to be sent.
template <class Wire>
[[nodiscard]] bool is_awaited(Mesh<Wire>& mesh, int rank, int id, std::size_t size_bytes) {
  mesh.expected_words().add(rank, id);
  for (std::size_t looks = size_bytes / bytes_worth_a_look; looks > 0;) {
    if (!mesh.wire().has_arrived(rank, mesh.ids().announcements())) {
      --looks;
    } else if (detail::hear(mesh, rank) == Word{.instance = mesh.instance(), .id = id}) {
      return true;
    }
  }
  return false;
}

/// Hears all words that have arrived.
template <class Wire>
void hear_announcements(Mesh<Wire>& mesh) {
  if constexpr (!Wire::buffers_sends) {
    const int id = mesh.ids().announcements();
    while (const std::optional<int> rank = mesh.wire().has_arrived_from(id)) {
      detail::hear(mesh, *rank);
    }
  }
}

/// Waits for all words that have still to come. What has been sent has been taken.
template <class Wire>
void await_announcements(Mesh<Wire>& mesh) {
  hear_announcements(mesh);
  while (!mesh.expected_words().are_all_heard()) {
    // Who is to say them may need this core.
    std::this_thread::yield();
    hear_announcements(mesh);
  }
}

}  // namespace strobe::blacs
