// SPDX-License-Identifier: BSD-3-Clause
//
// RH: brings contributions together in a tree of ranks. A rank combines its own with its children's
// in the order of their ranks, however late each of them comes.
#include <algorithm>

#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

void Node::combine_released(Actions& actions) {
  for (Collective& collective : collectives_) {
    if (is_released(collective) && collective.signature->call == Call::reduce) {
      advance(collective, actions);
    }
  }
}

bool Node::waits_for_reduces() const {
  return std::ranges::any_of(collectives_, [&](const Collective& collective) {
    return is_released(collective) && collective.signature->call == Call::reduce;
  });
}

void Node::contributed(const Block& up, Actions& actions) {
  const Envelope& envelope = up.envelope;
  Collective* const collective = hear_of(up, envelope.source, actions);
  if (collective == nullptr) return;
  keep(*collective, {envelope.source, up.content}, envelope.destination);
  // Where operations are buffered, another node's microphase may begin before this one's.
  if (!job_->policy.buffers || is_released(*collective)) advance(*collective, actions);
}

void Node::keep(Collective& collective, const Contribution& contribution, Rank parent) {
  Member& member = collective.member(parent);
  member.arrived.insert(
      std::ranges::upper_bound(member.arrived, contribution.from, {}, &Contribution::from),
      contribution);
}

void Node::hand_up(Collective& collective, const Contribution& contribution, Rank parent,
                   Actions& actions) {
  const Signature& signature = *collective.signature;
  const NodeId to = job_->node_of(job_->member(collective.communicator, parent));
  if (to == id_) {
    keep(collective, contribution, parent);
    return;
  }
  put({.kind = Kind::up,
       .to = {.first = to},
       .size_bytes = signature.bytes,
       .envelope = {.source = contribution.from,
                    .destination = parent,
                    .communicator = collective.communicator,
                    .bytes = signature.bytes,
                    .sequence = collective.sequence},
       .signature = signature,
       .content = contribution.content},
      actions);
}

void Node::advance(Collective& collective, Actions& actions) {
  const Signature signature = *collective.signature;
  const std::int32_t c = collective.communicator;
  // Later ranks first: a parent comes before its children, who may be on the same node.
  for (auto member = collective.members.rbegin(); member != collective.members.rend(); ++member) {
    if (!member->has_called || member->has_sent) continue;
    const Branch branch = branch_of(member->rank, job_->size(c));
    if (member->arrived.size() < branch.children.size()) continue;
    std::uint64_t content = member->content;
    for (const Contribution& contribution : member->arrived) {
      content = job_->combine(signature, content, contribution.content);
    }
    member->has_sent = true;
    if (branch.parent < 0) {
      const bool is_for_all = signature.all || signature.call == Call::barrier;
      const Nodes root{.first = job_->node_of(job_->member(c, signature.root))};
      spread(collective, content, is_for_all ? job_->nodes_of(c) : root, actions);
    } else {
      hand_up(collective, {member->rank, content}, branch.parent, actions);
    }
    // Of a reduction for one, that one alone waits for the result.
    const bool is_for_one = signature.call == Call::reduce && !signature.all;
    if (is_for_one && member->rank != signature.root) {
      serve_member(collective, *member, {}, actions);
    }
  }
}

}  // namespace strobe::bcs::protocol
