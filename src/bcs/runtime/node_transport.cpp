// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/node_transport.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace strobe::bcs::runtime {

NodeTransport::NodeTransport(Segment& segment, int own, Quiescence& quiescence,
                             Completions& completions)
    : quiescence_(quiescence), completions_(completions) {
  for (int other = 0; other < segment.ranks(); ++other) {
    const std::span<std::byte> in = segment.payload(other, own);
    inboxes_.push_back({.ring = &segment.ring(other, own),
                        .payload = in.data(),
                        .bytes = static_cast<std::uint32_t>(in.size()),
                        .mask = static_cast<std::uint32_t>(in.size() - 1)});
    outboxes_.emplace_back(segment.ring(own, other), segment.payload(own, other),
                           segment.status(other).blocked);
  }
}

void NodeTransport::queue(Outbox& outbox, const OutgoingDescriptor& outgoing) {
  if (outbox.is_empty()) ++queued_;
  outbox.queue(outgoing);
}

void NodeTransport::flush_queued() {
  for (int to = 0; to < members(); ++to) {
    Outbox& outbox = outboxes_[static_cast<std::size_t>(to)];
    if (outbox.is_empty()) continue;
    if (outbox.flush([this](Transfer& transfer) { completions_.complete(transfer); })) {
      quiescence_.wake(to);
    }
    if (outbox.is_empty()) {
      --queued_;
      outbox.wait_for_room(false);
    }
  }
}

/// A descriptor that is not written yet has the turn of its last use, or 0.
void NodeTransport::ensure_in_sequence(const Inbox& inbox) {
  const std::uint32_t turn = inbox.next().turn.load(std::memory_order_relaxed);
  const std::uint32_t next = inbox.position + 1;
  base::ensure(turn == next || turn == next - ring_slots || turn == 0,
               "the next descriptor of a ring is out of sequence");
}

void NodeTransport::publish_consumed(int member) {
  Inbox& inbox = inboxes_[static_cast<std::size_t>(member)];
  if (inbox.position == inbox.published_position) return;
  base::ensure(inbox.freed - inbox.published_freed <= inbox.bytes,
               "a descriptor has data that were free in the ring of bytes");
  inbox.published_position = inbox.position;
  inbox.published_freed = inbox.freed;
  inbox.ring->freed.store(inbox.freed, std::memory_order_release);
  inbox.ring->consumed.store(inbox.position, std::memory_order_seq_cst);
  STROBE_TRANSITION(published);
  if (inbox.ring->writer_waits.load(std::memory_order_seq_cst) != 0) quiescence_.wake(member);
}

void NodeTransport::prepare_to_block() {
  for (int member = 0; member < members(); ++member) publish_consumed(member);
  for (Outbox& outbox : outboxes_) {
    if (!outbox.is_empty()) outbox.wait_for_room(true);
  }
}

bool NodeTransport::has_work() {
  for (const Inbox& inbox : inboxes_) {
    ensure_in_sequence(inbox);
    // Sequentially consistent with the mark that this rank is blocked, which the writer reads.
    if (inbox.has_arrived(std::memory_order_seq_cst)) return true;
  }
  if (queued_ == 0) return false;
  return std::ranges::any_of(
      outboxes_, [](Outbox& outbox) { return !outbox.is_empty() && outbox.has_room_for_first(); });
}

}  // namespace strobe::bcs::runtime
