// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/rendezvous.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "bcs/runtime/cooperative_copy.hpp"
#include "bcs/runtime/copy.hpp"
#include "bcs/runtime/cross_memory.hpp"

namespace strobe::bcs::runtime {

Rendezvous::Rendezvous(Segment& segment, int own, NodeTransport& transport, Quiescence& quiescence,
                       Outstanding& outstanding, bool cross_memory, bool shares_copies)
    : segment_(segment),
      status_(segment.status(own)),
      transport_(transport),
      quiescence_(quiescence),
      outstanding_(outstanding),
      grant_(segment),
      announcements_(segment.receive_board(own)),
      own_(own),
      uses_cross_memory_(cross_memory),
      is_access_refused_(!cross_memory),
      is_writing_refused_(!cross_memory),
      shares_copies_(shares_copies) {}

bool Rendezvous::fetch(Transfer& receive, int sender, const DataLocation& location,
                       std::size_t bytes, OutgoingDescriptor& request) {
  if (!is_access_refused_ && copy_from_sender(receive, sender, location, bytes)) {
    note_activity();
    return true;
  }
  is_access_refused_ = true;
  receive.arrived = 0;
  request.receiver = outstanding_.add(receive);
  transport_.send(sender, request);
  return false;
}

bool Rendezvous::copy_from_sender(Transfer& receive, int sender, const DataLocation& location,
                                  std::size_t bytes) {
  const pid_t pid = segment_.status(sender).pid.load(std::memory_order_relaxed);
  // The receiver copies alone if the sender sleeps, which would have to be woken, or if the two
  // share a core.
  if (!shares_copies_ || !is_worth_sharing(bytes) || quiescence_.is_blocked(sender)) {
    return pull(pid, location.receiver, receive.data, bytes);
  }
  const CooperativeCopy copy{.board = &status_.cooperative_copy,
                             .number = ++cooperative_copies_,
                             .other = pid,
                             .bytes = bytes};
  copy.open();
  // The sender writes into the memory of this rank.
  grant_.give();
  transport_.send(sender, {.kind = DescriptorKind::copy_request,
                           .envelope = {.bytes = bytes, .mark = copy.number},
                           .sender = location.sender,
                           .receiver = reinterpret_cast<std::uint64_t>(receive.data)});
  return copy.pull(location.receiver, receive.data);
}

void Rendezvous::announce(Transfer& receive, int source) {
  if (!uses_cross_memory_) return;
  grant_.give();
  announcements_.announce(receive, source, transport_.read_from(source));
}

bool Rendezvous::deliver(const Transfer& send, int receiver) {
  if (is_writing_refused_) return false;
  const std::optional<std::uint64_t> address =
      claim_receive(segment_.receive_board(receiver), own_, send,
                    [&](std::uint32_t read, Context context, std::int32_t tag) {
                      return transport_.may_have_sent_after(receiver, read, context, tag);
                    });
  if (!address) return false;
  const pid_t pid = segment_.status(receiver).pid.load(std::memory_order_relaxed);
  is_writing_refused_ = !push(pid, send.data, *address, send.bytes);
  note_activity();
  return !is_writing_refused_;
}

void Rendezvous::copy_part(int receiver, const Descriptor& request) {
  const Envelope& envelope = request.envelope;
  RankStatus& status = segment_.status(receiver);
  const CooperativeCopy copy{.board = &status.cooperative_copy,
                             .number = envelope.mark,
                             .other = status.pid.load(std::memory_order_relaxed),
                             .bytes = envelope.bytes};
  // The transfer exists while its receiver copies.
  const auto data = [&] {
    const Transfer& transfer = outstanding_.find(request.location.sender);
    base::ensure(envelope.bytes <= transfer.bytes,
                 "a receiver asks to copy more data than the message has");
    return transfer.data;
  };
  copy.push(data, request.location.receiver);
}

void Rendezvous::send_fragments(int receiver, Transfer& send, const Descriptor& request) {
  const std::size_t all = request.envelope.bytes;
  const std::size_t most = transport_.most_data();
  for (std::size_t begin = 0; begin < all; begin += most) {
    const std::size_t bytes = std::min(most, all - begin);
    transport_.send(receiver, {.kind = DescriptorKind::fragment,
                               .envelope = {.bytes = all},
                               .receiver = request.location.receiver,
                               .data = send.data + begin,
                               .data_bytes = bytes,
                               .written = begin + bytes == all ? &send : nullptr});
  }
}

Transfer* Rendezvous::take_fragment(const Descriptor& descriptor, const std::byte* data) {
  Transfer& receive = outstanding_.find(descriptor.location.receiver);
  const std::size_t all = descriptor.envelope.bytes;
  const std::size_t bytes = descriptor.location.end - descriptor.location.begin;
  base::ensure(all <= receive.bytes && bytes <= all - receive.arrived,
               "fragments bring more data than the receive asked for");
  copy_bytes(receive.data + receive.arrived, data, bytes);
  receive.arrived += bytes;
  return receive.arrived == all ? &outstanding_.remove(descriptor.location.receiver) : nullptr;
}

}  // namespace strobe::bcs::runtime
