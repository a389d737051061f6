// SPDX-License-Identifier: BSD-3-Clause
//
// The data of rendezvous messages within a node. The receiver copies them out of the sender's
// memory (cross-memory attach); a sender that waits meanwhile copies a part of long data. If the
// receive is posted and its rank computes, the sender writes them into the receive buffer. If the
// system refuses such access, the sender sends the data in fragments through shared memory.
#pragma once

#include <cstdint>

#include "base/clock.hpp"
#include "bcs/runtime/cross_memory_grant.hpp"
#include "bcs/runtime/node_transport.hpp"
#include "bcs/runtime/outstanding.hpp"
#include "bcs/runtime/receive_announcements.hpp"
#include "bcs/runtime/receive_forecast.hpp"
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

  /// As ReceiveForecast::computes_after.
  [[nodiscard]] bool computes_after(const Transfer& receive) {
    return forecast_.computes_after(receive, base::monotonic_now());
  }
  /// Lets the sender write the data of a posted receive while this rank computes.
  void announce(Transfer& receive, int source);
  /// Before a receive gets its message, or when it is canceled. False if a sender has claimed it.
  [[nodiscard]] bool withdraw(Transfer& receive) {
    return receive.announcement == 0 || announcements_.withdraw(receive);
  }
  /// A receive gets a message of this kind.
  void end_announcement(Transfer& receive, DescriptorKind kind) {
    const bool is_delivered = kind == DescriptorKind::delivered;
    if (receive.announcement != 0 || is_delivered) [[unlikely]]
      announcements_.end(receive, is_delivered);
  }
  /// The rank waits as long as the result lives, and fetches data itself.
  [[nodiscard]] ReceiveAnnouncements::WaitScope wait_scope() {
    if (forecast_.has_posted()) [[unlikely]]
      forecast_.note_wait(base::monotonic_now());
    return ReceiveAnnouncements::WaitScope(announcements_);
  }

  // The sender.
  /// Writes the data of a message into the receive buffer, if the message matches a receive that is
  /// announced. The caller sends a descriptor in either case.
  [[nodiscard]] bool deliver(const Transfer& send, int receiver);
  /// Copies a part of the data into the memory of a receiver that asks for it.
  void copy_part(int receiver, const Descriptor& request);
  void send_fragments(int receiver, Transfer& send, const Descriptor& request);

 private:
  /// This rank has moved data.
  void note_activity() {
    if (forecast_.has_posted()) forecast_.note_activity(base::monotonic_now());
  }
  /// Whether the system allows it.
  [[nodiscard]] bool copy_from_sender(Transfer& receive, int sender, const DataLocation& location,
                                      std::size_t bytes);

  Segment& segment_;
  RankStatus& status_;
  NodeTransport& transport_;
  Quiescence& quiescence_;
  Outstanding& outstanding_;
  CrossMemoryGrant grant_;
  ReceiveAnnouncements announcements_;
  ReceiveForecast forecast_;
  int own_;
  bool uses_cross_memory_;
  bool is_access_refused_;
  bool is_writing_refused_;
  bool shares_copies_;
  std::uint32_t cooperative_copies_ = 0;
};

}  // namespace strobe::bcs::runtime
