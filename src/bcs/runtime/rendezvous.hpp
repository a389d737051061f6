// SPDX-License-Identifier: BSD-3-Clause
//
// The data of rendezvous messages within a node. The receiver copies them out of the sender's
// memory (cross-memory attach); a sender that waits meanwhile copies a part of long data. If the
// system refuses such access, the sender sends the data in fragments through shared memory.
#pragma once

#include <cstdint>

#include "bcs/runtime/cross_memory_grant.hpp"
#include "bcs/runtime/node_transport.hpp"
#include "bcs/runtime/outstanding.hpp"
#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime {

class Rendezvous {
 public:
  /// `shares_copies`: senders copy a part of long data, since the ranks have cores of their own.
  Rendezvous(Segment& segment, int own, NodeTransport& transport, Quiescence& quiescence,
             Outstanding& outstanding, bool cross_memory, bool shares_copies);

  /// Before this rank offers data: lets the other ranks access its memory.
  void allow_access() {
    if (uses_cross_memory_) grant_.give();
  }
  void revoke_access() { grant_.revoke(); }

  // The receiver.
  /// Fetches the data of a message from a member. False if they will come in fragments, for which
  /// `request` asks the sender; this fills in the receive's name and sends it.
  [[nodiscard]] bool fetch(Transfer& receive, int sender, const DataLocation& location,
                           std::size_t bytes, OutgoingDescriptor& request);
  /// Takes a fragment. The receive if that completes its data, otherwise null.
  [[nodiscard]] Transfer* take_fragment(const Descriptor& descriptor, const std::byte* data);

  // The sender.
  /// Copies a part of the data into the memory of a receiver that asks for it.
  void copy_part(int receiver, const Descriptor& request);
  void send_fragments(int receiver, Transfer& send, const Descriptor& request);

 private:
  /// Whether the system allows it.
  [[nodiscard]] bool copy_from_sender(Transfer& receive, int sender, const DataLocation& location,
                                      std::size_t bytes);

  Segment& segment_;
  RankStatus& status_;
  NodeTransport& transport_;
  Quiescence& quiescence_;
  Outstanding& outstanding_;
  CrossMemoryGrant grant_;
  bool uses_cross_memory_;
  bool is_access_refused_;
  bool shares_copies_;
  std::uint32_t cooperative_copies_ = 0;
};

}  // namespace strobe::bcs::runtime
