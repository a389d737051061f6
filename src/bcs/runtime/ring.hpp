// SPDX-License-Identifier: BSD-3-Clause
//
// What one rank has to say to another: a ring of descriptors, each a cache line, and a ring of
// bytes for the data of messages that are sent eagerly. One writes, the other reads. All zeros is
// empty.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

/// What a descriptor announces.
enum class DescriptorKind : std::uint8_t {
  eager_inline,     ///< a message whose data are in the descriptor
  eager,            ///< a message whose data are in the ring of bytes
  rendezvous,       ///< a message whose data stay in the sender's memory until a receive matches
  acknowledgement,  ///< the receiver has the data of a synchronous or rendezvous send
  copy_request,     ///< the receiver reads the sender's memory; the sender may copy a part
  data_request,     ///< the receiver cannot read the sender's memory and asks for the data
  fragment,         ///< a part of the data that were asked for
  quiescence,       ///< a message between the leaders of nodes (global_quiescence.hpp)
  wait_report,      ///< what a deadlocked rank waits for (deadlock_report.hpp)
};

inline constexpr std::uint32_t ring_slots = 64;
inline constexpr std::size_t data_in_slot = 24;

/// Where the data of a descriptor are when they are not in it.
struct DataLocation {
  std::uint64_t sender;    ///< the sender's transfer, in its memory; 0 where nobody waits
  std::uint64_t receiver;  ///< of an ask or a piece: the receiver's. Else: where the data are
  std::uint32_t begin;     ///< in the ring of bytes
  std::uint32_t end;       ///< up to where that ring is free again
};

struct alignas(64) Descriptor {
  /// The slot's position in the endless sequence plus one, as soon as all else is there.
  std::atomic<std::uint32_t> turn;
  DescriptorKind kind;
  std::int32_t tag;
  std::uint32_t mark;
  Context context;
  std::uint64_t bytes;
  std::uint32_t number;  ///< of a message, among those from this rank to that one
  std::uint32_t slice;   ///< in which it was sent
  union {
    std::byte data[data_in_slot];
    DataLocation location;
  };
};
static_assert(sizeof(Descriptor) == 64);

struct Ring {
  alignas(64) std::atomic<std::uint32_t> consumed;      ///< slots that may be written again
  std::atomic<std::uint32_t> freed;                     ///< of the ring of bytes
  alignas(64) std::atomic<std::uint32_t> writer_waits;  ///< for room
  Descriptor slots[ring_slots];
};

}  // namespace strobe::bcs::runtime
