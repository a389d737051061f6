// SPDX-License-Identifier: BSD-3-Clause
//
// BR: matches send descriptors with posted receives and schedules the transfers. It splits long
// messages into chunks, which are transferred in several slices.
#include <algorithm>

#include "base/assert.hpp"
#include "base/format.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

void Node::descriptor_arrived(const Block& descriptor, Actions& actions) {
  if (is_exchange(descriptor.signature.call)) {
    part_descriptor_arrived(descriptor, actions);
    return;
  }
  Process& destination = process(descriptor.envelope.destination);
  destination.matching.add_send({.envelope = descriptor.envelope,
                                 .request = descriptor.send_request,
                                 .content = descriptor.content});
  if (job_->policy.buffers) return;
  match(actions);
  finish_wait(destination, actions);
}

void Node::match(Actions& actions) {
  const bool decides_wildcards = job_->policy.buffers || !job_->policy.wildcards_wait;
  for (Process& process : processes_) {
    while (const auto match = process.matching.next(decides_wildcards))
      begin_matched_transfer(*match, actions);
    if (job_->policy.buffers) finish_wait(process, actions);
  }
  if (!job_->policy.buffers) return;
  for (Collective& collective : collectives_) receive_parts(collective, actions);
}

void Node::begin_matched_transfer(const Match& match, Actions& actions) {
  const Envelope& envelope = match.send.envelope;
  if (envelope.bytes > match.receive.bytes) {
    actions.errors.push_back(
        {envelope.destination,
         base::format(
             "receives at most {} bytes, but the message from rank {} with tag {} has {} bytes",
             match.receive.bytes, envelope.source, envelope.tag, envelope.bytes)});
  }
  decisions_.matched(envelope.destination, match.receive.sequence, envelope.source,
                     envelope.sequence);
  begin_transfer({.envelope = envelope,
                  .send_request = match.send.request,
                  .receive_request = match.receive.request,
                  .content = match.send.content},
                 actions);
}

void Node::begin_transfer(const Transfer& transfer, Actions& actions) {
  if (job_->policy.buffers) {
    transfers_.push_back(transfer);
  } else {
    start_chunk({.transfer = transfer, .size_bytes = transfer.envelope.bytes}, actions);
  }
}

void Node::schedule_chunks() {
  std::int64_t room = job_->slice_bytes;
  for (Transfer& transfer : transfers_) {
    const std::int64_t left = transfer.envelope.bytes - transfer.scheduled_bytes;
    const std::int64_t size = std::min(left, room);
    if (size == 0 && left > 0) continue;
    chunks_.push_back({transfer, transfer.scheduled_bytes, size});
    transfer.scheduled_bytes += size;
    room -= size;
  }
  base::ensure(room >= 0, "a slice transfers more bytes than its limit");
  std::erase_if(transfers_, [](const Transfer& transfer) {
    return transfer.scheduled_bytes == transfer.envelope.bytes;
  });
  counts_.scheduled_messages = static_cast<std::uint32_t>(chunks_.size());
}

}  // namespace strobe::bcs::protocol
