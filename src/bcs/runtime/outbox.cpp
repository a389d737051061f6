// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/outbox.hpp"

#include <cstring>

#include "base/assert.hpp"
#include "bcs/runtime/prefetch.hpp"

namespace strobe::bcs::runtime {

namespace {

/// The data of each message begin at a cache line: copies are fast there, and no two messages share
/// a line.
constexpr std::uint32_t alignment = 64;
/// How many descriptors ahead the writer prefetches. The reader does not read these lines before
/// they are written.
constexpr std::uint32_t slots_ahead = 8;

}  // namespace

bool Outbox::has_slot() {
  if (position_ - consumed_ < ring_slots) return true;
  update_consumed();
  return position_ - consumed_ < ring_slots;
}

void Outbox::update_consumed() {
  consumed_ = ring_->consumed.load(std::memory_order_seq_cst);
  base::ensure(position_ - consumed_ <= ring_slots,
               "the reader of a ring has consumed more descriptors than were written");
}

void Outbox::update_freed() {
  freed_ = ring_->freed.load(std::memory_order_acquire);
  base::ensure(end_ - freed_ <= payload_bytes_,
               "the reader of a ring has freed more bytes than were written");
}

bool Outbox::has_bytes(std::uint32_t bytes, std::uint32_t& begin) {
  begin = (end_ + alignment - 1) / alignment * alignment;
  const std::uint32_t at = begin & (payload_bytes_ - 1);
  if (at + bytes > payload_bytes_) begin += payload_bytes_ - at;
  if (begin + bytes - freed_ <= payload_bytes_) return true;
  update_freed();
  return begin + bytes - freed_ <= payload_bytes_;
}

bool Outbox::has_room_for_first() {
  std::uint32_t begin = 0;
  const OutgoingDescriptor& first = queue_.front();
  return has_slot() && (first.kind == DescriptorKind::eager_inline || first.data_bytes == 0 ||
                        has_bytes(static_cast<std::uint32_t>(first.data_bytes), begin));
}

bool Outbox::write(const OutgoingDescriptor& outgoing) {
  if (!has_slot()) return false;
  Descriptor& slot = ring_->slots[position_ % ring_slots];
  if (outgoing.kind == DescriptorKind::eager_inline) {
    if (outgoing.data_bytes != 0) std::memcpy(slot.data, outgoing.data, outgoing.data_bytes);
  } else {
    std::uint32_t begin = end_;
    const auto bytes = static_cast<std::uint32_t>(outgoing.data_bytes);
    if (bytes != 0) {
      if (!has_bytes(bytes, begin)) return false;
      copy_.copy(payload_ + (begin & (payload_bytes_ - 1)), outgoing.data, bytes);
      end_ = begin + bytes;
    }
    slot.location = {
        .sender = outgoing.sender, .receiver = outgoing.receiver, .begin = begin, .end = end_};
  }
  describe(outgoing, slot);
  // The writer checks next whether the reader is blocked, and this store must come first.
  slot.turn.store(++position_, std::memory_order_seq_cst);
  prefetch_to_write(&ring_->slots[(position_ + slots_ahead) % ring_slots]);
  return true;
}

}  // namespace strobe::bcs::runtime
