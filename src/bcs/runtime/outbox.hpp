// SPDX-License-Identifier: BSD-3-Clause
//
// One rank's writing end of the ring to another, and what waits for room there. What is written
// keeps its order.
#pragma once

#include <cstdint>
#include <deque>
#include <span>

#include "bcs/runtime/ring.hpp"
#include "bcs/runtime/shared_copy.hpp"

namespace strobe::bcs::runtime {

/// What is to be written: a descriptor, and the data that go with it.
struct OutgoingDescriptor {
  DescriptorKind kind = DescriptorKind::eager_inline;
  std::int32_t tag = 0;
  std::uint32_t mark = 0;
  Context context = 0;
  std::uint64_t message_bytes = 0;
  std::uint32_t number = 0;
  std::uint32_t slice = 0;
  std::uint64_t sender = 0;
  std::uint64_t receiver = 0;
  const std::byte* data = nullptr;
  std::size_t data_bytes = 0;
  Transfer* written = nullptr;  ///< is over when this is written
};

/// The descriptor of a post, but for where its data are and for its turn.
inline void describe(const OutgoingDescriptor& post, Descriptor& slot) {
  slot.kind = post.kind;
  slot.tag = post.tag;
  slot.mark = post.mark;
  slot.context = post.context;
  slot.bytes = post.message_bytes;
  slot.number = post.number;
  slot.slice = post.slice;
}

class Outbox {
 public:
  Outbox(Ring& ring, std::span<std::byte> payload)
      : ring_(&ring),
        payload_(payload.data()),
        payload_bytes_(static_cast<std::uint32_t>(payload.size())) {}

  /// The most data that one descriptor takes.
  [[nodiscard]] std::size_t most_data() const { return payload_bytes_ / 4; }
  [[nodiscard]] bool is_empty() const { return queue_.empty(); }

  /// Whether it could be written at once. `post.written` is its caller's to end.
  bool write(const OutgoingDescriptor& post);
  void queue(const OutgoingDescriptor& post) { queue_.push_back(post); }
  /// Writes what there is room for. The transfers that are over are left to `ended`.
  template <class Ended>
  bool flush(Ended&& ended);

  /// Says that room is waited for, or that it is not.
  void wait_for_room(bool waits) {
    ring_->writer_waits.store(waits ? 1 : 0, std::memory_order_seq_cst);
  }
  [[nodiscard]] bool has_room_for_first();

 private:
  [[nodiscard]] bool has_slot();
  // Looks at what the reader has told. Seldom, and so not where it is called.
  [[gnu::noinline]] void see_consumed();
  [[gnu::noinline]] void see_freed();
  /// Room for so many bytes without a break, or false.
  [[nodiscard]] bool has_bytes(std::uint32_t bytes, std::uint32_t& begin);

  Ring* ring_;
  std::byte* payload_;
  std::uint32_t payload_bytes_;
  std::uint32_t position_ = 0;
  std::uint32_t consumed_ = 0;  ///< as last seen
  std::uint32_t end_ = 0;       ///< of what is written in the ring of bytes
  std::uint32_t freed_ = 0;     ///< as last seen
  SharedCopy copy_;
  std::deque<OutgoingDescriptor> queue_;
};

template <class Ended>
bool Outbox::flush(Ended&& ended) {
  bool wrote = false;
  while (!queue_.empty() && write(queue_.front())) {
    if (queue_.front().written != nullptr) ended(*queue_.front().written);
    queue_.pop_front();
    wrote = true;
  }
  return wrote;
}

}  // namespace strobe::bcs::runtime
