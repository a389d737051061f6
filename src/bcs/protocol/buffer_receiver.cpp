// SPDX-License-Identifier: BSD-3-Clause
//
// BR: matches send descriptors with posted receives and schedules the transfers. It splits long
// messages into chunks, which are transferred in several slices.
#include <algorithm>
#include <utility>

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
  for (const Block& cancellation : std::exchange(early_cancellations_, {})) {
    cancellation_arrived(cancellation, actions);
  }
  if (job_->policy.buffers) return;
  match(actions);
  finish_wait(destination, actions);
}

void Node::cancellation_arrived(const Block& cancellation, Actions& actions) {
  const Envelope& envelope = cancellation.envelope;
  const Matching& matching = process(envelope.destination).matching;
  if (matching.has_arrived(envelope.source, envelope.sequence)) {
    cancel_if_unmatched(cancellation, actions);
  } else {
    early_cancellations_.push_back(cancellation);
  }
}

void Node::cancel_if_unmatched(const Block& cancellation, Actions& actions) {
  const Envelope& envelope = cancellation.envelope;
  if (!process(envelope.destination).matching.drop(envelope.source, envelope.sequence)) return;
  Block cancelled = cancellation;
  cancelled.kind = BlockKind::cancelled;
  cancelled.to = {.first = job_->node_of(envelope.source)};
  deliver_or_send(cancelled, actions);
}

void Node::match(Actions& actions) {
  if (!job_->policy.buffers) {
    for (Process& process : processes_) {
      while (const auto match = process.matching.next(!job_->policy.wildcards_wait))
        begin_matched_transfer(*match, actions);
    }
    return;
  }
  for (const Match& match : std::exchange(decided_matches_, {})) {
    begin_matched_transfer(match, actions);
  }
  for (Process& process : processes_) {
    for (const Match& match : process.matching.decide()) begin_matched_transfer(match, actions);
    finish_wait(process, actions);
  }
  for (Collective& collective : collectives_) receive_parts(collective, actions);
}

void Node::begin_matched_transfer(const Match& match, Actions& actions) {
  const Envelope& envelope = match.send.envelope;
  if (envelope.bytes > match.receive.bytes && !match.receive.returns_errors) {
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
