// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/outbox.hpp"

#include <cstring>
#include <mutex>

#include "base/assert.hpp"
#include "bcs/runtime/prefetch.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime {

namespace {

/// The data of each message begin at a cache line: copies are fast there, and no two messages share
/// a line.
constexpr std::uint32_t alignment = 64;
/// How many descriptors ahead the writer prefetches. The reader does not read these lines before
/// they are written.
constexpr std::uint32_t slots_ahead = 8;

}  // namespace

void Outbox::open(Segment& segment, int own, int reader) {
  const Channel channel = segment.open_channel(own, reader);
  ring_ = channel.ring;
  payload_ = channel.payload.data();
  payload_bytes_ = static_cast<std::uint32_t>(channel.payload.size());
  reader_state_ = &segment.status(reader).wait_state;
  writers_ = channel.writers;
  waiting_ = channel.waiting;
  arrivals_ = segment.arrivals(reader);
  own_ = static_cast<std::uint16_t>(own);
  announced_as_ = is_shared() ? segment.ranks() : own;
}

bool Outbox::update_limit() {
  const std::uint32_t consumed = ring_->consumed.load(std::memory_order_seq_cst);
  base::ensure(position_ - consumed <= ring_slots,
               "the reader of a ring has consumed more descriptors than were written");
  limit_ = consumed + ring_slots;
  return position_ != limit_;
}

void Outbox::update_freed() {
  freed_ = ring_->freed.load(std::memory_order_acquire);
  base::ensure(end_ - freed_ <= payload_bytes_,
               "the reader of a ring has freed more bytes than were written");
}

/// Descriptors that the reader has read stay in their slots until the ring comes round to them.
bool Outbox::may_have_sent_after(std::uint32_t read, Context context, std::int32_t tag) const {
  if (!is_open()) return false;
  if (is_shared() || !queue_.empty() || position_ - read > ring_slots) return true;
  for (std::uint32_t at = read; at != position_; ++at) {
    const Descriptor& slot = ring_->slots[at % ring_slots];
    if (is_message(slot.kind) && slot.kind != DescriptorKind::delivered &&
        slot.envelope.context == context && (tag == any_tag || slot.envelope.tag == tag)) {
      return true;
    }
  }
  return false;
}

bool Outbox::has_bytes(std::uint32_t bytes, std::uint32_t& begin) {
  begin = (end_ + alignment - 1) / alignment * alignment;
  const std::uint32_t at = begin & (payload_bytes_ - 1);
  if (at + bytes > payload_bytes_) begin += payload_bytes_ - at;
  if (begin + bytes - freed_ <= payload_bytes_) return true;
  update_freed();
  return begin + bytes - freed_ <= payload_bytes_;
}

bool Outbox::has_room_for(const OutgoingDescriptor& outgoing) {
  std::uint32_t begin = 0;
  // What the reader has freed is seen with what it has consumed, which is ordered with the mark
  // that this rank is blocked.
  return update_limit() &&
         (outgoing.kind == DescriptorKind::eager_inline || outgoing.data_bytes == 0 ||
          has_bytes(static_cast<std::uint32_t>(outgoing.data_bytes), begin));
}

/// Calls `act` while no other rank writes to the shared channel.
template <class Act>
bool Outbox::in_turn(Act&& act) {
  const std::lock_guard lock(writers_->lock);
  position_ = writers_->position;
  end_ = writers_->end;
  STROBE_TRANSITION(in_turn);
  update_limit();
  update_freed();
  const bool result = act();
  writers_->position = limit_ = position_;
  writers_->end = end_;
  return result;
}

bool Outbox::is_own_turn() const {
  const std::uint32_t unread = position_ + ring_slots - limit_;
  return position_ - written_[writes_ % most_unread] >= unread;
}

bool Outbox::has_room_for_first() {
  const auto has_room = [&] { return has_room_for(queue_.front()); };
  if (!is_shared()) return has_room();
  // The reader takes the writers out that it wakes. If it did so before this writer had set the
  // mark that it is blocked, nobody would wake the writer, and another one might take the room.
  waiting_.add(own_);
  return in_turn([&] { return is_own_turn() && has_room(); });
}

void Outbox::wait_for_room(bool waits) {
  if (!is_shared()) ring_->writer_waits.store(waits ? 1 : 0, std::memory_order_seq_cst);
}

inline bool Outbox::write_in_slot(const OutgoingDescriptor& outgoing) {
  Descriptor& slot = ring_->slots[position_ % ring_slots];
  about_to_write(&slot.kind, sizeof slot - offsetof(Descriptor, kind));
  if (outgoing.kind == DescriptorKind::eager_inline) {
    if (outgoing.data_bytes != 0) std::memcpy(slot.data, outgoing.data, outgoing.data_bytes);
  } else {
    std::uint32_t begin = end_;
    const auto bytes = static_cast<std::uint32_t>(outgoing.data_bytes);
    if (bytes != 0) {
      if (!has_bytes(bytes, begin)) return false;
      about_to_write(payload_ + (begin & (payload_bytes_ - 1)), bytes);
      copy_.copy(payload_ + (begin & (payload_bytes_ - 1)), outgoing.data, bytes);
      end_ = begin + bytes;
    }
    slot.location = {
        .sender = outgoing.sender, .receiver = outgoing.receiver, .begin = begin, .end = end_};
  }
  describe(outgoing, slot);
  // The writer checks next whether the reader is blocked, and this store must come first.
  slot.turn.store(++position_, std::memory_order_seq_cst);
  if (arrivals_.exists()) announce();
  prefetch_to_write(&ring_->slots[(position_ + slots_ahead) % ring_slots]);
  return true;
}

bool Outbox::write(const OutgoingDescriptor& outgoing) {
  return position_ != limit_ ? write_in_slot(outgoing) : write_with_new_limit(outgoing);
}

bool Outbox::write_with_new_limit(const OutgoingDescriptor& outgoing) {
  if (!is_open()) return false;
  if (!is_shared()) return update_limit() && write_in_slot(outgoing);
  if (refused_at_ && ring_->consumed.load(std::memory_order_relaxed) == *refused_at_) return false;
  return in_turn([&] {
    refused_at_ = limit_ - ring_slots;
    if (position_ == limit_ || !is_own_turn()) return false;
    ring_->slots[position_ % ring_slots].member = own_;
    if (!write_in_slot(outgoing)) return false;
    written_[writes_++ % most_unread] = position_;
    refused_at_.reset();
    return true;
  });
}

void Outbox::announce() {
  STROBE_TRANSITION(announcing);
  arrivals_.add(announced_as_);
}

}  // namespace strobe::bcs::runtime
