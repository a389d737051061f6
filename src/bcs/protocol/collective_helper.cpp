// SPDX-License-Identifier: BSD-3-Clause
//
// CH: barriers, broadcasts, and the results of reductions. Where operations are buffered, their
// root asks in the message scheduling whether all processes have called, and tells all nodes so by
// the same Compare-And-Write; where they are not, a barrier comes together in the tree of ranks as
// a reduction does.
#include <algorithm>

#include "base/format.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

Collective& Node::collective(std::int32_t communicator, std::uint32_t sequence) {
  // In the order of their calls, whichever is heard of first: what is scheduled is, in that order.
  const auto number = [](const Collective& one) {
    return std::pair(one.communicator, one.sequence);
  };
  const auto place =
      std::ranges::lower_bound(collectives_, std::pair(communicator, sequence), {}, number);
  if (place != collectives_.end() && number(*place) == std::pair(communicator, sequence)) {
    return *place;
  }
  Collective& fresh =
      *collectives_.insert(place, Collective{.communicator = communicator, .sequence = sequence});
  for (const Process& process : processes_) {
    const Rank rank = job_->rank_in(communicator, process.rank);
    if (rank >= 0) fresh.members.push_back({.rank = rank});
  }
  std::ranges::sort(fresh.members, {}, &Member::rank);
  return fresh;
}

void Node::join(Process& process, Request request, Actions& actions) {
  const Operation& operation = process.started[static_cast<std::size_t>(request)].operation;
  const std::int32_t communicator = operation.communicator;
  Collective& joined = collective(communicator, count_of(process.collectives, communicator)++);
  const Signature signature = signature_of(operation);
  const Rank rank = job_->rank_in(communicator, process.rank);
  if (!agree(joined, signature, rank, actions)) return;
  Member& member = joined.member(rank);
  member.has_called = true;
  member.request = request;
  member.content = operation.content;
  ++called_;
  if (is_exchange(signature.call)) {
    give_parts(process, joined, member, actions);
  } else if (!job_->policy.buffers) {
    if (signature.call != Call::broadcast) {
      advance(joined, actions);
    } else if (signature.root == rank) {
      spread(joined, member.content, job_->nodes_of(communicator), actions);
    } else {
      serve(joined, actions);
    }
  }
  drop_served();
}

bool Node::agree(Collective& collective, const Signature& signature, Rank by, Actions& actions) {
  if (!collective.signature) {
    collective.signature = signature;
    collective.signed_by = by;
  }
  if (*collective.signature != signature) disagree(collective, signature, by, actions);
  return *collective.signature == signature;
}

void Node::disagree(const Collective& collective, const Signature& signature, Rank by,
                    Actions& actions) {
  const std::int32_t c = collective.communicator;
  actions.complaints.push_back(
      {job_->member(c, by),
       base::format("calls {} as collective {} of communicator {}, where rank {} calls {}",
                    described(signature), collective.sequence + 1, c,
                    job_->member(c, collective.signed_by), described(*collective.signature))});
}

Collective* Node::hear_of(const Block& block, Rank by, Actions& actions) {
  const Envelope& envelope = block.envelope;
  const std::int64_t all_have_called = called(envelope.communicator);
  if (all_have_called == nobody_calls) return nullptr;
  const auto is_it = [&](const Collective& collective) {
    return collective.communicator == envelope.communicator &&
           collective.sequence == envelope.sequence;
  };
  if (envelope.sequence < all_have_called && std::ranges::none_of(collectives_, is_it)) {
    // All here have been served, so who sends this thinks of another operation.
    const auto over = std::ranges::find_if(over_, is_it);
    if (over != over_.end()) disagree(*over, block.signature, by, actions);
    return nullptr;
  }
  Collective& heard = collective(envelope.communicator, envelope.sequence);
  return agree(heard, block.signature, by, actions) ? &heard : nullptr;
}

std::int64_t Node::called(std::int32_t communicator) const {
  std::int64_t least = nobody_calls;
  for (const Process& process : processes_) {
    if (job_->rank_in(communicator, process.rank) < 0) continue;
    least = std::min<std::int64_t>(least, counted(process.collectives, communicator));
  }
  return least;
}

bool Node::is_released(const Collective& collective) const {
  return collective.sequence < value(Variable::released, collective.communicator);
}

NodeId Node::root_node(const Collective& collective) const {
  const bool is_broadcast = collective.signature && collective.signature->call == Call::broadcast;
  return job_->node_of(
      job_->member(collective.communicator, is_broadcast ? collective.signature->root : 0));
}

void Node::ask_whether_all_have_called(Actions& actions) {
  for (const Collective& collective : collectives_) {
    const std::int32_t c = collective.communicator;
    const std::int64_t wanted = std::int64_t{collective.sequence} + 1;
    if (is_exchange(collective.signature->call) || is_released(collective) ||
        value(Variable::reached, c) < wanted || root_node(collective) != id_) {
      continue;
    }
    ++awaited_;
    actions.conditions.push_back({.nodes = job_->nodes_of(c),
                                  .variable = Variable::reached,
                                  .comparison = Comparison::greater_equal,
                                  .value = wanted,
                                  .write = Variable::released,
                                  .communicator = c});
  }
}

void Node::answered(const Condition& condition, bool holds, Actions& /*actions*/) {
  --awaited_;
  if (holds && condition.variable == Variable::reached) ++counts_.scheduled_collectives;
  end_microphase();
}

void Node::release_from_here(Actions& actions) {
  for (Collective& collective : collectives_) {
    const Call call = collective.signature->call;
    if (!is_released(collective) || collective.result || root_node(collective) != id_ ||
        call == Call::reduce || is_exchange(call)) {
      continue;
    }
    const Rank root =
        collective.signature->call == Call::broadcast ? collective.signature->root : 0;
    spread(collective, collective.member(root).content, job_->nodes_of(collective.communicator),
           actions);
  }
}

void Node::spread(Collective& collective, std::uint64_t result, Nodes to, Actions& actions) {
  if (to != Nodes{.first = id_}) {
    put({.kind = Kind::down,
         .to = to,
         .size_bytes = collective.signature->bytes,
         .envelope = {.source = collective.signed_by,
                      .communicator = collective.communicator,
                      .bytes = collective.signature->bytes,
                      .sequence = collective.sequence},
         .signature = *collective.signature,
         .content = result},
        actions);
  }
  if (to.holds(id_)) {
    collective.result = result;
    serve(collective, actions);
  }
}

void Node::result_arrived(const Block& down, Actions& actions) {
  if (Collective* const collective = hear_of(down, down.envelope.source, actions)) {
    collective->result = down.content;
    serve(*collective, actions);
  }
}

void Node::serve(Collective& collective, Actions& actions) {
  if (!collective.result) return;
  const bool is_for_one = collective.signature->call == Call::reduce && !collective.signature->all;
  for (Member& member : collective.members) {
    if (!member.has_called || member.is_served ||
        (is_for_one && member.rank != collective.signature->root)) {
      continue;
    }
    serve_member(collective, member,
                 {.bytes = collective.signature->bytes, .content = *collective.result}, actions);
  }
}

void Node::serve_member(const Collective& collective, Member& member, const Answer& answer,
                        Actions& actions) {
  member.is_served = true;
  const Rank rank = job_->member(collective.communicator, member.rank);
  decisions_.served(rank, collective.communicator, collective.sequence);
  complete(process(rank), member.request, answer, actions);
}

void Node::drop_served() {
  for (auto served = collectives_.begin(); served != collectives_.end();) {
    if (!std::ranges::all_of(served->members, &Member::is_served)) {
      ++served;
      continue;
    }
    // The last one of each communicator is remembered, for who may think it was another.
    std::erase_if(
        over_, [&](const Collective& over) { return over.communicator == served->communicator; });
    over_.push_back(std::move(*served));
    served = collectives_.erase(served);
  }
}

}  // namespace strobe::bcs::protocol
