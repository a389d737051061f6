// SPDX-License-Identifier: BSD-3-Clause
//
// Sends large messages without a copy, by a rendezvous that the receiver starts (ready to receive,
// RTR). A receiver that has posted the receive of a large message sends a ready notice with the
// number of the message among those of its sender. A sender that finds the notice sends from the
// user's memory, because the receive is posted. A sender that does not find it copies the message
// to a buffer. If the message arrives before the receive is posted, the receiver sends its notice
// afterwards. So there is one notice for each large message, and a grid ends when all notices have
// been received. The sends of notices do not block, since two processes may send one to each other
// before they receive. Transports that buffer sends do not use notices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "blacs/mesh.hpp"
#include "blacs/sent_notices.hpp"

namespace strobe::blacs {

/// For smaller messages a copy costs less than a notice.
inline constexpr std::size_t ready_notice_min_bytes = std::size_t{64} << 10;

/// Whether a message from or to `rank` has a notice. A process sends no notices to itself: an MPI
/// may block a send to the own process until it is received.
template <class Transport>
[[nodiscard]] bool needs_ready_notice(const Mesh<Transport>& mesh, int rank,
                                      std::size_t size_bytes) {
  return size_bytes >= ready_notice_min_bytes &&
         rank != mesh.row() * mesh.columns() + mesh.column();
}

/// A sender polls once for this number of message bytes. The polls take a small part of the time of
/// the copy. They help if two processes answer each other: the notice then arrives within that
/// time.
inline constexpr std::size_t bytes_per_poll = std::size_t{8} << 10;

template <class Transport>
void send_ready_notice(Mesh<Transport>& mesh, int rank, std::int64_t number) {
  mesh.sent_notices().send(mesh.transport(), {.instance = mesh.instance(), .number = number}, rank,
                           mesh.ids().ready_notices());
}

namespace detail {

/// Receives a notice of `rank` that has arrived.
template <class Transport>
ReadyNotice receive_ready_notice(Mesh<Transport>& mesh, int rank) {
  ReadyNotice notice;
  mesh.transport().receive(std::as_writable_bytes(std::span(&notice, 1)), rank,
                           mesh.ids().ready_notices());
  if (notice.instance == mesh.instance())
    mesh.expected_notices().remove(rank, notice.number, mesh.ids().messages_to(rank));
  return notice;
}

}  // namespace detail

/// Receives notices of `rank`. Returns whether it has posted the receive of the message of this
/// number, which the caller is about to send.
template <class Transport>
[[nodiscard]] bool has_posted_receive(Mesh<Transport>& mesh, int rank, std::int64_t number,
                                      std::size_t size_bytes) {
  if (mesh.expected_notices().add(rank, number)) return true;
  for (std::size_t polls = size_bytes / bytes_per_poll; polls > 0;) {
    if (!mesh.transport().has_arrived(rank, mesh.ids().ready_notices())) {
      --polls;
    } else if (detail::receive_ready_notice(mesh, rank) ==
               ReadyNotice{.instance = mesh.instance(), .number = number}) {
      return true;
    }
  }
  return false;
}

/// Receives all notices that have arrived.
template <class Transport>
void receive_ready_notices(Mesh<Transport>& mesh) {
  if constexpr (!Transport::buffers_sends) {
    const int id = mesh.ids().ready_notices();
    while (const std::optional<int> rank = mesh.transport().has_arrived_from(id)) {
      detail::receive_ready_notice(mesh, *rank);
    }
  }
}

/// Receives all notices that have arrived. Returns whether no more are expected, and those that
/// this process has sent have been received.
template <class Transport>
[[nodiscard]] bool have_notices_ended(Mesh<Transport>& mesh) {
  receive_ready_notices(mesh);
  return mesh.expected_notices().have_all_arrived() && mesh.sent_notices().are_complete();
}

}  // namespace strobe::blacs
