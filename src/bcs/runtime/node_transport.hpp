// SPDX-License-Identifier: BSD-3-Clause
//
// The transport within a node: for each rank that has sent something the reading end of its channel
// (Inbox), and for each rank that something was sent to the writing end (Outbox). On a node of few
// ranks a rank polls all inboxes. On larger nodes it looks only at inboxes whose writers have
// announced a message, so that a poll that finds nothing costs the same for any number of ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "bcs/runtime/completions.hpp"
#include "bcs/runtime/outbox.hpp"
#include "bcs/runtime/quiescence.hpp"
#include "bcs/runtime/rank_table.hpp"
#include "bcs/runtime/segment.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime {

class NodeTransport {
 public:
  /// `own` is the number of the rank in the segment.
  NodeTransport(Segment& segment, int own, Quiescence& quiescence, Completions& completions);

  [[nodiscard]] int members() const { return members_; }
  /// The most data that may go with one descriptor.
  [[nodiscard]] std::size_t most_data() const { return segment_.payload_bytes() / 4; }

  /// Writes a descriptor, or queues it until there is room, and wakes the receiver.
  [[gnu::always_inline]] void send(int member, const OutgoingDescriptor& outgoing) {
    Outbox& outbox = outboxes_[member];
    if (outbox.is_empty() && outbox.write(outgoing)) [[likely]] {
      if (outgoing.written != nullptr) completions_.complete(*outgoing.written);
      STROBE_TRANSITION(written);
      if (outbox.may_reader_sleep()) wake(member, outgoing);
    } else {
      send_or_queue(member, outgoing);
    }
  }
  /// Writes queued descriptors while there is room.
  void flush() {
    if (!queued_.empty()) [[unlikely]]
      flush_queued();
  }
  /// As Outbox::may_have_sent_after.
  [[nodiscard]] bool may_have_sent_after(int member, std::uint32_t read, Context context,
                                         std::int32_t tag) const {
    const Outbox* const outbox = outboxes_.find(member);
    return outbox != nullptr && outbox->may_have_sent_after(read, context, tag);
  }
  /// How many descriptors the rank has read from a member, if that has a channel of its own.
  [[nodiscard]] std::uint32_t read_from(int member) { return inboxes_[member].position; }
  /// Whether descriptors wait for room.
  [[nodiscard]] bool has_queued() const { return !queued_.empty(); }

  /// Calls `visit(inbox)` with the number of each inbox in which descriptors have arrived. Whether
  /// there were any.
  template <class Visit>
  [[gnu::always_inline]] bool visit_arrived(Visit&& visit);
  /// Calls `visit(inbox)` until all is read that the rank has sent itself.
  template <class Visit>
  void visit_own(Visit&& visit);
  /// Reads all descriptors of an inbox, of which there is one, and calls
  /// `take(member, descriptor, data)` with each. The data may be overwritten afterwards.
  template <class Take>
  [[gnu::always_inline]] void receive(int inbox, Take&& take);

  /// Tells the writers how much of their rings has been read, so that they have room.
  void publish_consumed();
  /// Before the rank blocks: publishes what has been read, and asks for room if it needs some.
  void prepare_to_block();
  /// Whether the rank has something to read, or room for something that it has queued.
  [[nodiscard]] bool has_work();

 private:
  /// The reading end of a channel.
  struct Inbox {
    Ring* ring = nullptr;
    const std::byte* payload = nullptr;
    std::uint32_t bytes = 0;               ///< size of the ring of bytes, a power of two
    std::uint32_t mask = 0;                ///< that minus one
    std::uint32_t position = 0;            ///< of the next descriptor
    std::uint32_t published_position = 0;  ///< what the writer knows of `position`
    std::uint32_t freed = 0;               ///< bytes of the ring of bytes that have been read
    std::uint32_t published_freed = 0;     ///< what the writer knows of `freed`
    bool is_noted = false;                 ///< in `read_`

    [[nodiscard]] const Descriptor& next() const { return ring->slots[position % ring_slots]; }
    [[nodiscard]] bool has_arrived(std::memory_order order = std::memory_order_acquire) const {
      return next().turn.load(order) == position + 1;
    }
  };
  /// The writer hears of room in steps of so many descriptors.
  static constexpr std::uint32_t slots_published_at_once = usually(ring_slots / 4, ring_slots);

  static void open(Inbox& inbox, const Channel& channel);
  /// The inbox that its writer has announced: that of a member, or `members()` for the shared
  /// channel.
  [[nodiscard]] Inbox& announced(int number);
  template <class Visit>
  [[gnu::noinline]] bool visit_announced(Visit&& visit);
  /// Remembers that something is read which is not published yet.
  void note_read(int number, Inbox& inbox);
  /// The member that has written a descriptor in an inbox.
  [[nodiscard]] int writer_of(int number, const Descriptor& descriptor) const;
  /// The data of a descriptor in the ring of bytes, which are free afterwards.
  [[nodiscard]] static const std::byte* data_to_free(const Descriptor& slot, Inbox& inbox);
  static void ensure_in_sequence(const Inbox& inbox);
  void publish(int number, Inbox& inbox);
  void wake_waiting_writers();
  /// Wakes the member for a descriptor: the progress thread of one that computes only if the
  /// descriptor needs an answer or belongs to a collective, whose messages have no number.
  void wake(int member, const OutgoingDescriptor& outgoing);
  /// Opens the channel with the first descriptor for a member.
  void send_or_queue(int member, const OutgoingDescriptor& outgoing);
  void flush_queued();

  Segment& segment_;
  int own_;
  int members_;
  MemberSet arrivals_;          ///< unless the rank polls
  RankTable<Inbox> inboxes_;    ///< by member, and then that of the shared channel
  RankTable<Outbox> outboxes_;  ///< by member
  std::vector<int> read_;       ///< inboxes with something read that may not be published
  std::vector<int> queued_;     ///< members for which descriptors wait for room
  std::vector<int> woken_;      ///< the last writers that waited for room in the shared channel
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
  about_to_read(inbox.payload + offset, bytes);
  return inbox.payload + offset;
}

inline int NodeTransport::writer_of(int number, const Descriptor& descriptor) const {
  if (number != members_) [[likely]]
    return number;
  base::ensure(descriptor.member < members_, "a descriptor of a shared channel has no writer");
  return descriptor.member;
}

template <class Take>
inline void NodeTransport::receive(int number, Take&& take) {
  Inbox& inbox = inboxes_[number];
  do {
    const Descriptor& slot = inbox.next();
    about_to_read(&slot.kind, sizeof slot - offsetof(Descriptor, kind));
    const int writer = writer_of(number, slot);
    if (slot.kind == DescriptorKind::eager_inline) {
      take(writer, slot, inline_data(slot));
    } else {
      take(writer, slot, data_to_free(slot, inbox));
    }
    ++inbox.position;
    if (inbox.position - inbox.published_position >= slots_published_at_once ||
        inbox.freed - inbox.published_freed >= usually(inbox.mask >> 2, inbox.mask)) {
      publish(number, inbox);
    }
    // A writer that has found itself announced does not announce what it has written since.
  } while (inbox.has_arrived(std::memory_order_seq_cst));
}

template <class Visit>
inline bool NodeTransport::visit_arrived(Visit&& visit) {
  if (arrivals_.exists()) return !arrivals_.is_empty() && visit_announced(visit);
  bool has_arrived = false;
  const Inbox* const inboxes = &inboxes_[0];
  for (int member = 0; member < members_; ++member) {
    if (!inboxes[member].has_arrived()) continue;
    visit(member);
    has_arrived = true;
  }
  return has_arrived;
}

template <class Visit>
bool NodeTransport::visit_announced(Visit&& visit) {
  bool has_arrived = false;
  arrivals_.take_all([&](int number) {
    Inbox& inbox = announced(number);
    // The rank may have read the descriptor before its writer announced it.
    if (!inbox.has_arrived(std::memory_order_seq_cst)) return ensure_in_sequence(inbox);
    note_read(number, inbox);
    visit(number);
    // Its writers may each have few descriptors there that are not known to be read.
    if (number == members_) publish(number, inbox);
    has_arrived = true;
  });
  return has_arrived;
}

template <class Visit>
void NodeTransport::visit_own(Visit&& visit) {
  const Outbox* const outbox = outboxes_.find(own_);
  if (outbox == nullptr || !outbox->is_open()) return;
  const int number = outbox->is_shared() ? members_ : own_;
  Inbox& inbox = announced(number);
  for (;;) {
    if (inbox.has_arrived()) {
      // What it reads may make it send more.
      note_read(number, inbox);
      visit(number);
    } else if (outbox->is_empty()) {
      break;
    } else {
      publish(number, inbox);
      flush();
    }
  }
}

}  // namespace strobe::bcs::runtime
