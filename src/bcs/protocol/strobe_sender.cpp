// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/strobe_sender.hpp"

#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

namespace {

// Marks of successive strobe senders differ.
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
    // Whether its predecessor has got further or not: nodes that know it already let it pass.
    strobe(microstrobe_, actions);
  } else if (job_->policy.edge == Edge::clock) {
    begin_slice(actions);
  } else {
    ask(Asks::idle, actions);
  }
}

void StrobeSender::strobe(std::uint32_t microstrobe, Actions& actions) {
  microstrobe_ = microstrobe;
  actions.blocks.push_back(
      {.kind = Kind::microstrobe, .to = job_->all(), .envelope = {.sequence = microstrobe}});
  ask(Asks::done, actions);
}

void StrobeSender::begin_slice(Actions& actions) {
  is_slice_over_ = false;
  const std::uint32_t slices = (microstrobe_ + microphases - 1) / microphases;
  strobe(slices * microphases + 1, actions);
}

void StrobeSender::ask(Asks what, Actions& actions) {
  asks_ = what;
  waits_ = Waits::answer;
  Condition condition{.nodes = job_->all()};
  switch (what) {
    case Asks::done:
      condition.variable = Variable::done;
      condition.comparison = Comparison::greater_equal;
      condition.value = microstrobe_;
      break;
    case Asks::scheduled:
      condition.variable = Variable::scheduled;
      break;
    case Asks::idle:
      condition.variable = Variable::idle;
      condition.value = 1;
      break;
    case Asks::still:
      condition.variable = Variable::still;
      condition.value = mark_;
      break;
    case Asks::work:
      condition.variable = Variable::work;
      break;
    case Asks::finished:
      condition.variable = Variable::finished;
      condition.value = 1;
      break;
  }
  actions.conditions.push_back(condition);
}

void StrobeSender::ask_again(Actions& actions) {
  if (waits_ == Waits::again) ask(asks_, actions);
}

void StrobeSender::slice_is_over(Actions& actions) {
  if (job_->policy.edge != Edge::clock || verdict_ != Verdict::running) return;
  is_slice_over_ = true;
  if (waits_ == Waits::clock) begin_slice(actions);
}

void StrobeSender::wait_for_edge(Actions& actions) {
  if (job_->policy.edge == Edge::quiescence) {
    asks_ = Asks::idle;
    waits_ = Waits::again;
  } else if (is_slice_over_) {
    begin_slice(actions);
  } else {
    waits_ = Waits::clock;
  }
}

void StrobeSender::end(Verdict verdict) {
  verdict_ = verdict;
  waits_ = Waits::nothing;
}

void StrobeSender::delivered(const Block& block, Actions& actions) {
  if (block.kind == Kind::mark && waits_ == Waits::mark && block.envelope.sequence == mark_) {
    ask(Asks::still, actions);
  }
}

void StrobeSender::answered(const Condition& /*condition*/, bool holds, Actions& actions) {
  switch (asks_) {
    case Asks::done:
      if (!holds) {
        waits_ = Waits::again;
      } else if (phase_of(microstrobe_) == Microphase::message_scheduling) {
        ask(Asks::scheduled, actions);
      } else if (phase_of(microstrobe_) == Microphase::reduce) {
        ask(Asks::idle, actions);
      } else {
        strobe(microstrobe_ + 1, actions);
      }
      break;
    case Asks::scheduled:
      if (holds) {
        ask(Asks::idle, actions);
      } else {
        strobe(microstrobe_ + 1, actions);
      }
      break;
    case Asks::idle:
      if (!holds) {
        wait_for_edge(actions);
      } else {
        waits_ = Waits::mark;
        actions.blocks.push_back(
            {.kind = Kind::mark, .to = job_->all(), .envelope = {.sequence = ++mark_}});
      }
      break;
    case Asks::still:
      if (holds) {
        ask(Asks::work, actions);
      } else {
        wait_for_edge(actions);
      }
      break;
    case Asks::work:
      if (holds) {
        ask(Asks::finished, actions);
      } else if (job_->policy.edge == Edge::quiescence) {
        begin_slice(actions);
      } else {
        wait_for_edge(actions);
      }
      break;
    case Asks::finished:
      end(holds ? Verdict::finished : Verdict::deadlock);
      break;
  }
}

}  // namespace strobe::bcs::protocol
