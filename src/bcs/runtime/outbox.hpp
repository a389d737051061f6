// SPDX-License-Identifier: BSD-3-Clause
//
// The writing end of the channel from one rank to another, and the queue of descriptors that wait
// for room in it. Descriptors keep their order.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <optional>

#include "bcs/runtime/atomic.hpp"
#include "bcs/runtime/ring.hpp"
#include "bcs/runtime/segment.hpp"
#include "bcs/runtime/shared_copy.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

/// A descriptor to be sent, and the data that go with it.
struct OutgoingDescriptor {
  DescriptorKind kind = DescriptorKind::eager_inline;
  Envelope envelope;
  std::uint64_t sender = 0;    ///< as in DataLocation
  std::uint64_t receiver = 0;  ///< as in DataLocation
  const std::byte* data = nullptr;
  std::size_t data_bytes = 0;
  Transfer* written = nullptr;  ///< completes when the descriptor is written; direct: is sent then
};

/// Fills in all of a descriptor but its turn and its data or their location.
inline void describe(const OutgoingDescriptor& outgoing, Descriptor& slot) {
  slot.kind = outgoing.kind;
  slot.envelope = outgoing.envelope;
}

class Outbox {
 public:
  /// Before anything is written. `own` is the number of the writer in the segment.
  void open(Segment& segment, int own, int reader);
  [[nodiscard]] bool is_open() const { return ring_ != nullptr; }
  /// Whether other ranks write to the same channel.
  [[nodiscard]] bool is_shared() const { return writers_ != nullptr; }

  [[nodiscard]] bool is_empty() const { return queue_.empty(); }
  /// Whether a message that a receive with these arguments matches may have been sent after the
  /// first `read` descriptors. Messages of kind `delivered` do not count.
  [[nodiscard]] bool may_have_sent_after(std::uint32_t read, Context context,
                                         std::int32_t tag) const;

  /// Writes the descriptor if the channel is open and has room; false if not. The caller completes
  /// `outgoing.written`.
  bool write(const OutgoingDescriptor& outgoing);
  void queue(const OutgoingDescriptor& outgoing) { queue_.push_back(outgoing); }
  /// Writes queued descriptors while there is room, and calls `complete` with the transfers that
  /// are complete then. Whether it wrote any.
  template <class Complete>
  bool flush(Complete&& complete);

  /// From now on the reader wakes this writer when there is room, or no longer. A writer to a
  /// shared channel asks for that in `has_room_for_first`.
  void wait_for_room(bool waits);
  /// Ask this after the rank has set its mark that it is blocked.
  [[nodiscard]] bool has_room_for_first();
  /// After `write`: whether the reader, or its progress thread, may have to be woken.
  [[nodiscard]] bool may_reader_sleep() const {
    return reader_state_->load(std::memory_order_seq_cst) != WaitState::awake;
  }

 private:
  /// The same for a channel in which no slot is known to be free.
  [[gnu::noinline]] bool write_with_new_limit(const OutgoingDescriptor& outgoing);
  [[nodiscard, gnu::always_inline]] bool write_in_slot(const OutgoingDescriptor& outgoing);
  void announce();
  // These read what the reader has published. They run rarely, and are not inlined so that the
  // common path stays short.
  [[gnu::noinline]] bool update_limit();
  [[gnu::noinline]] void update_freed();
  /// Finds room for so many contiguous bytes; false if there is none.
  [[nodiscard]] bool has_bytes(std::uint32_t bytes, std::uint32_t& begin);
  [[nodiscard]] bool has_room_for(const OutgoingDescriptor& outgoing);
  template <class Act>
  bool in_turn(Act&& act);
  /// Whether the reader has read enough of what this rank wrote to a shared channel.
  [[nodiscard]] bool is_own_turn() const;

  // What each write uses, in one cache line.
  alignas(64) Ring* ring_ = nullptr;
  const Atomic<std::uint32_t>* reader_state_ = nullptr;  ///< a WaitState
  std::byte* payload_ = nullptr;
  std::uint32_t payload_bytes_ = 0;
  std::uint32_t position_ = 0;
  /// Slots are known to be free up to this position. In a shared channel none is.
  std::uint32_t limit_ = 0;
  std::uint32_t end_ = 0;    ///< of the data written to the ring of bytes
  std::uint32_t freed_ = 0;  ///< as last read from the ring
  std::uint16_t own_ = 0;
  MemberSet arrivals_;  ///< of the reader, unless it polls

  std::list<OutgoingDescriptor> queue_;  ///< a list, which takes no memory while it is empty
  SharedWriters* writers_ = nullptr;
  MemberSet waiting_;     ///< writers that wait for room in a shared channel
  int announced_as_ = 0;  ///< in `arrivals_`
  /// One writer does not keep others from a shared channel: it has at most so many descriptors
  /// there that are not read.
  static constexpr std::uint32_t most_unread = ring_slots / 8;
  std::array<std::uint32_t, most_unread> written_{};  ///< turns of its last descriptors there
  std::uint32_t writes_ = 0;                          ///< of such descriptors
  /// What the reader had consumed when there was no room. There is none until it consumes more.
  std::optional<std::uint32_t> refused_at_;
  SharedCopy copy_;
};

template <class Complete>
bool Outbox::flush(Complete&& complete) {
  bool wrote = false;
  while (!queue_.empty() && write(queue_.front())) {
    if (queue_.front().written != nullptr) complete(*queue_.front().written);
    queue_.pop_front();
    wrote = true;
  }
  return wrote;
}

}  // namespace strobe::bcs::runtime
