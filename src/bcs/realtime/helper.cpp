// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/realtime/helper.hpp"

#include <sys/prctl.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <thread>
#include <utility>

#include "base/assert.hpp"
#include "base/clock.hpp"
#include "base/format.hpp"
#include "base/join.hpp"
#include "bcs/protocol/numbers.hpp"
#include "bcs/protocol/wait_for.hpp"
#include "bcs/runtime/liveness.hpp"

namespace strobe::bcs::realtime {

using monitor::Watcher;
using protocol::Answer;
using protocol::BlockKind;
using protocol::Call;
using protocol::Microphase;
using protocol::Operation;
using protocol::Request;
using protocol::StrobeSender;

namespace {

constexpr std::uint32_t most_requests = 1U << 28U;  // of one test

/// The memory of a process is gone before the process is.
bool has_ended(pid_t pid) {
  const std::chrono::nanoseconds end = base::monotonic_now() + std::chrono::seconds(1);
  while (runtime::is_running(pid)) {
    if (base::monotonic_now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

bool starts_operation(Call call) {
  return call == Call::send || call == Call::receive || protocol::is_collective(call);
}

}  // namespace

Helper::Helper(protocol::Job job, Board& board, std::chrono::nanoseconds slice,
               monitor::Observer observer)
    : job_(std::move(job)),
      board_(board),
      slice_(slice),
      observer_(std::move(observer)),
      memory_(board),
      manager_(job_),
      ranks_(static_cast<std::size_t>(job_.ranks())) {
  job_.combine = [this](const protocol::Signature& signature, std::uint64_t lower,
                        std::uint64_t upper) { return combine(signature, lower, upper); };
  for (NodeId node = 0; node < job_.nodes(); ++node) nodes_.emplace_back(job_, node);
}

double Helper::now_s() const { return base::to_seconds(base::monotonic_now() - begin_); }

// The clock.

void Helper::run() {
  // The kernel may delay the timers of a thread by 50 us, a fifth of a slice.
  prctl(PR_SET_TIMERSLACK, 1);
  begin_ = base::monotonic_now();
  manager_.start(actions_);
  perform(strobe_sender_itself);
  for (;;) {
    settle();
    for (Rank rank = 0; rank < job_.ranks(); ++rank) tell_unmatched(rank);
    if (is_over()) break;
    if (has_lost_rank_) next_slice_ = base::monotonic_now() + slice_;
    sleep_until_next_slice();
    take_descriptors();
    if (is_over()) break;
    if (has_lost_rank_) continue;
    manager_.strobe_sender().slice_timer_expired(actions_);
    perform(strobe_sender_itself);
  }
  if (!has_ended_) observer_.ends(now_s());
}

const protocol::Process& Helper::process_of(Rank rank) const {
  const protocol::Node& node = nodes_[static_cast<std::size_t>(job_.node_of(rank))];
  return node.processes()[job_.local(rank)];
}

void Helper::tell_unmatched(Rank rank) {
  board_.mailbox(rank).has_unmatched.store(!process_of(rank).matching.unmatched_sends().empty(),
                                           std::memory_order_relaxed);
}

void Helper::sleep_until_next_slice() {
  const timespec until{.tv_sec = next_slice_.count() / 1'000'000'000,
                       .tv_nsec = next_slice_.count() % 1'000'000'000};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
}

// The network.

void Helper::xfer_and_signal(const Block& block) {
  const std::uint32_t number = blocks_++;
  const bool is_strobe = block.kind == BlockKind::microstrobe || block.kind == BlockKind::mark;
  const NodeId by = is_strobe ? strobe_sender_itself : block.from;
  if (block.kind == BlockKind::microstrobe) {
    observer_.strobes(now_s(), block.envelope.sequence);
    if (protocol::phase_of(block.envelope.sequence) == Microphase::descriptor_exchange) {
      // As in the simulation, no slice is shorter than the others.
      const std::chrono::nanoseconds now = base::monotonic_now();
      next_slice_ = now + slice_;
      BoardControl& control = board_.control();
      control.slice_ns.store(now.count(), std::memory_order_relaxed);
      control.slice.store(protocol::slice_of(block.envelope.sequence), std::memory_order_relaxed);
    }
  }
  observer_.notify([&](Watcher& watcher) { watcher.leaves(now_s(), number, block); });
  for (NodeId node = block.to.first; block.to.contains(node); ++node) {
    if (node != by) events_.push_back(Arrival{node, number, block});
  }
  events_.push_back(Delivery{by, block});
}

void Helper::compare_and_write(NodeId node, const protocol::Condition& condition) {
  events_.push_back(Query{node, condition});
}

void Helper::settle() {
  while (!events_.empty() && !is_stopped()) {
    const Event event = std::move(events_.front());
    events_.pop_front();
    std::visit([this](const auto& one) { process(one); }, event);
  }
}

void Helper::process(const Arrival& arrival) {
  observer_.arrives(now_s(), arrival.number, arrival.node, arrival.block);
  deliver(arrival.node, [&](protocol::Node& node) { node.arrive(arrival.block, actions_); });
}

void Helper::process(const Delivery& delivery) {
  if (delivery.sender != strobe_sender_itself) {
    deliver(delivery.sender,
            [&](protocol::Node& node) { node.delivered(delivery.block, actions_); });
    return;
  }
  manager_.strobe_sender().delivered(delivery.block, actions_);
  perform(strobe_sender_itself);
}

void Helper::process(const Query& query) {
  const bool holds = protocol::compare_and_write(nodes_, query.condition);
  if (query.by != strobe_sender_itself) {
    deliver(query.by,
            [&](protocol::Node& node) { node.answered(query.condition, holds, actions_); });
    return;
  }
  if (query.condition.variable == protocol::Variable::microphases_done) {
    observer_.polled(now_s(), manager_.strobe_sender().microstrobe(), holds);
  }
  manager_.strobe_sender().answered(query.condition, holds, actions_);
  perform(strobe_sender_itself);
}

void Helper::process(const PollAgain& /*poll*/) {
  manager_.strobe_sender().poll_again(actions_);
  perform(strobe_sender_itself);
}

template <class Call>
void Helper::deliver(NodeId id, Call&& call) {
  protocol::Node& node = nodes_[static_cast<std::size_t>(id)];
  const std::int64_t done = node.value(protocol::Variable::microphases_done);
  const double began_s = now_s();
  call(node);
  perform(id);
  observer_.busy(id, now_s() - began_s);
  if (node.value(protocol::Variable::microphases_done) == done) return;
  observer_.finishes(now_s(), id, node);
}

void Helper::perform(NodeId by) {
  protocol::Actions actions;
  std::swap(actions, actions_);
  if (by != strobe_sender_itself) observer_.acts(now_s(), by, actions);
  for (const protocol::Move& one : actions.moves) move(one);
  for (const protocol::Completion& completion : actions.completed) complete(completion);
  protocol::perform(actions, by, *this);
  for (const protocol::ProgramError& error : actions.errors) {
    end(JobEnd::program_error, {base::format("rank {} {}", error.rank, error.sentence)});
  }
  if (by == strobe_sender_itself) after_strobe_sender();
}

void Helper::after_strobe_sender() {
  const StrobeSender& sender = manager_.strobe_sender();
  if (sender.waiting_for() == StrobeSender::WaitingFor::poll_timer) events_.push_back(PollAgain());
  if (sender.waiting_for() != StrobeSender::WaitingFor::nothing) return;
  if (sender.verdict() == StrobeSender::Verdict::deadlock) {
    report_deadlock();
    return;
  }
  std::vector<std::string> sentences;
  for (const protocol::Node& node : nodes_) {
    for (std::string& sentence : node.leftovers()) sentences.push_back(std::move(sentence));
  }
  end(JobEnd::finished, sentences);
}

protocol::Decisions Helper::decisions() const {
  protocol::Decisions all;
  for (const protocol::Node& node : nodes_) all += node.decisions();
  return all;
}

std::vector<protocol::Envelope> Helper::unreceived() const {
  std::vector<protocol::Envelope> all;
  for (const protocol::Node& node : nodes_)
    std::ranges::copy(node.unreceived(), std::back_inserter(all));
  return all;
}

void Helper::end(JobEnd how, const std::vector<std::string>& sentences) {
  // Before the ranks end their processes, of which this is one.
  if (!std::exchange(has_ended_, true)) observer_.ends(now_s());
  board_.end(how, base::join(sentences, "\n"));
  for (Rank rank = 0; rank < job_.ranks(); ++rank) wake_(rank);
}

void Helper::report_deadlock() {
  for (const protocol::WaitFor& wait : protocol::wait_for_graph(job_, nodes_)) {
    Mailbox& box = board_.mailbox(wait.waiting.rank);
    box.is_stuck = true;
    runtime::WaitReport& report = box.waits_for;
    const std::string text = protocol::to_string(wait.waiting.operation);
    *std::copy_n(text.begin(), std::min(text.size(), std::size(report.text) - 1), report.text) = 0;
    report.count =
        static_cast<std::int32_t>(std::min(wait.ranks->size(), std::size(report.waits_for)));
    std::copy_n(wait.ranks->begin(), report.count, report.waits_for);
  }
  end(JobEnd::deadlock, {});
}

// The ranks.

void Helper::take_descriptors() {
  // A rank that has taken such a message has posted before that it does not wait any more.
  const BoardControl& control = board_.control();
  const std::uint64_t took = control.services_took.load(std::memory_order_acquire);
  const bool is_held = control.services_sent.load(std::memory_order_acquire) != took;
  for (protocol::Node& node : nodes_) node.hold(is_held);
  for (Rank rank = 0; rank < job_.ranks() && !is_stopped(); ++rank) {
    Mailbox& box = board_.mailbox(rank);
    std::uint32_t taken = box.taken.load(std::memory_order_relaxed);
    const std::uint32_t posted = box.posted.load(std::memory_order_acquire);
    if (taken == posted) continue;
    for (; taken != posted && !is_stopped(); ++taken) {
      take(rank, taken + 1, box.descriptors[taken % Mailbox::capacity]);
    }
    box.taken.store(taken, std::memory_order_release);
    runtime::futex_wake(box.taken);
  }
}

template <class Byte>
protocol::Blocks<Byte> Helper::blocks_of(Rank rank, const PostedBlocks& posted, Rank size) {
  protocol::Blocks<Byte> blocks{.first = reinterpret_cast<Byte*>(posted.first),
                                .bytes = posted.bytes};
  const auto read = [&](Address at, std::vector<std::int64_t>& to) {
    if (at == 0) return;
    to.resize(static_cast<std::size_t>(size));
    if (!memory_.read(rank, at, std::as_writable_bytes(std::span(to)))) refused(rank);
  };
  read(posted.sizes, blocks.sizes);
  read(posted.offsets, blocks.offsets);
  return blocks;
}

std::vector<Operation> Helper::probes_of(Rank rank, const Descriptor& descriptor) {
  std::vector<PostedProbe> posted(
      descriptor.probe_count,
      {.context = descriptor.context, .source = descriptor.peer, .tag = descriptor.tag});
  if (posted.size() > 1 &&
      !memory_.read(rank, descriptor.requests, std::as_writable_bytes(std::span(posted)))) {
    refused(rank);
  }
  std::vector<Operation> probes;
  for (const PostedProbe& probe : posted) {
    probes.push_back(
        {.call = Call::probe, .peer = probe.source, .tag = probe.tag, .context = probe.context});
  }
  return probes;
}

Operation Helper::operation_of(Rank rank, const Descriptor& descriptor) {
  Operation operation{.call = descriptor.call,
                      .blocking = descriptor.blocking,
                      .is_allreduce = descriptor.is_allreduce,
                      .reduce_operator = descriptor.reduce_operator,
                      .has_varying_sizes = descriptor.has_varying_sizes,
                      .element_type = descriptor.element_type,
                      .peer = descriptor.peer,
                      .tag = descriptor.tag,
                      .communicator = descriptor.communicator,
                      .context = descriptor.context,
                      .mark = descriptor.mark,
                      .is_synchronous = descriptor.is_synchronous,
                      .returns_errors = descriptor.returns_errors,
                      .may_continue = descriptor.may_continue,
                      .event = descriptor.event,
                      .local_event = descriptor.local_event,
                      .bytes = descriptor.bytes};
  if (descriptor.is_by_context) {
    const auto found = communicators_.find(descriptor.context);
    base::ensure(found != communicators_.end(),
                 "a rank calls a collective of a communicator that it has not named");
    operation.communicator = found->second;
  }
  if (descriptor.is_claimed) operation.claimed = descriptor.claimed;
  operation.probes = probes_of(rank, descriptor);
  operation.requests.resize(descriptor.request_count);
  if (descriptor.requests == 0) {
    std::copy_n(descriptor.requests_inside.begin(), descriptor.request_count,
                operation.requests.begin());
  } else if (!memory_.read(rank, descriptor.requests,
                           std::as_writable_bytes(std::span(operation.requests)))) {
    refused(rank);
  }
  return operation;
}

void Helper::take(Rank rank, std::uint32_t number, const Descriptor& descriptor) {
  base::ensure(descriptor.call <= Call::finish && descriptor.communicator >= 0 &&
                   descriptor.communicator < job_.communicators() &&
                   (descriptor.requests != 0 ||
                    descriptor.request_count <= Descriptor::most_requests_inside) &&
                   std::max(descriptor.request_count, descriptor.probe_count) <= most_requests,
               "a rank has posted a descriptor that no call makes");
  const NodeId id = job_.node_of(rank);
  protocol::Node& node = nodes_[static_cast<std::size_t>(id)];
  if (descriptor.leaves) return node.leave_wait(rank);
  if (descriptor.joins) return join(rank, descriptor);
  Operation operation = operation_of(rank, descriptor);
  if (starts_operation(operation.call)) {
    const Rank size = job_.size(operation.communicator);
    auto out = blocks_of<const std::byte>(rank, descriptor.out, size);
    auto in = blocks_of<std::byte>(rank, descriptor.in, size);
    operation.send_bytes = out.sizes;
    operation.receive_bytes = in.sizes;
    operation.content = add_content(rank, operation, std::move(out));
    const auto request = static_cast<std::size_t>(node.next_request(rank));
    std::vector<Destination>& destinations = of(rank).destinations;
    if (request >= destinations.size()) destinations.resize(request + 1);
    destinations[request] = {std::move(in), descriptor.completion};
  }
  observer_.notify([&](Watcher& watcher) { watcher.calls(now_s(), rank, operation); });
  if (descriptor.wants_answer) of(rank).waits_in = number;
  const std::optional<Answer> found = node.call(rank, operation, actions_);
  perform(id);
  if (!found) {
    observer_.notify([&](Watcher& watcher) { watcher.waits(now_s(), rank, operation); });
  } else if (descriptor.wants_answer) {
    answer(rank, *found);
  }
}

void Helper::join(Rank rank, const Descriptor& descriptor) {
  if (communicators_.contains(descriptor.context)) return;
  std::vector<Rank> members(descriptor.request_count);
  if (!memory_.read(rank, descriptor.requests, std::as_writable_bytes(std::span(members)))) {
    return refused(rank);
  }
  communicators_.emplace(descriptor.context, job_.add_communicator(std::move(members)));
}

std::uint64_t Helper::add_content(Rank rank, const Operation& operation,
                                  protocol::Blocks<const std::byte> at) {
  const std::int32_t c = operation.communicator;
  const Rank own = job_.rank_in(c, rank);
  Content content{.rank = rank, .at = std::move(at)};
  if (operation.call == Call::send) {
    content.uses = 1;
  } else if (operation.call == Call::broadcast) {
    content.uses = own == operation.peer ? job_.size(c) : 0;
  } else if (operation.call == Call::reduce) {
    content.uses = operation.is_allreduce ? job_.size(c) : 1;
  } else if (protocol::is_exchange(operation.call)) {
    const bool keeps_one = protocol::receives_own_part(operation.call, operation.peer, own);
    const auto receivers =
        protocol::exchange_partners(operation.call, operation.peer, own, job_.size(c)).receivers;
    content.uses = static_cast<std::int32_t>(receivers.size()) + (keeps_one ? 1 : 0);
  }
  if (content.uses == 0) return 0;
  // The rank continues, and its data may be gone before they are moved.
  if (operation.call == Call::send && protocol::is_eager(operation, job_)) {
    load(content, operation.bytes);
  }
  contents_.emplace(++last_content_, std::move(content));
  return last_content_;
}

void Helper::answer(Rank rank, const Answer& answer) {
  // What a rank has been told of, and what was sent before, its next probe finds.
  tell_unmatched(rank);
  Mailbox& box = board_.mailbox(rank);
  box.flag = answer.flag ? 1 : 0;
  box.request = answer.request;
  box.source = answer.source;
  box.tag = answer.tag;
  box.mark = answer.mark;
  box.sequence = answer.sequence;
  box.bytes = answer.bytes;
  box.answered.store(of(rank).waits_in, std::memory_order_release);
  runtime::futex_wake(box.answered);
  wake_(rank);
}

void Helper::signal(NodeId /*node*/, const protocol::Resume& resume) {
  answer(resume.rank, resume.answer);
}

// The data.

bool Helper::can_move_data() {
  std::uint32_t word = 0;
  const auto bytes = std::as_writable_bytes(std::span(&word, 1));
  for (Rank rank = 0; rank < job_.ranks(); ++rank) {
    const Address probe = board_.mailbox(rank).probe;
    if (!memory_.read(rank, probe, bytes) || !memory_.write(rank, bytes, probe)) return false;
  }
  return true;
}

void Helper::refused(Rank rank) {
  if (has_ended(board_.mailbox(rank).pid.load(std::memory_order_relaxed))) {
    has_lost_rank_ = true;
    return;
  }
  end(JobEnd::memory_refused,
      {base::format("the helper of strict mode cannot access the data of rank {}", rank)});
}

void Helper::load(Content& content, std::int64_t bytes) {
  if (content.is_own) return;
  content.is_own = true;
  content.own.resize(static_cast<std::size_t>(bytes));
  const std::span<const std::byte> from = content.at.of(0).first(content.own.size());
  if (!memory_.read(content.rank, address_of(from.data()), content.own)) refused(content.rank);
}

std::uint64_t Helper::combine(const protocol::Signature& signature, std::uint64_t lower,
                              std::uint64_t upper) {
  Content& into = contents_.at(lower);
  Content& from = contents_.at(upper);
  load(into, signature.bytes);
  load(from, signature.bytes);
  protocol::combine(signature.reduce_operator, signature.element_type, into.own, from.own);
  contents_.erase(upper);
  return lower;
}

void Helper::move(const protocol::Move& move) {
  const auto found = contents_.find(move.content);
  if (found == contents_.end()) return;
  Content& content = found->second;
  const protocol::Envelope& envelope = move.envelope;
  // On another node, members get the result after the root has it, and the root may continue.
  if (move.call == Call::broadcast && content.uses > 1) load(content, envelope.bytes);
  Destination& destination =
      of(envelope.destination).destinations[static_cast<std::size_t>(move.receive_request)];
  Rank from_part = 0;
  Rank to_part = 0;
  if (protocol::is_exchange(move.call)) {
    const Rank source = job_.rank_in(envelope.communicator, envelope.source);
    const Rank receiver = job_.rank_in(envelope.communicator, envelope.destination);
    if (move.call == Call::scatter || move.call == Call::alltoall) from_part = receiver;
    if (move.call != Call::scatter) to_part = source;
  }
  const std::span<const std::byte> from =
      content.is_own ? std::span<const std::byte>(content.own) : content.at.of(from_part);
  const std::span<std::byte> to = destination.at.of(to_part);
  // A message that is longer than its buffer is an error of the program, which ends the job.
  const auto offset = static_cast<std::size_t>(move.offset_bytes);
  const std::size_t end =
      std::min({offset + static_cast<std::size_t>(move.size_bytes), from.size(), to.size()});
  if (offset < end) {
    const auto moved = from.subspan(offset, end - offset);
    const bool is_moved =
        content.is_own
            ? memory_.write(envelope.destination, moved, address_of(to.data() + offset))
            : memory_.copy(content.rank, moved, envelope.destination, to.data() + offset);
    if (!is_moved) refused(content.is_own ? envelope.destination : content.rank);
  }
  if (move.is_last() && --content.uses == 0) contents_.erase(found);
}

/// A send that is cancelled moves nothing.
void Helper::drop_content(const protocol::Completion& cancelled) {
  const auto request = static_cast<std::size_t>(cancelled.request);
  contents_.erase(process_of(cancelled.rank).started[request].operation.content);
}

void Helper::complete(const protocol::Completion& completion) {
  OfRank& rank = of(completion.rank);
  const Address at = rank.destinations[static_cast<std::size_t>(completion.request)].completion;
  if (at == 0) return;
  if (!completion.answer.flag) drop_content(completion);
  const CompletionWord word{.number = ++rank.completions,
                            .result = {.bytes = completion.answer.bytes,
                                       .source = completion.answer.source,
                                       .tag = completion.answer.tag,
                                       .mark = completion.answer.mark,
                                       .sequence = completion.answer.sequence,
                                       .is_cancelled = !completion.answer.flag}};
  if (!memory_.write(completion.rank, word, at)) refused(completion.rank);
  tell_unmatched(completion.rank);
  board_.mailbox(completion.rank).completions.store(rank.completions, std::memory_order_release);
}

}  // namespace strobe::bcs::realtime
