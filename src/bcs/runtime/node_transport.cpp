// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/node_transport.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace strobe::bcs::runtime {

NodeTransport::NodeTransport(Segment& segment, int own, Quiescence& quiescence,
                             Completions& completions)
    : segment_(segment),
      own_(own),
      members_(segment.ranks()),
      arrivals_(segment.arrivals(own)),
      quiescence_(quiescence),
      completions_(completions) {
  for (int other = 0; segment.is_polled() && other < members_; ++other) {
    open(inboxes_[other], segment.channel(other, own));
  }
}

void NodeTransport::open(Inbox& inbox, const Channel& channel) {
  inbox.ring = channel.ring;
  inbox.payload = channel.payload.data();
  inbox.bytes = static_cast<std::uint32_t>(channel.payload.size());
  inbox.mask = inbox.bytes - 1;
}

NodeTransport::Inbox& NodeTransport::announced(int number) {
  Inbox& inbox = inboxes_[number];
  if (inbox.ring != nullptr) [[likely]]
    return inbox;
  const Channel channel =
      number == members_ ? segment_.shared_channel(own_) : segment_.channel(number, own_);
  base::ensure(channel.ring != nullptr && (channel.writers != nullptr) == (number == members_),
               "a rank has announced a message in a channel that it does not have");
  open(inbox, channel);
  return inbox;
}

void NodeTransport::note_read(int number, Inbox& inbox) {
  if (inbox.is_noted) return;
  inbox.is_noted = true;
  read_.push_back(number);
}

void NodeTransport::wake(int member, const OutgoingDescriptor& outgoing) {
  const bool is_eager_data = outgoing.kind <= DescriptorKind::eager && outgoing.sender == 0;
  const bool can_wait = is_eager_data && outgoing.envelope.number != 0;
  can_wait ? quiescence_.wake(member) : quiescence_.wake_any(member);
}

void NodeTransport::send_or_queue(int member, const OutgoingDescriptor& outgoing) {
  Outbox& outbox = outboxes_[member];
  if (!outbox.is_open()) {
    outbox.open(segment_, own_, member);
    return send(member, outgoing);
  }
  if (outbox.is_empty()) queued_.push_back(member);
  outbox.queue(outgoing);
  // There is no room before the reader has read something.
  quiescence_.wake_any(member);
}

void NodeTransport::flush_queued() {
  std::erase_if(queued_, [this](int member) {
    Outbox& outbox = outboxes_[member];
    if (outbox.flush([this](Transfer& transfer) { completions_.complete(transfer); })) {
      quiescence_.wake_any(member);
    }
    if (!outbox.is_empty()) return false;
    outbox.wait_for_room(false);
    return true;
  });
}

/// A descriptor that is not written yet has the turn of its last use, or 0.
void NodeTransport::ensure_in_sequence(const Inbox& inbox) {
  const std::uint32_t turn = inbox.next().turn.load(std::memory_order_relaxed);
  const std::uint32_t next = inbox.position + 1;
  base::ensure(turn == next || turn == next - ring_slots || turn == 0,
               "the next descriptor of a ring is out of sequence");
}

void NodeTransport::publish(int number, Inbox& inbox) {
  if (inbox.position == inbox.published_position) return;
  base::ensure(inbox.freed - inbox.published_freed <= inbox.bytes,
               "a descriptor has data that were free in the ring of bytes");
  inbox.published_position = inbox.position;
  inbox.published_freed = inbox.freed;
  inbox.ring->freed.store(inbox.freed, std::memory_order_release);
  inbox.ring->consumed.store(inbox.position, std::memory_order_seq_cst);
  STROBE_TRANSITION(published);
  if (number == members_) {
    wake_waiting_writers();
  } else if (inbox.ring->writer_waits.load(std::memory_order_seq_cst) != 0) {
    quiescence_.wake_any(number);
  }
}

/// All may want the same room. The writer that is woken first differs from time to time.
void NodeTransport::wake_waiting_writers() {
  const MemberSet waiting = segment_.shared_channel(own_).waiting;
  if (waiting.is_empty()) return;
  const int last = woken_.empty() ? 0 : woken_.front();
  woken_.clear();
  waiting.take_all([this](int member) { woken_.push_back(member); });
  std::ranges::rotate(woken_, std::ranges::upper_bound(woken_, last));
  for (const int member : woken_) quiescence_.wake_any(member);
}

void NodeTransport::publish_consumed() {
  for (int member = 0; segment_.is_polled() && member < members_; ++member) {
    publish(member, inboxes_[member]);
  }
  for (const int number : read_) {
    publish(number, inboxes_[number]);
    inboxes_[number].is_noted = false;
  }
  read_.clear();
}

void NodeTransport::prepare_to_block() {
  publish_consumed();
  for (const int member : queued_) outboxes_[member].wait_for_room(true);
}

bool NodeTransport::has_work() {
  // Sequentially consistent with the mark that this rank is blocked, which the writer reads.
  if (arrivals_.exists() && !arrivals_.is_empty()) return true;
  for (int member = 0; segment_.is_polled() && member < members_; ++member) {
    const Inbox& inbox = inboxes_[member];
    ensure_in_sequence(inbox);
    if (inbox.has_arrived(std::memory_order_seq_cst)) return true;
  }
  return std::ranges::any_of(queued_,
                             [this](int member) { return outboxes_[member].has_room_for_first(); });
}

}  // namespace strobe::bcs::runtime
