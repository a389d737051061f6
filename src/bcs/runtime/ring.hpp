// SPDX-License-Identifier: BSD-3-Clause
//
// The shared memory from one rank to another: a ring of descriptors, one cache line each, and a
// ring of bytes for the data of eager messages. One rank writes, the other reads; the writers of a
// shared channel take turns (segment.hpp). Zeroed memory is an empty ring.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/assert.hpp"
#include "bcs/runtime/atomic.hpp"
#include "bcs/runtime/envelope.hpp"

namespace strobe::bcs::runtime {

/// What a descriptor announces.
enum class DescriptorKind : std::uint8_t {
  eager_inline,     ///< a message whose data are in the descriptor
  eager,            ///< a message whose data are in the ring of bytes
  rendezvous,       ///< a message whose data stay in the sender's memory until a receive matches
  direct,           ///< a message between nodes whose data the link moves from memory to memory
  delivered,        ///< a message whose data the sender has written into the receive buffer
  acknowledgement,  ///< the receiver has the data of a message, or will get them (direct)
  copy_request,     ///< the receiver reads the sender's memory; the sender may copy a part
  data_request,     ///< the receiver cannot read the sender's memory and asks for the data
  fragment,         ///< a part of the data that the receiver asked for
  cancellation,     ///< the sender cancels a message, unless a receive has matched it
  cancelled,        ///< the receiver has dropped that message
  credit,           ///< the receiver has taken messages from another node (link_credits.hpp)
  quiescence,       ///< a message between the leaders of nodes (global_quiescence.hpp)
  wait_report,      ///< what a deadlocked rank waits for (deadlock_report.hpp)
};

inline constexpr bool is_message(DescriptorKind kind) { return kind <= DescriptorKind::delivered; }

inline constexpr std::uint32_t ring_slots = usually(64U, 8U);
inline constexpr std::size_t data_in_slot = 24;

/// Where the data of a descriptor are if they are not in the descriptor.
struct DataLocation {
  std::uint64_t sender;    ///< name of the sender's transfer; 0 if it needs no answer
  std::uint64_t receiver;  ///< requests, fragments: name of the receive; rendezvous: data address
  std::uint32_t begin;     ///< of the data in the ring of bytes
  std::uint32_t end;       ///< once the data are read, the ring of bytes is free up to here
};

struct alignas(64) Descriptor {
  /// Position of the descriptor in the endless sequence, plus one. The writer stores it last, and
  /// then reads `wait_state` of the reader, which reads it after it has stored that.
  Atomic<std::uint32_t> turn;
  DescriptorKind kind;
  std::uint16_t member;  ///< in a shared channel: the writer's number in its node
  /// Answers to a message use `bytes`, `slice`, and `mark` (the slice of the receive, or the number
  /// of the cooperative copy).
  Envelope envelope;
  union {
    std::byte data[data_in_slot];
    DataLocation location;
  };
};
static_assert(sizeof(Descriptor) == 64);

/// The data of an eager_inline descriptor.
inline const std::byte* inline_data(const Descriptor& slot) {
  base::ensure(slot.envelope.bytes <= data_in_slot,
               "a message is longer than the descriptor that holds its data");
  return slot.data;
}

struct Ring {
  /// Descriptors that the reader has read. It stores this and then reads `writer_waits`.
  alignas(64) Atomic<std::uint32_t> consumed;
  /// Bytes that the reader has read. It stores this before `consumed`, and the writer reads it
  /// after that.
  Atomic<std::uint32_t> freed;
  /// The writer waits for room, unless the channel is shared. It stores this and then reads
  /// `consumed`.
  alignas(64) Atomic<std::uint32_t> writer_waits;
  Descriptor slots[ring_slots];
};

}  // namespace strobe::bcs::runtime
