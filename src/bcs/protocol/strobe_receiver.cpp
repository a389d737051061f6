// SPDX-License-Identifier: BSD-3-Clause
//
// SR: begins a microphase when the microstrobe arrives, wakes the roles that are active in it, and
// says when it is over here.
#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

void Node::put(Block block, Actions& actions) {
  block.from = id_;
  ++outstanding_;
  actions.blocks.push_back(block);
}

void Node::arrive(const Block& block, Actions& actions) {
  // Whatever comes may let somebody go on: this node was not idle all the time.
  if (block.kind != Kind::mark && block.kind != Kind::microstrobe) still_ = 0;
  switch (block.kind) {
    case Kind::microstrobe:
      begin(block.envelope.sequence, actions);
      break;
    case Kind::mark:
      still_ = is_idle() ? block.envelope.sequence : 0;
      break;
    case Kind::descriptor:
      offered(block, actions);
      break;
    case Kind::pull:
      pulled(block, actions);
      break;
    case Kind::data:
      received(block, actions);
      break;
    case Kind::up:
      contributed(block, actions);
      break;
    case Kind::down:
      result_arrived(block, actions);
      break;
  }
  drop_served();
  end_microphase();
}

void Node::delivered(const Block& block, Actions& actions) {
  base::ensure(outstanding_ > 0, "more blocks are delivered than were sent");
  --outstanding_;
  if (block.kind == Kind::data && block.offset_bytes + block.size_bytes == block.envelope.bytes) {
    sent(block, actions);
    drop_served();
  }
  end_microphase();
}

void Node::begin(std::uint32_t microstrobe, Actions& actions) {
  // A strobe sender that takes over repeats the last one of its predecessor.
  if (microstrobe <= microstrobe_) return;
  microstrobe_ = microstrobe;
  switch (phase()) {
    case Microphase::descriptor_exchange:
      counts_ = {.called_collectives = std::exchange(called_, 0)};
      for (const Process& process : processes_) counts_.blocked += process.state == State::waiting;
      restart_satisfied(actions);
      exchange(actions);
      break;
    case Microphase::message_scheduling:
      if (job_->policy.buffers) {
        match(actions);
        decide_answers();
        schedule_chunks();
        ask_whether_all_have_called(actions);
      } else {
        for (const Match& match : std::exchange(decided_, {})) enact(match, actions);
      }
      give_answers(actions);
      break;
    case Microphase::point_to_point:
      for (const Chunk& chunk : std::exchange(chunks_, {})) move(chunk, actions);
      break;
    case Microphase::broadcast_and_barrier:
      release_from_here(actions);
      break;
    case Microphase::reduce:
      combine_released(actions);
      break;
  }
}

void Node::end_microphase() {
  const bool in_reduce = microstrobe_ > 0 && phase() == Microphase::reduce;
  const bool is_busy = awaited_ > 0 || (job_->policy.buffers && outstanding_ > 0) ||
                       (in_reduce && waits_for_reduces());
  if (!is_busy) done_ = microstrobe_;
}

bool Node::is_idle() const {
  if (outstanding_ > 0) return false;
  for (const Process& process : processes_) {
    if (process.state != State::waiting && process.state != State::finished) return false;
  }
  return true;
}

bool Node::has_work() const {
  if (!outbox_.empty() || !posted_.empty() || !transfers_.empty()) return true;
  // A strobe sender that took over may ask in the middle of a slice of its predecessor.
  if (microstrobe_ > 0 && phase() == Microphase::descriptor_exchange) return true;
  if (value(Variable::scheduled) > 0) return true;
  for (std::int32_t c = 0; job_->policy.buffers && c < job_->communicators(); ++c) {
    if (called(c) != value(Variable::reached, c)) return true;
  }
  for (const Process& process : processes_) {
    if (waits_for_edge(process) || process.matching.can_decide()) return true;
  }
  return false;
}

std::int64_t Node::value(Variable variable, std::int32_t communicator) const {
  const auto of = [&](const std::vector<std::int64_t>& values) {
    const auto c = static_cast<std::size_t>(communicator);
    return c < values.size() ? values[c] : 0;
  };
  switch (variable) {
    case Variable::done:
      return done_;
    case Variable::idle:
      return is_idle();
    case Variable::still:
      return still_;
    case Variable::work:
      return has_work();
    case Variable::finished:
      return std::ranges::all_of(
          processes_, [](const Process& process) { return process.state == State::finished; });
    case Variable::scheduled:
      return static_cast<std::int64_t>(chunks_.size()) +
             std::ranges::count_if(collectives_, [&](const Collective& collective) {
               return is_released(collective);
             });
    case Variable::reached:
      // Nobody waits for a node on which no process is a member.
      return called(communicator) == nobody_calls ? nobody_calls : of(reached_);
    case Variable::released:
      return of(released_);
  }
  return 0;
}

void Node::write(const Condition& condition) {
  if (condition.write != Variable::released) return;
  released_.resize(static_cast<std::size_t>(job_->communicators()));
  // Roots of successive collectives may ask at the same time, and the later one be heard first.
  std::int64_t& released = released_[static_cast<std::size_t>(condition.communicator)];
  released = std::max(released, condition.value);
}

}  // namespace strobe::bcs::protocol
