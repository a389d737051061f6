// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/global_quiescence.hpp"

#include <algorithm>
#include <utility>

namespace strobe::bcs::runtime {

namespace {

using Kind = QuiescenceMessage::Kind;

}  // namespace

void GlobalQuiescence::receive(int node, const QuiescenceMessage& message) {
  switch (message.kind) {
    case Kind::ask:
      round_ = message.round;
      is_asked_ = true;
      break;
    case Kind::answer:
      if (message.round == round_) answers_[static_cast<std::size_t>(node)] = message.state;
      break;
    case Kind::edge:
    case Kind::deadlock:
      decided_ = message.kind;
      break;
  }
}

bool GlobalQuiescence::has_all_answers() const {
  return std::ranges::all_of(answers_, [](const auto& answer) { return answer.has_value(); });
}

void GlobalQuiescence::send_to_others(const QuiescenceMessage& message,
                                      std::vector<Addressed>& outgoing) const {
  for (int node = 1; node < static_cast<int>(answers_.size()); ++node) {
    outgoing.push_back({.node = node, .message = message});
  }
}

void GlobalQuiescence::answer(const NodeState& own, std::vector<Addressed>& outgoing) {
  if (!is_asked_) return;
  is_asked_ = false;
  outgoing.push_back({.node = 0, .message = {.kind = Kind::answer, .round = round_, .state = own}});
}

void GlobalQuiescence::ask(const NodeState& own, std::vector<Addressed>& outgoing) {
  ++round_;
  is_asking_ = true;
  answers_.assign(answers_.size(), std::nullopt);
  answers_.front() = own;
  send_to_others({.kind = Kind::ask, .round = round_}, outgoing);
}

std::optional<Kind> GlobalQuiescence::verdict() const {
  NodeState job;
  for (const std::optional<NodeState>& node : answers_) {
    job.sent += node->sent;
    job.received += node->received;
    job.wanting += node->wanting;
    job.active_threads += node->active_threads;
  }
  if (answers_ != last_ || job.sent != job.received) return std::nullopt;
  if (job.wanting != 0) return Kind::edge;
  // Another thread of a blocked rank may still send something.
  if (job.active_threads != 0) return std::nullopt;
  return Kind::deadlock;
}

std::optional<Kind> GlobalQuiescence::step(const NodeState& own, std::vector<Addressed>& outgoing) {
  if (decided_) return std::exchange(decided_, std::nullopt);
  if (!own.is_idle) return std::nullopt;
  if (node_ != 0) {
    answer(own, outgoing);
    return std::nullopt;
  }
  if (!is_asking_) {
    ask(own, outgoing);
    return std::nullopt;
  }
  if (!has_all_answers()) return std::nullopt;
  const std::optional<Kind> proven = verdict();
  if (!proven) {
    last_ = answers_;
    ask(own, outgoing);
    return std::nullopt;
  }
  send_to_others({.kind = *proven}, outgoing);
  last_.assign(last_.size(), std::nullopt);
  is_asking_ = false;
  return proven;
}

}  // namespace strobe::bcs::runtime
