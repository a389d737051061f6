// SPDX-License-Identifier: BSD-3-Clause
//
// BR: matches descriptors of sends with those of receives, and schedules what is to be moved:
// longer messages in chunks, over several slices.
#include <algorithm>

#include "base/assert.hpp"
#include "base/format.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

void Node::offered(const Block& descriptor, Actions& actions) {
  if (is_exchange(descriptor.signature.call)) {
    part_offered(descriptor, actions);
    return;
  }
  Process& destination = process(descriptor.envelope.destination);
  destination.matching.offer({.envelope = descriptor.envelope,
                              .request = descriptor.send_request,
                              .content = descriptor.content});
  if (job_->policy.buffers) return;
  match(actions);
  satisfy(destination, actions);
}

void Node::match(Actions& actions) {
  const bool decides = job_->policy.buffers || !job_->policy.wildcards_wait;
  for (Process& process : processes_) {
    while (const auto match = process.matching.next(decides)) enact(*match, actions);
    if (job_->policy.buffers) satisfy(process, actions);
  }
  if (!job_->policy.buffers) return;
  for (Collective& collective : collectives_) take_parts(collective, actions);
}

void Node::enact(const Match& match, Actions& actions) {
  const Envelope& envelope = match.offer.envelope;
  if (envelope.bytes > match.wanted.bytes) {
    actions.complaints.push_back(
        {envelope.destination,
         base::format("receives at most {} bytes from rank {} with tag {}, whose message has {}",
                      match.wanted.bytes, envelope.source, envelope.tag, envelope.bytes)});
  }
  decisions_.matched(envelope.destination, match.wanted.sequence, envelope.source,
                     envelope.sequence);
  begin_transfer({.envelope = envelope,
                  .send_request = match.offer.request,
                  .receive_request = match.wanted.request,
                  .content = match.offer.content},
                 actions);
}

void Node::begin_transfer(const Transfer& transfer, Actions& actions) {
  if (job_->policy.buffers) {
    transfers_.push_back(transfer);
  } else {
    move({.transfer = transfer, .size_bytes = transfer.envelope.bytes}, actions);
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
  base::ensure(room >= 0, "a slice moves more than it has room for");
  std::erase_if(transfers_, [](const Transfer& transfer) {
    return transfer.scheduled_bytes == transfer.envelope.bytes;
  });
  counts_.scheduled_messages = static_cast<std::uint32_t>(chunks_.size());
}

}  // namespace strobe::bcs::protocol
