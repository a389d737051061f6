// SPDX-License-Identifier: BSD-3-Clause
//
// Scatter, gather, allgather and alltoall. A member sends a descriptor of each of its parts to the
// receiver of the part. The node of the receiver requests the data when the receiver has called the
// collective, too. A part belongs to a collective by its number. No tag and no order of arrival is
// matched, so the result does not depend on timing.
#include <algorithm>

#include "base/assert.hpp"
#include "base/format.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

namespace {

/// Reports an error if the sender and the receiver of a part give different sizes.
void check_part_size(const Signature& signature, Rank receiver, std::int64_t receive_bytes,
                     Rank sender, std::int64_t send_bytes, Actions& actions) {
  if (receive_bytes == send_bytes) return;
  actions.errors.push_back(
      {receiver, base::format("receives {} bytes from rank {} in {}, but rank {} sends {} bytes",
                              receive_bytes, sender, to_string(signature), sender, send_bytes)});
}

}  // namespace

void Node::send_parts(Process& process, Collective& collective, Member& member, Actions& actions) {
  const std::int32_t c = collective.communicator;
  const Signature signature = *collective.signature;
  const Operation& operation = process.started[static_cast<std::size_t>(member.request)].operation;
  const ExchangePartners partners =
      exchange_partners(signature.call, signature.root, member.rank, job_->size(c));
  member.parts_to_send = static_cast<std::int32_t>(partners.receivers.size());
  member.parts_to_receive = static_cast<std::int32_t>(partners.senders.size());
  if (receives_own_part(signature.call, signature.root, member.rank)) {
    member.received_content = part_digest(member.rank, member.content);
    member.received_bytes = receive_bytes_from(operation, member.rank);
    check_part_size(signature, process.rank, member.received_bytes, process.rank,
                    send_bytes_to(operation, member.rank), actions);
    actions.moves.push_back({.call = signature.call,
                             .envelope = {.source = process.rank,
                                          .destination = process.rank,
                                          .communicator = c,
                                          .bytes = member.received_bytes,
                                          .sequence = collective.sequence},
                             .receive_request = member.request,
                             .size_bytes = member.received_bytes,
                             .content = member.content});
  }
  for (const Rank receiver : partners.receivers) {
    const Rank destination = job_->member(c, receiver);
    const Block descriptor{.kind = BlockKind::descriptor,
                           .to = {.first = job_->node_of(destination)},
                           .size_bytes = descriptor_bytes,
                           .envelope = {.source = process.rank,
                                        .destination = destination,
                                        .communicator = c,
                                        .bytes = send_bytes_to(operation, receiver),
                                        .sequence = collective.sequence},
                           .signature = signature,
                           .send_request = member.request,
                           .content = member.content};
    if (job_->policy.buffers) {
      posted_sends_.push_back(descriptor);
    } else {
      deliver_or_send(descriptor, actions);
    }
  }
  if (!job_->policy.buffers) {
    member.is_posted = true;
    receive_parts(collective, actions);
  }
  complete_exchange(collective, member, actions);
}

void Node::part_descriptor_arrived(const Block& descriptor, Actions& actions) {
  const Rank by = job_->rank_in(descriptor.envelope.communicator, descriptor.envelope.source);
  if (Collective* const collective = collective_of(descriptor, by, actions)) {
    collective->parts.push_back(descriptor);
    if (!job_->policy.buffers) receive_parts(*collective, actions);
  }
}

void Node::post_exchanges() {
  for (Collective& collective : collectives_) {
    for (Member& member : collective.members) member.is_posted = member.has_called;
  }
}

void Node::receive_parts(Collective& collective, Actions& actions) {
  const std::int32_t c = collective.communicator;
  const Rank size = job_->size(c);
  const auto receiver_of = [&](const Block& part) -> Member& {
    return collective.member(job_->rank_in(c, part.envelope.destination));
  };
  const auto ready = std::ranges::stable_partition(
      collective.parts, [&](const Block& part) { return !receiver_of(part).is_posted; });
  std::vector<Block> startable(ready.begin(), ready.end());
  collective.parts.erase(ready.begin(), ready.end());
  // Sorted by the steps in which each member has a different partner, whatever the order of
  // arrival.
  std::ranges::sort(startable, {}, [&](const Block& part) {
    const Rank to = job_->rank_in(c, part.envelope.destination);
    const Rank from = job_->rank_in(c, part.envelope.source);
    return std::pair((to - from + size) % size, to);
  });
  for (const Block& part : startable) {
    const Envelope& envelope = part.envelope;
    const Member& member = receiver_of(part);
    const Operation& operation =
        process(envelope.destination).started[static_cast<std::size_t>(member.request)].operation;
    check_part_size(*collective.signature, envelope.destination,
                    receive_bytes_from(operation, job_->rank_in(c, envelope.source)),
                    envelope.source, envelope.bytes, actions);
    begin_transfer({.envelope = envelope,
                    .signature = part.signature,
                    .send_request = part.send_request,
                    .receive_request = member.request,
                    .content = part.content},
                   actions);
  }
}

void Node::part_received(const Block& data, Actions& actions) {
  const Envelope& envelope = data.envelope;
  const std::int32_t c = envelope.communicator;
  Collective& exchange = collective(c, envelope.sequence);
  Member& member = exchange.member(job_->rank_in(c, envelope.destination));
  base::ensure(member.parts_to_receive > 0, "a member receives too many parts");
  --member.parts_to_receive;
  member.received_content += part_digest(job_->rank_in(c, envelope.source), data.content);
  member.received_bytes += envelope.bytes;
  complete_exchange(exchange, member, actions);
}

void Node::part_sent(const Block& data, Actions& actions) {
  const Envelope& envelope = data.envelope;
  const std::int32_t c = envelope.communicator;
  Collective& exchange = collective(c, envelope.sequence);
  Member& member = exchange.member(job_->rank_in(c, envelope.source));
  base::ensure(member.parts_to_send > 0, "a member sends too many parts");
  --member.parts_to_send;
  complete_exchange(exchange, member, actions);
}

void Node::complete_exchange(const Collective& collective, Member& member, Actions& actions) {
  if (member.is_complete || member.parts_to_send > 0 || member.parts_to_receive > 0) return;
  complete_member(collective, member,
                  {.bytes = member.received_bytes, .content = member.received_content}, actions);
}

}  // namespace strobe::bcs::protocol
