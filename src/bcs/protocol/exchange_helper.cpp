// SPDX-License-Identifier: BSD-3-Clause
//
// Scatter, gather, allgather and all-to-all. A member announces each of its parts to the member
// that takes it, as a send does, and the taker's node pulls it when that member has called, too. No
// tag and no order is matched: a part belongs to a collective by its number, so that what comes of
// it depends on no timing.
#include <algorithm>

#include "base/assert.hpp"
#include "base/format.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

namespace {

/// Complains where a part is not as long for both sides.
void compare(const Signature& signature, Rank taker, std::int64_t taken, Rank giver,
             std::int64_t given, Actions& actions) {
  if (taken == given) return;
  actions.complaints.push_back(
      {taker, base::format("takes {} bytes from rank {} in {}, who gives {}", taken, giver,
                           described(signature), given)});
}

}  // namespace

void Node::give_parts(Process& process, Collective& collective, Member& member, Actions& actions) {
  const std::int32_t c = collective.communicator;
  const Signature signature = *collective.signature;
  const Operation& operation = process.started[static_cast<std::size_t>(member.request)].operation;
  const Partners partners = partners_of(signature.call, signature.root, member.rank, job_->size(c));
  member.to_give = static_cast<std::int32_t>(partners.takers.size());
  member.to_take = static_cast<std::int32_t>(partners.givers.size());
  if (takes_own(signature.call, signature.root, member.rank)) {
    member.taken = part_of(member.rank, member.content);
    member.taken_bytes = taken_bytes(operation, member.rank);
    compare(signature, process.rank, member.taken_bytes, process.rank,
            given_bytes(operation, member.rank), actions);
  }
  for (const Rank taker : partners.takers) {
    const Rank destination = job_->member(c, taker);
    const Block descriptor{.kind = Kind::descriptor,
                           .to = {.first = job_->node_of(destination)},
                           .size_bytes = sizeof(Block),
                           .envelope = {.source = process.rank,
                                        .destination = destination,
                                        .communicator = c,
                                        .bytes = given_bytes(operation, taker),
                                        .sequence = collective.sequence},
                           .signature = signature,
                           .send_request = member.request,
                           .content = member.content};
    if (job_->policy.buffers) {
      outbox_.push_back(descriptor);
    } else {
      send_descriptor(descriptor, actions);
    }
  }
  if (!job_->policy.buffers) {
    member.is_posted = true;
    take_parts(collective, actions);
  }
  serve_exchange(collective, member, actions);
}

void Node::part_offered(const Block& descriptor, Actions& actions) {
  const Rank by = job_->rank_in(descriptor.envelope.communicator, descriptor.envelope.source);
  if (Collective* const collective = hear_of(descriptor, by, actions)) {
    collective->parts.push_back(descriptor);
    if (!job_->policy.buffers) take_parts(*collective, actions);
  }
}

void Node::post_exchanges() {
  for (Collective& collective : collectives_) {
    for (Member& member : collective.members) member.is_posted = member.has_called;
  }
}

void Node::take_parts(Collective& collective, Actions& actions) {
  const std::int32_t c = collective.communicator;
  const Rank size = job_->size(c);
  const auto taker_of = [&](const Block& part) -> Member& {
    return collective.member(job_->rank_in(c, part.envelope.destination));
  };
  const auto ready = std::ranges::stable_partition(
      collective.parts, [&](const Block& part) { return !taker_of(part).is_posted; });
  std::vector<Block> taken(ready.begin(), ready.end());
  collective.parts.erase(ready.begin(), ready.end());
  // Whatever came first: in the order of the steps in which each has another partner.
  std::ranges::sort(taken, {}, [&](const Block& part) {
    const Rank to = job_->rank_in(c, part.envelope.destination);
    const Rank from = job_->rank_in(c, part.envelope.source);
    return std::pair((to - from + size) % size, to);
  });
  for (const Block& part : taken) {
    const Envelope& envelope = part.envelope;
    const Member& member = taker_of(part);
    const Operation& operation =
        process(envelope.destination).started[static_cast<std::size_t>(member.request)].operation;
    compare(*collective.signature, envelope.destination,
            taken_bytes(operation, job_->rank_in(c, envelope.source)), envelope.source,
            envelope.bytes, actions);
    begin_transfer({.envelope = envelope,
                    .signature = part.signature,
                    .send_request = part.send_request,
                    .receive_request = member.request,
                    .content = part.content},
                   actions);
  }
}

void Node::part_taken(const Block& data, Actions& actions) {
  const Envelope& envelope = data.envelope;
  const std::int32_t c = envelope.communicator;
  Collective& exchange = collective(c, envelope.sequence);
  Member& member = exchange.member(job_->rank_in(c, envelope.destination));
  base::ensure(member.to_take > 0, "a member takes more parts than there are");
  --member.to_take;
  member.taken += part_of(job_->rank_in(c, envelope.source), data.content);
  member.taken_bytes += envelope.bytes;
  serve_exchange(exchange, member, actions);
}

void Node::part_given(const Block& data, Actions& actions) {
  const Envelope& envelope = data.envelope;
  const std::int32_t c = envelope.communicator;
  Collective& exchange = collective(c, envelope.sequence);
  Member& member = exchange.member(job_->rank_in(c, envelope.source));
  base::ensure(member.to_give > 0, "a member gives more parts than there are");
  --member.to_give;
  serve_exchange(exchange, member, actions);
}

void Node::serve_exchange(const Collective& collective, Member& member, Actions& actions) {
  if (member.is_served || member.to_give > 0 || member.to_take > 0) return;
  serve_member(collective, member, {.bytes = member.taken_bytes, .content = member.taken}, actions);
}

}  // namespace strobe::bcs::protocol
