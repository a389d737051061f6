// SPDX-License-Identifier: BSD-3-Clause
//
// SR: begins a microphase when the microstrobe arrives, wakes the roles that are active in it, and
// records when this node has finished it.
#include <algorithm>
#include <span>
#include <utility>

#include "base/assert.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

void Node::send_block(Block block, Actions& actions) {
  block.from = id_;
  ++blocks_in_flight_;
  actions.blocks.push_back(block);
}

void Node::deliver_or_send(const Block& block, Actions& actions) {
  if (block.to.first == id_) {
    deliver(block, actions);
  } else {
    send_block(block, actions);
  }
}

void Node::arrive(const Block& block, Actions& actions) {
  // Any other block may let a process continue, so the node may not have been idle since the mark.
  if (block.kind != BlockKind::mark && block.kind != BlockKind::microstrobe) idle_since_mark_ = 0;
  deliver(block, actions);
  drop_completed();
  end_microphase();
}

void Node::deliver(const Block& block, Actions& actions) {
  switch (block.kind) {
    case BlockKind::microstrobe:
      begin_microphase(block.envelope.sequence, actions);
      break;
    case BlockKind::mark:
      idle_since_mark_ = is_idle() ? block.envelope.sequence : 0;
      break;
    case BlockKind::descriptor:
      descriptor_arrived(block, actions);
      break;
    case BlockKind::get_request:
      get_request_arrived(block, actions);
      break;
    case BlockKind::data:
      data_arrived(block, actions);
      break;
    case BlockKind::contribution:
      contribution_arrived(block, actions);
      break;
    case BlockKind::result:
      result_arrived(block, actions);
      break;
    case BlockKind::variables:
      signal_receivers(block, actions);
      break;
    case BlockKind::cancellation:
      cancellation_arrived(block, actions);
      break;
    case BlockKind::cancelled:
      send_cancelled(block, actions);
      break;
  }
}

void Node::delivered(const Block& block, Actions& actions) {
  base::ensure(blocks_in_flight_ > 0, "more blocks are delivered than were sent");
  --blocks_in_flight_;
  if (block.kind == BlockKind::data &&
      block.offset_bytes + block.size_bytes == block.envelope.bytes) {
    data_delivered(block, actions);
    drop_completed();
  }
  if (block.kind == BlockKind::variables) variables_delivered(block, actions);
  end_microphase();
}

void Node::begin_microphase(std::uint32_t microstrobe, Actions& actions) {
  // A new strobe sender repeats the last microstrobe of the failed one.
  if (microstrobe <= microstrobe_) return;
  microstrobe_ = microstrobe;
  switch (phase()) {
    case Microphase::descriptor_exchange:
      counts_ = {.called_collectives = std::exchange(new_collective_calls_, 0)};
      for (const Process& process : processes_) counts_.blocked += process.state == State::waiting;
      resume_ready(actions);
      exchange_descriptors(actions);
      break;
    case Microphase::message_scheduling:
      if (job_->policy.buffers) {
        match(actions);
        decide_tests_and_probes();
        schedule_chunks();
        query_collectives_called(actions);
      } else {
        for (const Match& match : std::exchange(decided_matches_, {})) {
          begin_matched_transfer(match, actions);
        }
      }
      deliver_decisions(actions);
      break;
    case Microphase::point_to_point:
      for (const Chunk& chunk : std::exchange(chunks_, {})) start_chunk(chunk, actions);
      break;
    case Microphase::broadcast_and_barrier:
      send_scheduled_results(actions);
      break;
    case Microphase::reduce:
      combine_scheduled(actions);
      break;
  }
}

void Node::end_microphase() {
  const bool in_reduce = microstrobe_ > 0 && phase() == Microphase::reduce;
  const bool is_busy = pending_ > 0 || (job_->policy.buffers && blocks_in_flight_ > 0) ||
                       (in_reduce && waits_for_reduces());
  if (!is_busy) microphases_done_ = microstrobe_;
}

bool Node::is_idle() const {
  if (blocks_in_flight_ > 0 || is_held_) return false;
  for (const Process& process : processes_) {
    if (process.state != State::waiting && process.state != State::finished) return false;
    if (process.state == State::waiting && process.waiting_in.may_continue) return false;
  }
  return true;
}

bool Node::has_work() const {
  if (!posted_sends_.empty() || !posted_receives_.empty() || !transfers_.empty() ||
      !posted_cancellations_.empty() || !decided_matches_.empty()) {
    return true;
  }
  // A new strobe sender may ask in the middle of a slice of the failed one.
  if (microstrobe_ > 0 && phase() == Microphase::descriptor_exchange) return true;
  if (value(Variable::operations_scheduled) > 0) return true;
  for (std::int32_t c = 0; job_->policy.buffers && c < job_->communicators(); ++c) {
    if (collectives_called_here(c) != value(Variable::collectives_called, c)) return true;
  }
  for (const Process& process : processes_) {
    if (waits_for_slice_end(process) || process.matching.can_decide_wildcard()) return true;
  }
  return false;
}

std::int64_t Node::value(Variable variable, std::int32_t communicator) const {
  const auto of = [&](const std::vector<std::int64_t>& values) {
    const auto c = static_cast<std::size_t>(communicator);
    return c < values.size() ? values[c] : 0;
  };
  switch (variable) {
    case Variable::microphases_done:
      return microphases_done_;
    case Variable::idle:
      return is_idle();
    case Variable::idle_since_mark:
      return idle_since_mark_;
    case Variable::has_work:
      return has_work();
    case Variable::all_finished:
      return std::ranges::all_of(
          processes_, [](const Process& process) { return process.state == State::finished; });
    case Variable::operations_scheduled:
      return static_cast<std::int64_t>(chunks_.size()) +
             std::ranges::count_if(collectives_, [&](const Collective& collective) {
               return is_scheduled(collective);
             });
    case Variable::collectives_called:
      // A node without a member must not delay the collective.
      return collectives_called_here(communicator) == no_local_member ? no_local_member
                                                                      : of(collectives_called_);
    case Variable::collectives_scheduled:
      return of(collectives_scheduled_);
  }
  return 0;
}

void Node::write(const Condition& condition) {
  if (condition.write != Variable::collectives_scheduled) return;
  collectives_scheduled_.resize(static_cast<std::size_t>(job_->communicators()));
  // Roots of successive collectives may ask at the same time, and their writes may arrive in any
  // order.
  std::int64_t& scheduled =
      collectives_scheduled_[static_cast<std::size_t>(condition.communicator)];
  scheduled = std::max(scheduled, condition.value);
}

bool compare_and_write(std::vector<Node>& nodes, const Condition& condition) {
  const auto compared = std::span(nodes).subspan(static_cast<std::size_t>(condition.nodes.first),
                                                 static_cast<std::size_t>(condition.nodes.count));
  const bool does_hold = std::ranges::all_of(compared, [&](const Node& node) {
    return holds(node.value(condition.variable, condition.communicator), condition.comparison,
                 condition.value);
  });
  if (does_hold && condition.write) {
    for (Node& node : compared) node.write(condition);
  }
  return does_hold;
}

}  // namespace strobe::bcs::protocol
