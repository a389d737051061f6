// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/global_quiescence.hpp"

#include <utility>

namespace strobe::bcs::runtime {

namespace {

using Kind = QuiescenceMessage::Kind;

void add(NodeState& sum, const NodeState& state) {
  sum.activity += state.activity;
  sum.sent += state.sent;
  sum.received += state.received;
  sum.wanting += state.wanting;
  sum.active_threads += state.active_threads;
  sum.polling += state.polling;
}

}  // namespace

void GlobalQuiescence::begin_round(std::uint32_t round) {
  round_ = round;
  is_in_round_ = true;
  has_asked_ = false;
}

void GlobalQuiescence::receive(const QuiescenceMessage& message) {
  switch (message.kind) {
    case Kind::ask:
      begin_round(message.round);
      break;
    case Kind::answer:
      if (message.round != round_ || missing_ == 0) break;
      add(below_, message.state);
      --missing_;
      break;
    case Kind::edge:
    case Kind::deadlock:
      decided_ = message.kind;
      break;
  }
}

void GlobalQuiescence::send_to_children(const QuiescenceMessage& message,
                                        std::vector<Addressed>& outgoing) const {
  for (int child = tree_.first_child(); child < tree_.end_of_children(); ++child) {
    outgoing.push_back({.node = child, .message = message});
  }
}

std::optional<Kind> GlobalQuiescence::verdict(const NodeState& job) const {
  // The counts of ranks that poll may change forever. One that was found polling once may have done
  // so before, and compute now.
  if (job.polling != 0) {
    const bool was_so_before = last_.polling != 0 && last_.wanting != 0;
    return job.wanting != 0 && was_so_before ? std::optional(Kind::edge) : std::nullopt;
  }
  if (job != last_ || job.sent != job.received) return std::nullopt;
  if (job.wanting != 0) return Kind::edge;
  // Another thread of a blocked rank may still send something.
  if (job.active_threads != 0) return std::nullopt;
  return Kind::deadlock;
}

std::optional<Kind> GlobalQuiescence::step(const NodeState& own, std::vector<Addressed>& outgoing) {
  if (decided_) {
    send_to_children({.kind = *decided_}, outgoing);
    return std::exchange(decided_, std::nullopt);
  }
  if (!own.is_idle) return std::nullopt;
  if (!is_in_round_ && tree_.is_top()) begin_round(round_ + 1);
  if (!is_in_round_) return std::nullopt;
  if (!has_asked_) {
    has_asked_ = true;
    missing_ = tree_.children();
    below_ = {.is_idle = true};
    send_to_children({.kind = Kind::ask, .round = round_}, outgoing);
  }
  if (missing_ != 0) return std::nullopt;
  is_in_round_ = false;
  NodeState job = below_;
  add(job, own);
  if (!tree_.is_top()) {
    outgoing.push_back(
        {.node = tree_.parent(), .message = {.kind = Kind::answer, .round = round_, .state = job}});
    return std::nullopt;
  }
  const std::optional<Kind> proven = verdict(job);
  last_ = proven ? NodeState{} : job;
  if (proven) send_to_children({.kind = *proven}, outgoing);
  return proven;
}

}  // namespace strobe::bcs::runtime
