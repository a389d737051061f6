// SPDX-License-Identifier: BSD-3-Clause
//
// The transport within a node: for each rank of the node the reading end of the ring from it
// (Inbox) and the writing end of the ring to it (Outbox).
#pragma once

#include <cstdint>
#include <vector>

#include "bcs/runtime/completions.hpp"
#include "bcs/runtime/outbox.hpp"
#include "bcs/runtime/quiescence.hpp"
#include "bcs/runtime/segment.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime {

class NodeTransport {
 public:
  /// `own` is the number of the rank in the segment.
  NodeTransport(Segment& segment, int own, Quiescence& quiescence, Completions& completions);

  [[nodiscard]] int members() const { return static_cast<int>(inboxes_.size()); }
  /// The most data that may go with one descriptor.
  [[nodiscard]] std::size_t most_data() const { return outboxes_.front().most_data(); }

  /// Writes a descriptor, or queues it until there is room, and wakes the receiver.
  [[gnu::always_inline]] void send(int member, const OutgoingDescriptor& outgoing) {
    if (Outbox& outbox = outboxes_[static_cast<std::size_t>(member)];
        outbox.is_empty() && outbox.write(outgoing)) [[likely]] {
      if (outgoing.written != nullptr) completions_.complete(*outgoing.written);
      STROBE_TRANSITION(written);
      if (outbox.is_reader_blocked()) quiescence_.wake(member);
    } else {
      queue(outbox, outgoing);
    }
  }
  /// Writes queued descriptors while there is room.
  void flush() {
    if (queued_ != 0) [[unlikely]]
      flush_queued();
  }
  /// Whether descriptors wait for room.
  [[nodiscard]] bool has_queued() const { return queued_ != 0; }
  [[nodiscard]] bool has_queued_for(int member) const {
    return !outboxes_[static_cast<std::size_t>(member)].is_empty();
  }

  [[nodiscard]] bool has_arrived(int member) const {
    return inboxes_[static_cast<std::size_t>(member)].has_arrived();
  }
  /// Reads all descriptors that have arrived from a member, of which there is one, and calls
  /// `take(descriptor, data)` with each. The data may be overwritten afterwards.
  template <class Take>
  [[gnu::always_inline]] void receive(int member, Take&& take);

  /// Tells a writer how much of its ring has been read, so that it has room.
  void publish_consumed(int member);
  /// Before the rank blocks: publishes what has been read, and asks for room if it needs some.
  void prepare_to_block();
  /// Whether the rank has something to read, or room for something that it has queued.
  [[nodiscard]] bool has_work();

 private:
  /// The reading end of the ring from one rank.
  struct Inbox {
    Ring* ring;
    const std::byte* payload;
    std::uint32_t bytes;                   ///< size of the ring of bytes, a power of two
    std::uint32_t mask;                    ///< that minus one
    std::uint32_t position = 0;            ///< of the next descriptor
    std::uint32_t published_position = 0;  ///< what the writer knows of `position`
    std::uint32_t freed = 0;               ///< bytes of the ring of bytes that have been read
    std::uint32_t published_freed = 0;     ///< what the writer knows of `freed`

    [[nodiscard]] const Descriptor& next() const { return ring->slots[position % ring_slots]; }
    [[nodiscard]] bool has_arrived(std::memory_order order = std::memory_order_acquire) const {
      return next().turn.load(order) == position + 1;
    }
  };
  /// The writer hears of room in steps of so many descriptors.
  static constexpr std::uint32_t slots_published_at_once = ring_slots / 4;

  /// The data of a descriptor in the ring of bytes, which are free afterwards.
  [[nodiscard]] static const std::byte* data_to_free(const Descriptor& slot, Inbox& inbox);
  static void ensure_in_sequence(const Inbox& inbox);
  void queue(Outbox& outbox, const OutgoingDescriptor& outgoing);
  void flush_queued();

  std::vector<Inbox> inboxes_;    ///< by member
  std::vector<Outbox> outboxes_;  ///< by member
  std::uint32_t queued_ = 0;      ///< outboxes with descriptors that wait for room
  Quiescence& quiescence_;
  Completions& completions_;
};

/// The writer puts the data into one piece of the ring of bytes. Whether that piece was free is
/// checked before it is freed again, which `receive` does once the data have been read.
inline const std::byte* NodeTransport::data_to_free(const Descriptor& slot, Inbox& inbox) {
  const std::uint32_t offset = slot.location.begin & inbox.mask;
  const std::uint64_t bytes = slot.location.end - slot.location.begin;
  base::ensure(offset + bytes <= inbox.bytes,
               "the data of a descriptor are outside of the ring of bytes");
  base::ensure(slot.kind != DescriptorKind::eager || slot.envelope.bytes == bytes,
               "the length of an eager message differs from the length of its data");
  inbox.freed = slot.location.end;
  return inbox.payload + offset;
}

template <class Take>
inline void NodeTransport::receive(int member, Take&& take) {
  Inbox& inbox = inboxes_[static_cast<std::size_t>(member)];
  do {
    const Descriptor& slot = inbox.next();
    if (slot.kind == DescriptorKind::eager_inline) {
      take(slot, inline_data(slot));
    } else {
      take(slot, data_to_free(slot, inbox));
    }
    ++inbox.position;
    if (inbox.position - inbox.published_position >= slots_published_at_once ||
        inbox.freed - inbox.published_freed >= (inbox.mask >> 2)) {
      publish_consumed(member);
    }
  } while (inbox.has_arrived());
}

}  // namespace strobe::bcs::runtime
