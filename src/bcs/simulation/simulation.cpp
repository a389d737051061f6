// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/format.hpp"
#include "bcs/protocol/wait_for.hpp"

namespace strobe::bcs::simulation {

using monitor::Watcher;
using protocol::BlockKind;
using protocol::Microphase;
using protocol::phase_of;
using protocol::StrobeSender;
using WaitingFor = StrobeSender::WaitingFor;

namespace {

constexpr std::uint64_t events_between_progress_calls = 4096;

/// A free index, or a new one.
template <class T>
std::uint32_t keep(std::vector<T>& all, std::vector<std::uint32_t>& free, const T& one) {
  if (free.empty()) {
    all.push_back(one);
    return static_cast<std::uint32_t>(all.size() - 1);
  }
  const std::uint32_t number = free.back();
  free.pop_back();
  all[number] = one;
  return number;
}

}  // namespace

std::uint64_t memory_bytes(NodeId nodes, Rank ranks) {
  // The initial state of nodes, processes and the simulation.
  const auto each_node = sizeof(protocol::Node) + 3 * sizeof(double) + sizeof(std::uint32_t) + 64;
  const auto each_rank = sizeof(protocol::Process) + 256;
  return static_cast<std::uint64_t>(nodes) * each_node +
         static_cast<std::uint64_t>(ranks) * each_rank;
}

Simulation::Simulation(const protocol::Job& job, const network::Network& network,
                       const Conditions& conditions, std::unique_ptr<Workload> workload,
                       const Options& options)
    : job_(&job),
      network_(&network),
      conditions_(conditions),
      workload_(std::move(workload)),
      options_(options),
      random_(options.seed),
      clock_(conditions.drift_shape, conditions.drift, conditions.drift_period_s, options.seed),
      observer_(monitor::Emds(options.window, options.emds_bytes, options.emds_sink)),
      link_free_s_(static_cast<std::size_t>(job.nodes())),
      transfers_(network.parallel_transfers),
      last_microstrobes_(static_cast<std::size_t>(job.nodes())),
      ranks_(static_cast<std::size_t>(job.ranks())),
      manager_(job) {
  nodes_.reserve(static_cast<std::size_t>(job.nodes()));
  if (!std::isinf(network.parallel_transfers)) {
    shared_links_.resize(static_cast<std::size_t>(job.nodes()));
  }
  for (NodeId node = 0; node < job.nodes(); ++node) nodes_.emplace_back(job, node);
  if (conditions.noise_period_s > 0) {
    for (NodeId node = 0; node < job.nodes(); ++node) {
      phase_s_.push_back(random_.uniform() * conditions.noise_period_s);
    }
  }
}

void Simulation::schedule(double at_s, EventKind kind, std::int32_t target, std::uint32_t id) {
  queue_.push_back({at_s, order_++, kind, target, id});
  std::ranges::push_heap(queue_, EventOrder());
}

Outcome Simulation::run() {
  for (Rank rank = 0; rank < job_->ranks(); ++rank) begin_activity(rank);
  for (const double at_s : conditions_.strobe_sender_dies_s)
    schedule(at_s, EventKind::strobe_sender_dies);
  manager_.start(actions_);
  perform(strobe_sender_itself);
  while (!is_over_ && (!queue_.empty() || transfers_.next_s())) {
    if (options_.keep_running && events_ % events_between_progress_calls == 0 &&
        !options_.keep_running(progress())) {
      end(End::interrupted);
      break;
    }
    ++events_;
    if (ends_transfer_next()) {
      end_transfer();
      continue;
    }
    std::ranges::pop_heap(queue_, EventOrder());
    const Event event = queue_.back();
    queue_.pop_back();
    now_s_ = event.at_s;
    process(event);
  }
  observer_.ends(now_s_);
  Outcome outcome{.end = end_, .time_s = now_s_, .events = events_, .sentences = sentences_};
  outcome.slices = slices();
  outcome.combined_in_no_time = combined_in_no_time_;
  protocol::Decisions decisions;
  for (const protocol::Node& node : nodes_) decisions += node.decisions();
  outcome.hash = decisions.hash();
  return outcome;
}

Progress Simulation::progress() const {
  Progress progress{.time_s = now_s_, .slices = slices(), .events = events_};
  // Three ranks represent all.
  for (const Rank rank : {Rank{0}, job_->ranks() / 2, job_->ranks() - 1}) {
    const std::uint64_t all = workload_->activities_of(rank);
    if (all == 0) continue;
    const auto begun = static_cast<double>(ranks_[static_cast<std::size_t>(rank)].activities);
    const double done = std::min(1.0, begun / static_cast<double>(all));
    progress.done = progress.done > 0.0 ? std::min(progress.done, done) : done;
  }
  if (options_.most_slices < UINT32_MAX && options_.most_slices > 0) {
    progress.done = std::max(progress.done, static_cast<double>(progress.slices) /
                                                static_cast<double>(options_.most_slices));
  }
  progress.done = std::min(progress.done, 1.0);
  return progress;
}

template <class Call>
void Simulation::deliver(NodeId id, Call&& call) {
  protocol::Node& node = nodes_[static_cast<std::size_t>(id)];
  const std::int64_t done = node.value(protocol::Variable::microphases_done);
  call(node);
  perform(id);
  if (node.value(protocol::Variable::microphases_done) == done) return;
  observer_.finishes(now_s_, id, node);
}

void Simulation::process_arrival(const Event& event) {
  if (is_stopped(event.target)) return;
  const Block& block = blocks_[event.id];
  if (block.kind == BlockKind::microstrobe) {
    const std::uint32_t number = block.envelope.sequence;
    std::uint32_t& last = last_microstrobes_[static_cast<std::size_t>(event.target)];
    last = std::max(last, number);
  }
  observer_.arrives(now_s_, event.id, event.target, block);
  deliver(event.target, [&](protocol::Node& node) { node.arrive(Block(block), actions_); });
}

void Simulation::process_delivery(const Event& event) {
  const Block block = blocks_[event.id];
  free_blocks_.push_back(event.id);
  if (event.target != strobe_sender_itself) {
    deliver(event.target, [&](protocol::Node& node) { node.delivered(block, actions_); });
  } else if (is_sender_alive_) {
    manager_.strobe_sender().delivered(block, actions_);
    perform(strobe_sender_itself);
  }
}

void Simulation::process(const Event& event) {
  switch (event.kind) {
    case EventKind::arrival:
      process_arrival(event);
      return;
    case EventKind::delivery:
      process_delivery(event);
      return;
    case EventKind::answer:
      answer(event);
      return;
    case EventKind::resume:
      if (is_stopped(job_->node_of(event.target))) return;
      if (ranks_[static_cast<std::size_t>(event.target)].is_computing) {
        call(event.target);
      } else {
        begin_activity(event.target);
      }
      return;
    case EventKind::poll_again:
      if (event.id != manager_.generation() || !is_sender_alive_) return;
      manager_.strobe_sender().poll_again(actions_);
      perform(strobe_sender_itself);
      return;
    case EventKind::slice_timer_expired:
      if (event.id != manager_.generation() || !is_sender_alive_) return;
      manager_.strobe_sender().slice_timer_expired(actions_);
      perform(strobe_sender_itself);
      return;
    case EventKind::strobe_sender_dies:
      observer_.notify([&](Watcher& watcher) { watcher.strobe_sender_dies(now_s_); });
      is_sender_alive_ = false;
      schedule(now_s_ + conditions_.takeover_s, EventKind::takeover);
      return;
    case EventKind::takeover:
      take_over();
      return;
    case EventKind::loss_of_node:
      lose_node();
      return;
    case EventKind::departure:
      process_departure(event.target, event.id);
      return;
  }
}

void Simulation::take_over() {
  const auto node = static_cast<NodeId>(random_.next() % static_cast<std::uint64_t>(job_->nodes()));
  observer_.notify([&](Watcher& watcher) { watcher.takes_over(now_s_, node); });
  is_sender_alive_ = true;
  manager_.replace_strobe_sender(last_microstrobes_[static_cast<std::size_t>(node)], actions_);
  set_timer();
  perform(strobe_sender_itself);
}

void Simulation::perform(NodeId by) {
  protocol::Actions actions;
  std::swap(actions, actions_);
  combining_s_ = combine_s(actions);
  if (by != strobe_sender_itself) {
    observer_.busy(
        by, combining_s_ + conditions_.handling_s * static_cast<double>(actions.blocks.size()));
    observer_.acts(now_s_, by, actions);
  }
  protocol::perform(actions, by, *this);
  combining_s_ = 0.0;
  for (const protocol::ProgramError& error : actions.errors) add_error(error);
  actions.clear();
  // The memory is reused.
  if (actions_ == protocol::Actions()) std::swap(actions, actions_);
  if (by == strobe_sender_itself) after_strobe_sender();
}

double Simulation::combine_s(const protocol::Actions& actions) {
  if (!network_->t_o) {
    combined_in_no_time_ += actions.combined_bytes.size();
    return 0.0;
  }
  double combine_s = 0.0;
  for (const std::int64_t bytes : actions.combined_bytes) {
    // A line that was fitted to long messages may start below zero.
    combine_s += std::max(0.0, network_->t_o->at(static_cast<double>(bytes)));
  }
  return combine_s;
}

void Simulation::set_timer() {
  double passes_s = clock_.passes_s(now_s_, conditions_.slice_s);
  if (conditions_.timer_late_s > 0)
    passes_s += conditions_.timer_late_s * lateness(conditions_.timer_spread, random_);
  schedule(now_s_ + passes_s, EventKind::slice_timer_expired, 0, manager_.generation());
}

void Simulation::add_error(const protocol::ProgramError& error) {
  sentences_.push_back(base::format("rank {} {}", error.rank, error.sentence));
  end(End::program_error);
}

void Simulation::after_strobe_sender() {
  switch (manager_.strobe_sender().waiting_for()) {
    case WaitingFor::poll_timer:
      schedule(now_s_ + conditions_.poll_s, EventKind::poll_again, 0, manager_.generation());
      return;
    case WaitingFor::nothing: {
      const bool is_deadlock =
          manager_.strobe_sender().verdict() == StrobeSender::Verdict::deadlock;
      if (is_deadlock) sentences_ = protocol::report(*job_, nodes_);
      for (const protocol::Node& node : nodes_) {
        for (std::string& sentence : node.leftovers()) sentences_.push_back(std::move(sentence));
      }
      end(is_deadlock ? End::deadlock : End::finished);
      return;
    }
    default:
      return;
  }
}

bool Simulation::is_stopped(NodeId node) const {
  return node == conditions_.stopped_node && now_s_ >= conditions_.stops_s;
}

bool Simulation::include_stopped_node(const protocol::NodeRange& nodes) const {
  return nodes.contains(conditions_.stopped_node) && is_stopped(conditions_.stopped_node);
}

void Simulation::lose_node() {
  const std::vector<Rank>& ranks = job_->ranks_on(conditions_.stopped_node);
  sentences_.push_back(
      base::format("node {} does not answer in slice {}: it stopped at {:.6f} s with {} {}{}",
                   conditions_.stopped_node, protocol::slice_of(microstrobe_), conditions_.stops_s,
                   ranks.size() == 1 ? "rank" : "ranks", ranks.front(),
                   ranks.size() == 1 ? std::string() : base::format(" to {}", ranks.back())));
  end(End::node_lost);
}

void Simulation::end(End end) {
  if (is_over_) return;
  is_over_ = true;
  end_ = end;
}

double Simulation::late_s(double start_s) {
  double late_s = 0.0;
  if (conditions_.jitter > 0)
    late_s += conditions_.jitter * start_s * lateness(conditions_.jitter_spread, random_);
  while (conditions_.loss > 0 && random_.uniform() < conditions_.loss)
    late_s += conditions_.retry_s;
  return late_s;
}

void Simulation::xfer_and_signal(const Block& block) {
  const NodeId by = sender_of(block);
  const bool is_strobe = by == strobe_sender_itself;
  if (block.kind == BlockKind::microstrobe) {
    microstrobe_ = std::max(microstrobe_, block.envelope.sequence);
    observer_.strobes(now_s_, block.envelope.sequence);
    if (phase_of(block.envelope.sequence) == Microphase::descriptor_exchange) {
      set_timer();
      if (microstrobe_ / protocol::microphases >= options_.most_slices) end(End::limit);
    }
  }
  if (include_stopped_node(block.to)) {
    // Xfer-And-Signal delivers a block to all nodes or to none.
    schedule(now_s_ + conditions_.silence_timeout_s, EventKind::loss_of_node);
    return;
  }
  const std::uint32_t number = keep(blocks_, free_blocks_, block);
  if (!is_strobe && !shared_links_.empty()) {
    SharedLink& link = shared_links_[static_cast<std::size_t>(by)];
    link.waiting.push_back({now_s_ + conditions_.handling_s + combining_s_, number});
    if (!link.is_busy) depart_next(by);
    return;
  }
  double leaves_s = now_s_;
  const double on_link_s = data_s(block);
  if (!is_strobe) {
    double& free_s = link_free_s_[static_cast<std::size_t>(by)];
    leaves_s = std::max(now_s_ + conditions_.handling_s + combining_s_, free_s);
    free_s = leaves_s + on_link_s;
  }
  observer_.notify([&](Watcher& watcher) { watcher.leaves(leaves_s, number, block); });
  schedule_arrivals(number, leaves_s, leaves_s + on_link_s);
}

double Simulation::data_s(const Block& block) const {
  // A get request carries no data; its size is that of the requested chunk.
  const auto bytes =
      block.kind == BlockKind::get_request ? 0.0 : static_cast<double>(block.size_bytes);
  return bytes / network_->bytes_per_s;
}

NodeId Simulation::sender_of(const Block& block) {
  const bool is_strobe = block.kind == BlockKind::microstrobe || block.kind == BlockKind::mark;
  return is_strobe ? strobe_sender_itself : block.from;
}

void Simulation::schedule_arrivals(std::uint32_t number, double leaves_s, double data_left_s) {
  const Block& block = blocks_[number];
  const NodeId by = sender_of(block);
  double last_s = leaves_s;
  std::int32_t place = 0;
  for (NodeId node = block.to.first; block.to.contains(node); ++node, ++place) {
    if (node == by) continue;
    const double start_s = network_->arrival_s(place, block.to.count);
    const double at_s = data_left_s + start_s + late_s(start_s);
    last_s = std::max(last_s, at_s);
    schedule(at_s, EventKind::arrival, node, number);
  }
  // The sender gets its event after the receivers.
  schedule(last_s, EventKind::delivery, by, number);
}

void Simulation::depart_next(NodeId by) {
  SharedLink& link = shared_links_[static_cast<std::size_t>(by)];
  link.is_busy = !link.waiting.empty();
  if (!link.is_busy) return;
  const auto [ready_s, number] = link.waiting.front();
  link.waiting.pop_front();
  schedule(std::max(now_s_, ready_s), EventKind::departure, by, number);
}

void Simulation::process_departure(NodeId by, std::uint32_t number) {
  const Block& block = blocks_[number];
  observer_.notify([&](Watcher& watcher) { watcher.leaves(now_s_, number, block); });
  transfers_.start(now_s_, data_s(block), static_cast<std::uint64_t>(by));
  std::optional<std::uint32_t>& on_link = shared_links_[static_cast<std::size_t>(by)].number;
  on_link.reset();
  if (block.to == protocol::NodeRange{.first = by}) {
    // No other node waits for these data.
    schedule_arrivals(number, now_s_, now_s_);
  } else {
    on_link = number;
  }
}

bool Simulation::ends_transfer_next() const {
  const std::optional<double> next_s = transfers_.next_s();
  return next_s && (queue_.empty() || *next_s < queue_.front().at_s);
}

void Simulation::end_transfer() {
  now_s_ = std::max(now_s_, *transfers_.next_s());
  const auto by = static_cast<NodeId>(transfers_.end_next());
  const auto& number = shared_links_[static_cast<std::size_t>(by)].number;
  if (number) schedule_arrivals(*number, now_s_, now_s_);
  depart_next(by);
}

void Simulation::compare_and_write(NodeId node, const protocol::Condition& condition) {
  const std::uint32_t number = keep(queries_, free_queries_, {node, condition});
  const double takes_s = network_->compare_on_s(condition.nodes.count);
  schedule(now_s_ + takes_s + late_s(takes_s), EventKind::answer, node, number);
}

void Simulation::answer(const Event& event) {
  const auto [by, condition] = queries_[event.id];
  free_queries_.push_back(event.id);
  if (by == strobe_sender_itself && !is_sender_alive_) return;
  if (include_stopped_node(condition.nodes)) {
    schedule(now_s_ + conditions_.silence_timeout_s, EventKind::loss_of_node);
    return;
  }
  const bool holds = protocol::compare_and_write(nodes_, condition);
  if (by != strobe_sender_itself) {
    deliver(by, [&](protocol::Node& node) { node.answered(condition, holds, actions_); });
    return;
  }
  if (condition.variable == protocol::Variable::microphases_done) {
    observer_.polled(now_s_, manager_.strobe_sender().microstrobe(), holds);
  }
  manager_.strobe_sender().answered(condition, holds, actions_);
  perform(strobe_sender_itself);
}

void Simulation::signal(NodeId /*node*/, const protocol::Resume& resume) {
  SimulatedRank& simulated = ranks_[static_cast<std::size_t>(resume.rank)];
  simulated.last = resume.answer;
  schedule(now_s_ + conditions_.restart_s + combining_s_, EventKind::resume, resume.rank);
}

double Simulation::compute_s(NodeId node, double wanted_s) {
  double takes_s = wanted_s;
  if (std::ranges::find(conditions_.slow_nodes, node) != conditions_.slow_nodes.end()) {
    takes_s *= conditions_.slow_factor;
  }
  if (!phase_s_.empty()) {
    // The number of noise periods in this time.
    const double phase_s = phase_s_[static_cast<std::size_t>(node)];
    const double period_s = conditions_.noise_period_s;
    const double before = std::floor((now_s_ + phase_s) / period_s);
    const double after = std::floor((now_s_ + takes_s + phase_s) / period_s);
    takes_s += (after - before) * conditions_.noise_s;
  }
  return takes_s;
}

void Simulation::begin_activity(Rank rank) {
  SimulatedRank& simulated = ranks_[static_cast<std::size_t>(rank)];
  const Activity activity = workload_->next(rank, simulated.activities++, simulated.last);
  if (!activity.wrong.empty()) {
    add_error({rank, activity.wrong});
    return;
  }
  simulated.is_computing = activity.operation.has_value();
  if (activity.operation) simulated.operation = *activity.operation;
  const double takes_s =
      activity.compute_s > 0 ? compute_s(job_->node_of(rank), activity.compute_s) : 0.0;
  observer_.notify([&](Watcher& watcher) { watcher.continues(now_s_, rank, takes_s); });
  schedule(now_s_ + takes_s + (activity.operation ? conditions_.call_s : 0.0), EventKind::resume,
           rank);
}

void Simulation::call(Rank rank) {
  SimulatedRank& simulated = ranks_[static_cast<std::size_t>(rank)];
  simulated.is_computing = false;
  const NodeId node = job_->node_of(rank);
  observer_.notify([&](Watcher& watcher) { watcher.calls(now_s_, rank, simulated.operation); });
  const auto answer =
      nodes_[static_cast<std::size_t>(node)].call(rank, simulated.operation, actions_);
  perform(node);
  if (!answer)
    observer_.notify([&](Watcher& watcher) { watcher.waits(now_s_, rank, simulated.operation); });
  // A process with an invalid call does not continue.
  if (!answer || is_over_ || simulated.operation.call == protocol::Call::finish) return;
  simulated.last = *answer;
  begin_activity(rank);
}

}  // namespace strobe::bcs::simulation
