// SPDX-License-Identifier: BSD-3-Clause
//
// CH: barriers, broadcasts, and the results of reductions. If operations are buffered, the root of
// a collective asks in the message scheduling microphase whether all members have called it. The
// same Compare-And-Write tells all nodes that the collective is scheduled. If operations are not
// buffered, a barrier uses the tree of ranks as a reduction does.
#include <algorithm>

#include "base/format.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

Collective& Node::collective(std::int32_t communicator, std::uint32_t sequence) {
  // Sorted by number, because scheduling follows this order. The order in which the node learns of
  // collectives depends on timing.
  const auto number = [](const Collective& known) {
    return std::pair(known.communicator, known.sequence);
  };
  const auto position =
      std::ranges::lower_bound(collectives_, std::pair(communicator, sequence), {}, number);
  if (position != collectives_.end() && number(*position) == std::pair(communicator, sequence)) {
    return *position;
  }
  Collective& created = *collectives_.insert(
      position, Collective{.communicator = communicator, .sequence = sequence});
  for (const Process& process : processes_) {
    const Rank rank = job_->rank_in(communicator, process.rank);
    if (rank >= 0) created.members.push_back({.rank = rank});
  }
  std::ranges::sort(created.members, {}, &Member::rank);
  return created;
}

void Node::call_collective(Process& process, Request request, Actions& actions) {
  const Operation& operation = process.started[static_cast<std::size_t>(request)].operation;
  const std::int32_t communicator = operation.communicator;
  Collective& joined =
      collective(communicator, sequence_counter(process.collectives, communicator)++);
  const Signature signature = signature_of(operation);
  const Rank rank = job_->rank_in(communicator, process.rank);
  Member& member = joined.member(rank);
  member.has_called = true;
  member.request = request;
  ++new_collective_calls_;
  if (!check_signature(joined, signature, rank, actions)) return drop_completed();
  member.content = operation.content;
  if (is_exchange(signature.call)) {
    send_parts(process, joined, member, actions);
  } else if (!job_->policy.buffers) {
    if (signature.call != Call::broadcast) {
      combine_contributions(joined, actions);
    } else if (signature.root == rank) {
      send_result(joined, member.content, job_->nodes_of(communicator), actions);
    } else {
      complete_members(joined, actions);
    }
  }
  drop_completed();
}

bool Node::check_signature(Collective& collective, const Signature& signature, Rank by,
                           Actions& actions) {
  if (!collective.signature) {
    collective.signature = signature;
    collective.first_caller = by;
  }
  if (*collective.signature == signature && !collective.is_refused) return true;
  // What the nodes of a communicator have scheduled cannot be taken back.
  if (signature.returns_errors && job_->nodes_of(collective.communicator).count == 1) {
    refuse(collective, actions);
  } else {
    report_mismatch(collective, signature, by, actions);
  }
  return false;
}

void Node::refuse(Collective& collective, Actions& actions) {
  collective.is_refused = true;
  for (Member& member : collective.members) {
    if (!member.has_called || member.is_complete) continue;
    member.is_complete = true;
    complete(process(job_->member(collective.communicator, member.rank)), member.request,
             {.flag = false}, actions);
  }
}

void Node::report_mismatch(const Collective& collective, const Signature& signature, Rank by,
                           Actions& actions) {
  const std::int32_t c = collective.communicator;
  const std::string here = to_string(signature);
  const std::string there = to_string(*collective.signature);
  actions.errors.push_back(
      {job_->member(c, by),
       base::format(
           "calls {} as collective {} of communicator {}, but rank {} calls {}{}", here,
           collective.sequence + 1, c, job_->member(c, collective.first_caller), there,
           here == there ? ": only one of them blocks, or they called others before" : "")});
}

Collective* Node::collective_of(const Block& block, Rank by, Actions& actions) {
  const Envelope& envelope = block.envelope;
  const std::int64_t all_have_called = collectives_called_here(envelope.communicator);
  if (all_have_called == no_local_member) return nullptr;
  const auto is_same = [&](const Collective& collective) {
    return collective.communicator == envelope.communicator &&
           collective.sequence == envelope.sequence;
  };
  if (envelope.sequence < all_have_called && std::ranges::none_of(collectives_, is_same)) {
    // All local members have completed this collective, so the sender calls a different one.
    const auto last = std::ranges::find_if(completed_, is_same);
    if (last != completed_.end()) report_mismatch(*last, block.signature, by, actions);
    return nullptr;
  }
  Collective& found = collective(envelope.communicator, envelope.sequence);
  return check_signature(found, block.signature, by, actions) ? &found : nullptr;
}

std::int64_t Node::collectives_called_here(std::int32_t communicator) const {
  std::int64_t least = no_local_member;
  for (const Process& process : processes_) {
    if (job_->rank_in(communicator, process.rank) < 0) continue;
    least = std::min<std::int64_t>(least, counter_value(process.collectives, communicator));
  }
  return least;
}

bool Node::is_scheduled(const Collective& collective) const {
  return collective.sequence < value(Variable::collectives_scheduled, collective.communicator);
}

NodeId Node::root_node(const Collective& collective) const {
  const bool is_broadcast = collective.signature && collective.signature->call == Call::broadcast;
  return job_->node_of(
      job_->member(collective.communicator, is_broadcast ? collective.signature->root : 0));
}

void Node::query_collectives_called(Actions& actions) {
  for (const Collective& collective : collectives_) {
    const std::int32_t c = collective.communicator;
    const std::int64_t calls = std::int64_t{collective.sequence} + 1;
    if (is_exchange(collective.signature->call) || is_scheduled(collective) ||
        collective.is_refused || value(Variable::collectives_called, c) < calls ||
        root_node(collective) != id_) {
      continue;
    }
    ++pending_;
    actions.conditions.push_back({.nodes = job_->nodes_of(c),
                                  .variable = Variable::collectives_called,
                                  .comparison = Comparison::greater_equal,
                                  .value = calls,
                                  .write = Variable::collectives_scheduled,
                                  .communicator = c});
  }
}

void Node::answered(const Condition& condition, bool holds, Actions& /*actions*/) {
  --pending_;
  if (holds && condition.variable == Variable::collectives_called) ++counts_.scheduled_collectives;
  end_microphase();
}

void Node::send_scheduled_results(Actions& actions) {
  for (Collective& collective : collectives_) {
    const Call call = collective.signature->call;
    if (!is_scheduled(collective) || collective.result || root_node(collective) != id_ ||
        call == Call::reduce || is_exchange(call)) {
      continue;
    }
    const Rank root =
        collective.signature->call == Call::broadcast ? collective.signature->root : 0;
    send_result(collective, collective.member(root).content,
                job_->nodes_of(collective.communicator), actions);
  }
}

void Node::send_result(Collective& collective, std::uint64_t result, NodeRange to,
                       Actions& actions) {
  if (to != NodeRange{.first = id_}) {
    send_block({.kind = BlockKind::result,
                .to = to,
                .size_bytes = collective.signature->bytes,
                .envelope = {.source = collective.first_caller,
                             .communicator = collective.communicator,
                             .bytes = collective.signature->bytes,
                             .sequence = collective.sequence},
                .signature = *collective.signature,
                .content = result},
               actions);
  }
  if (to.contains(id_)) {
    collective.result = result;
    complete_members(collective, actions);
  }
}

void Node::result_arrived(const Block& result, Actions& actions) {
  if (Collective* const collective = collective_of(result, result.envelope.source, actions)) {
    collective->result = result.content;
    complete_members(*collective, actions);
  }
}

void Node::complete_members(Collective& collective, Actions& actions) {
  if (!collective.result) return;
  const bool is_for_root =
      collective.signature->call == Call::reduce && !collective.signature->is_allreduce;
  for (Member& member : collective.members) {
    if (!member.has_called || member.is_complete ||
        (is_for_root && member.rank != collective.signature->root)) {
      continue;
    }
    const std::int64_t bytes = collective.signature->bytes;
    if (collective.signature->call != Call::barrier) {
      actions.moves.push_back(
          {.call = collective.signature->call,
           .envelope = {.source = collective.first_caller,
                        .destination = job_->member(collective.communicator, member.rank),
                        .communicator = collective.communicator,
                        .bytes = bytes,
                        .sequence = collective.sequence},
           .receive_request = member.request,
           .size_bytes = bytes,
           .content = *collective.result});
    }
    complete_member(collective, member, {.bytes = bytes, .content = *collective.result}, actions);
  }
}

void Node::complete_member(const Collective& collective, Member& member, const Answer& answer,
                           Actions& actions) {
  member.is_complete = true;
  const Rank rank = job_->member(collective.communicator, member.rank);
  decisions_.served(rank, static_cast<std::uint32_t>(collective.communicator), collective.sequence);
  complete(process(rank), member.request, answer, actions);
}

void Node::drop_completed() {
  for (auto completed = collectives_.begin(); completed != collectives_.end();) {
    if (!std::ranges::all_of(completed->members, &Member::is_complete)) {
      ++completed;
      continue;
    }
    // The last collective of each communicator is kept, to report a late call that does not match.
    std::erase_if(completed_, [&](const Collective& last) {
      return last.communicator == completed->communicator;
    });
    completed_.push_back(std::move(*completed));
    completed = collectives_.erase(completed);
  }
}

}  // namespace strobe::bcs::protocol
