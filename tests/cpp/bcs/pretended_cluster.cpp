// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/pretended_cluster.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/random.hpp"

namespace strobe::bcs::protocol {

namespace {

const Operation finish{};

void mix(std::uint64_t& digest, std::uint64_t word) { digest = base::Random(digest ^ word).next(); }

}  // namespace

PretendedCluster::PretendedCluster(std::shared_ptr<const Job> job,
                                   std::shared_ptr<const Programs> programs)
    : job_(std::move(job)), programs_(std::move(programs)), manager_(*job_) {
  const auto nodes = static_cast<std::size_t>(job_->nodes());
  const auto ranks = static_cast<std::size_t>(job_->ranks());
  for (NodeId node = 0; node < job_->nodes(); ++node) nodes_.emplace_back(*job_, node);
  last_microstrobes_.resize(nodes);
  next_.resize(ranks);
  request_tables_.resize(ranks);
  answers_.resize(ranks);
  manager_.start(actions_);
  perform(strobe_sender_itself);
}

std::vector<PretendedCluster::Step> PretendedCluster::steps() const {
  using What = Step::What;
  std::vector<Step> all;
  for (const Node& node : nodes_) {
    for (const Process& process : node.processes()) {
      const auto rank = static_cast<std::size_t>(process.rank);
      if (process.state == State::running) all.push_back({What::call, rank});
      if (process.state == State::native) all.push_back({What::end_native, rank});
    }
  }
  for (std::size_t i = 0; i < flying_.size(); ++i) {
    for (const NodeId node : flying_[i].still_to) all.push_back({What::arrival, i, node});
    if (flying_[i].still_to.empty()) all.push_back({What::delivery, i});
  }
  for (std::size_t i = 0; i < readings_.size(); ++i) all.push_back({What::read, i});
  if (manager_.strobe_sender().waiting_for() == StrobeSender::WaitingFor::poll_timer)
    all.push_back({What::poll_again});
  if (manager_.strobe_sender().waiting_for() == StrobeSender::WaitingFor::slice_timer)
    all.push_back({What::slice_timer_expired});
  return all;
}

void PretendedCluster::take(const Step& step) {
  const auto rank = static_cast<Rank>(step.which);
  switch (step.what) {
    case Step::What::call:
      call(rank);
      return;
    case Step::What::end_native:
      nodes_[static_cast<std::size_t>(job_->node_of(rank))].leave_native(rank);
      return;
    case Step::What::arrival: {
      Flying& flying = flying_[step.which];
      std::erase(flying.still_to, step.node);
      const Block block = flying.block;
      if (block.kind == BlockKind::microstrobe) {
        std::uint32_t& last = last_microstrobes_[static_cast<std::size_t>(step.node)];
        last = std::max(last, block.envelope.sequence);
        // The strobe sender does not wait for the delivery of a microstrobe; it asks the nodes.
        if (flying.still_to.empty()) {
          flying_.erase(flying_.begin() + static_cast<std::ptrdiff_t>(step.which));
        }
      }
      nodes_[static_cast<std::size_t>(step.node)].arrive(block, actions_);
      perform(step.node);
      return;
    }
    case Step::What::delivery: {
      const Block block = flying_[step.which].block;
      flying_.erase(flying_.begin() + static_cast<std::ptrdiff_t>(step.which));
      if (block.kind == BlockKind::microstrobe || block.kind == BlockKind::mark) {
        manager_.strobe_sender().delivered(block, actions_);
        perform(strobe_sender_itself);
      } else {
        nodes_[static_cast<std::size_t>(block.from)].delivered(block, actions_);
        perform(block.from);
      }
      return;
    }
    case Step::What::read:
      read(step.which);
      return;
    case Step::What::poll_again:
      manager_.strobe_sender().poll_again(actions_);
      perform(strobe_sender_itself);
      return;
    case Step::What::slice_timer_expired:
      manager_.strobe_sender().slice_timer_expired(actions_);
      perform(strobe_sender_itself);
      return;
  }
}

void PretendedCluster::call(Rank rank) {
  const auto r = static_cast<std::size_t>(rank);
  const Program& program = (*programs_)[r];
  const bool is_over = next_[r] >= program.size();
  const Operation operation =
      is_over ? finish : request_tables_[r].with_requests(program[next_[r]].operation);
  const NodeId node = job_->node_of(rank);
  const auto answer = nodes_[static_cast<std::size_t>(node)].call(rank, operation, actions_);
  if (answer && !is_over) resumed(rank, *answer);
  perform(node);
}

void PretendedCluster::resumed(Rank rank, const Answer& answer) {
  const auto r = static_cast<std::size_t>(rank);
  const Line& line = (*programs_)[r][next_[r]];
  if (!answer.flag && line.until_found) return;
  request_tables_[r].record(line.operation, answer);
  answers_[r].push_back(answer);
  ++next_[r];
}

void PretendedCluster::read(std::size_t which) {
  Reading& reading = readings_[which];
  const Condition& condition = reading.condition;
  // The other variables never decrease, or are read only at quiescence, so one step reads all
  // nodes.
  const bool is_at_once =
      condition.variable != Variable::idle && condition.variable != Variable::idle_since_mark;
  do {
    const Node& node = nodes_[static_cast<std::size_t>(reading.next)];
    reading.holds = holds(node.value(condition.variable, condition.communicator),
                          condition.comparison, condition.value);
    ++reading.next;
  } while (is_at_once && reading.holds && condition.nodes.contains(reading.next));
  if (reading.holds && condition.nodes.contains(reading.next)) return;
  const Reading over = reading;
  readings_.erase(readings_.begin() + static_cast<std::ptrdiff_t>(which));
  if (over.holds && condition.write) {
    for (NodeId n = over.condition.nodes.first; over.condition.nodes.contains(n); ++n) {
      nodes_[static_cast<std::size_t>(n)].write(over.condition);
    }
  }
  if (over.by == strobe_sender_itself) {
    manager_.strobe_sender().answered(over.condition, over.holds, actions_);
  } else {
    nodes_[static_cast<std::size_t>(over.by)].answered(over.condition, over.holds, actions_);
  }
  perform(over.by);
}

void PretendedCluster::perform(NodeId by) {
  const auto key = [](const Flying& flying) {
    const Block& block = flying.block;
    const Envelope& envelope = block.envelope;
    return std::tuple(block.kind, block.from, block.to.first, envelope.source, envelope.destination,
                      envelope.communicator, envelope.sequence, block.offset_bytes);
  };
  Actions actions;
  std::swap(actions, actions_);
  for (const Block& block : actions.blocks) {
    Flying flying{.block = block};
    for (NodeId node = block.to.first; block.to.contains(node); ++node) {
      // A node does not send a block to itself. The strobe sender is not on a node.
      if (node != by) flying.still_to.push_back(node);
    }
    // Sorted, so that equal states compare equal whatever the order of their events.
    flying_.insert(std::ranges::upper_bound(flying_, key(flying), {}, key), flying);
  }
  for (const Condition& condition : actions.conditions) {
    const Reading reading{.by = by, .condition = condition, .next = condition.nodes.first};
    readings_.insert(std::ranges::upper_bound(readings_, by, {}, &Reading::by), reading);
  }
  for (const Resume& resume : actions.resumed) resumed(resume.rank, resume.answer);
  for (const ProgramError& error : actions.errors) errors_.push_back(error);
}

void PretendedCluster::replace_strobe_sender(NodeId successor) {
  std::erase_if(readings_, [](const Reading& reading) { return reading.by < 0; });
  // Blocks of the failed strobe sender still arrive at all nodes, but their delivery is ignored.
  manager_.replace_strobe_sender(last_microstrobes_[static_cast<std::size_t>(successor)], actions_);
  perform(strobe_sender_itself);
}

std::uint64_t PretendedCluster::hash_of_decisions() const {
  Decisions all;
  for (const Node& node : nodes_) all += node.decisions();
  return all.hash();
}

bool PretendedCluster::is_quiet() const {
  const auto is_of_the_job = [](const Flying& flying) {
    return flying.block.kind != BlockKind::microstrobe && flying.block.kind != BlockKind::mark;
  };
  if (std::ranges::any_of(flying_, is_of_the_job)) return false;
  return std::ranges::all_of(nodes_, [](const Node& node) {
    return std::ranges::all_of(node.processes(), [](const Process& process) {
      return process.state == State::waiting || process.state == State::finished;
    });
  });
}

std::uint64_t PretendedCluster::digest() const {
  std::uint64_t digest = 0;
  for (const std::size_t index : next_) mix(digest, index);
  for (const Node& node : nodes_) {
    for (const Process& process : node.processes()) {
      mix(digest, static_cast<std::uint64_t>(process.state));
      mix(digest, 16 * process.matching.unmatched_sends().size() +
                      process.matching.posted_receives().size());
    }
    mix(digest, node.decisions().hash());
    mix(digest, static_cast<std::uint64_t>(node.value(Variable::microphases_done)));
    mix(digest, static_cast<std::uint64_t>(node.value(Variable::idle_since_mark)));
    mix(digest, static_cast<std::uint64_t>(node.value(Variable::idle)));
  }
  for (const Flying& flying : flying_) {
    mix(digest, (static_cast<std::uint64_t>(flying.block.kind) << 32U) +
                    (flying.still_to.size() << 24U) + flying.block.envelope.sequence);
    for (const NodeId node : flying.still_to) mix(digest, static_cast<std::uint64_t>(node));
  }
  for (const Reading& reading : readings_) {
    mix(digest, (static_cast<std::uint64_t>(reading.by) << 32U) +
                    static_cast<std::uint64_t>(reading.next) * 8 +
                    static_cast<std::uint64_t>(reading.condition.variable));
  }
  mix(digest, static_cast<std::uint64_t>(manager_.strobe_sender().waiting_for()));
  mix(digest, manager_.strobe_sender().microstrobe());
  return digest;
}

}  // namespace strobe::bcs::protocol
