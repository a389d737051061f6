// SPDX-License-Identifier: BSD-3-Clause
//
// RH: combines contributions in a tree of ranks. A rank combines its contribution with those of its
// children in the order of ranks. The order of arrival does not matter.
#include <algorithm>

#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

void Node::combine_scheduled(Actions& actions) {
  for (Collective& collective : collectives_) {
    if (is_scheduled(collective) && collective.signature->call == Call::reduce) {
      combine_contributions(collective, actions);
    }
  }
}

bool Node::waits_for_reduces() const {
  return std::ranges::any_of(collectives_, [&](const Collective& collective) {
    return is_scheduled(collective) && collective.signature->call == Call::reduce;
  });
}

void Node::contribution_arrived(const Block& block, Actions& actions) {
  const Envelope& envelope = block.envelope;
  Collective* const collective = collective_of(block, envelope.source, actions);
  if (collective == nullptr) return;
  store_contribution(*collective, {envelope.source, block.content}, envelope.destination);
  // If operations are buffered, the reduce microphase may begin earlier on another node.
  if (!job_->policy.buffers || is_scheduled(*collective))
    combine_contributions(*collective, actions);
}

void Node::store_contribution(Collective& collective, const Contribution& contribution,
                              Rank parent) {
  Member& member = collective.member(parent);
  member.contributions.insert(
      std::ranges::upper_bound(member.contributions, contribution.from, {}, &Contribution::from),
      contribution);
}

void Node::send_contribution(Collective& collective, const Contribution& contribution, Rank parent,
                             Actions& actions) {
  const Signature& signature = *collective.signature;
  const NodeId to = job_->node_of(job_->member(collective.communicator, parent));
  if (to == id_) {
    store_contribution(collective, contribution, parent);
    return;
  }
  send_block({.kind = BlockKind::contribution,
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

void Node::combine_contributions(Collective& collective, Actions& actions) {
  const Signature signature = *collective.signature;
  const std::int32_t c = collective.communicator;
  // Higher ranks first: the children of a rank are higher, and may be on the same node.
  for (auto member = collective.members.rbegin(); member != collective.members.rend(); ++member) {
    if (!member->has_called || member->has_contributed) continue;
    const TreeNeighbours neighbours = tree_neighbours(member->rank, job_->size(c));
    if (member->contributions.size() < neighbours.children.size()) continue;
    std::uint64_t content = member->content;
    for (const Contribution& contribution : member->contributions) {
      content = job_->combine(signature, content, contribution.content);
      // A barrier has no data to combine.
      if (signature.call == Call::reduce) actions.combined_bytes.push_back(signature.bytes);
    }
    member->has_contributed = true;
    if (neighbours.parent < 0) {
      const bool is_for_all = signature.is_allreduce || signature.call == Call::barrier;
      const NodeRange root{.first = job_->node_of(job_->member(c, signature.root))};
      send_result(collective, content, is_for_all ? job_->nodes_of(c) : root, actions);
    } else {
      send_contribution(collective, {member->rank, content}, neighbours.parent, actions);
    }
    // In a reduce, only the root waits for the result.
    const bool is_for_root = signature.call == Call::reduce && !signature.is_allreduce;
    if (is_for_root && member->rank != signature.root) {
      complete_member(collective, *member, {}, actions);
    }
  }
}

}  // namespace strobe::bcs::protocol
