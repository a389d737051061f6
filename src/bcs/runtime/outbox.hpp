// SPDX-License-Identifier: BSD-3-Clause
//
// The writing end of the ring from one rank to another, and the queue of descriptors that wait for
// room in the ring. Descriptors keep their order.
#pragma once

#include <cstdint>
#include <deque>
#include <span>

#include "bcs/runtime/ring.hpp"
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
  Transfer* written = nullptr;  ///< completes when the descriptor is written
};

/// Fills in all of a descriptor but its turn and its data or their location.
inline void describe(const OutgoingDescriptor& outgoing, Descriptor& slot) {
  slot.kind = outgoing.kind;
  slot.envelope = outgoing.envelope;
}

class Outbox {
 public:
  /// `reader_blocked` is the mark in the status of the reader.
  Outbox(Ring& ring, std::span<std::byte> payload, const std::atomic<std::uint32_t>& reader_blocked)
      : ring_(&ring),
        reader_blocked_(&reader_blocked),
        payload_(payload.data()),
        payload_bytes_(static_cast<std::uint32_t>(payload.size())) {}

  /// The most data that may go with one descriptor.
  [[nodiscard]] std::size_t most_data() const { return payload_bytes_ / 4; }
  [[nodiscard]] bool is_empty() const { return queue_.empty(); }

  /// Writes the descriptor if there is room; false if not. The caller completes `outgoing.written`.
  bool write(const OutgoingDescriptor& outgoing);
  void queue(const OutgoingDescriptor& outgoing) { queue_.push_back(outgoing); }
  /// Writes queued descriptors while there is room, and calls `complete` with the transfers that
  /// are complete then. Whether it wrote any.
  template <class Complete>
  bool flush(Complete&& complete);

  /// Sets or clears the flag by which the reader knows that this writer waits for room.
  void wait_for_room(bool waits) {
    ring_->writer_waits.store(waits ? 1 : 0, std::memory_order_seq_cst);
  }
  [[nodiscard]] bool has_room_for_first();
  /// After `write`: whether the reader has to be woken.
  [[nodiscard]] bool is_reader_blocked() const {
    return reader_blocked_->load(std::memory_order_seq_cst) != 0;
  }

 private:
  [[nodiscard]] bool has_slot();
  // These read what the reader has published. They run rarely, and are not inlined so that the
  // common path stays short.
  [[gnu::noinline]] void update_consumed();
  [[gnu::noinline]] void update_freed();
  /// Finds room for so many contiguous bytes; false if there is none.
  [[nodiscard]] bool has_bytes(std::uint32_t bytes, std::uint32_t& begin);

  Ring* ring_;
  const std::atomic<std::uint32_t>* reader_blocked_;
  std::byte* payload_;
  std::uint32_t payload_bytes_;
  std::uint32_t position_ = 0;
  std::uint32_t consumed_ = 0;  ///< as last read from the ring
  std::uint32_t end_ = 0;       ///< of the data written to the ring of bytes
  std::uint32_t freed_ = 0;     ///< as last read from the ring
  SharedCopy copy_;
  std::deque<OutgoingDescriptor> queue_;
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
