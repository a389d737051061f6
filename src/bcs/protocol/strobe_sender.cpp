// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/strobe_sender.hpp"

#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

namespace {

// The range of marks of each strobe sender, so that the marks of successive ones differ.
constexpr std::uint32_t marks_each = 1U << 24;

}  // namespace

StrobeSender StrobeSender::successor(const Job& job, std::uint32_t microstrobe,
                                     std::uint32_t generation) {
  StrobeSender sender(job);
  sender.microstrobe_ = microstrobe;
  sender.mark_ = generation * marks_each;
  return sender;
}

void StrobeSender::start(Actions& actions) {
  if (microstrobe_ > 0) {
    // Repeats the last microstrobe. Nodes that have already received it ignore it.
    strobe(microstrobe_, actions);
  } else if (job_->policy.slice_end == SliceEnd::clock) {
    begin_slice(actions);
  } else {
    ask(Question::all_idle, actions);
  }
}

void StrobeSender::strobe(std::uint32_t microstrobe, Actions& actions) {
  microstrobe_ = microstrobe;
  actions.blocks.push_back({.kind = BlockKind::microstrobe,
                            .to = job_->all_nodes(),
                            .envelope = {.sequence = microstrobe}});
  ask(Question::microphase_done, actions);
}

void StrobeSender::begin_slice(Actions& actions) {
  is_slice_timer_expired_ = false;
  const std::uint32_t slices = (microstrobe_ + microphases - 1) / microphases;
  strobe(slices * microphases + 1, actions);
}

void StrobeSender::ask(Question question, Actions& actions) {
  question_ = question;
  waiting_for_ = WaitingFor::answer;
  Condition condition{.nodes = job_->all_nodes()};
  switch (question) {
    case Question::microphase_done:
      condition.variable = Variable::microphases_done;
      condition.comparison = Comparison::greater_equal;
      condition.value = microstrobe_;
      break;
    case Question::any_scheduled:
      condition.variable = Variable::operations_scheduled;
      break;
    case Question::all_idle:
      condition.variable = Variable::idle;
      condition.value = 1;
      break;
    case Question::idle_since_mark:
      condition.variable = Variable::idle_since_mark;
      condition.value = mark_;
      break;
    case Question::has_work:
      condition.variable = Variable::has_work;
      break;
    case Question::all_finished:
      condition.variable = Variable::all_finished;
      condition.value = 1;
      break;
  }
  actions.conditions.push_back(condition);
}

void StrobeSender::poll_again(Actions& actions) {
  if (waiting_for_ == WaitingFor::poll_timer) ask(question_, actions);
}

void StrobeSender::slice_timer_expired(Actions& actions) {
  if (job_->policy.slice_end != SliceEnd::clock || verdict_ != Verdict::running) return;
  is_slice_timer_expired_ = true;
  if (waiting_for_ == WaitingFor::slice_timer) begin_slice(actions);
}

void StrobeSender::wait_for_slice_end(Actions& actions) {
  if (job_->policy.slice_end == SliceEnd::quiescence) {
    question_ = Question::all_idle;
    waiting_for_ = WaitingFor::poll_timer;
  } else if (is_slice_timer_expired_) {
    begin_slice(actions);
  } else {
    waiting_for_ = WaitingFor::slice_timer;
  }
}

void StrobeSender::end(Verdict verdict) {
  verdict_ = verdict;
  waiting_for_ = WaitingFor::nothing;
}

void StrobeSender::delivered(const Block& block, Actions& actions) {
  if (block.kind == BlockKind::mark && waiting_for_ == WaitingFor::mark &&
      block.envelope.sequence == mark_) {
    ask(Question::idle_since_mark, actions);
  }
}

void StrobeSender::answered(const Condition& /*condition*/, bool holds, Actions& actions) {
  switch (question_) {
    case Question::microphase_done:
      if (!holds) {
        waiting_for_ = WaitingFor::poll_timer;
      } else if (phase_of(microstrobe_) == Microphase::message_scheduling) {
        ask(Question::any_scheduled, actions);
      } else if (phase_of(microstrobe_) == Microphase::reduce) {
        ask(Question::all_idle, actions);
      } else {
        strobe(microstrobe_ + 1, actions);
      }
      break;
    case Question::any_scheduled:
      if (holds) {
        ask(Question::all_idle, actions);
      } else {
        strobe(microstrobe_ + 1, actions);
      }
      break;
    case Question::all_idle:
      if (!holds) {
        wait_for_slice_end(actions);
      } else {
        waiting_for_ = WaitingFor::mark;
        actions.blocks.push_back(
            {.kind = BlockKind::mark, .to = job_->all_nodes(), .envelope = {.sequence = ++mark_}});
      }
      break;
    case Question::idle_since_mark:
      if (holds) {
        ask(Question::has_work, actions);
      } else {
        wait_for_slice_end(actions);
      }
      break;
    case Question::has_work:
      if (holds) {
        ask(Question::all_finished, actions);
      } else if (job_->policy.slice_end == SliceEnd::quiescence) {
        begin_slice(actions);
      } else {
        wait_for_slice_end(actions);
      }
      break;
    case Question::all_finished:
      end(holds ? Verdict::finished : Verdict::deadlock);
      break;
  }
}

}  // namespace strobe::bcs::protocol
