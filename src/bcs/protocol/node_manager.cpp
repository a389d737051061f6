// SPDX-License-Identifier: BSD-3-Clause
//
// NM: starts the operations of processes and resumes processes. When the operation of a waiting
// process completes, the process counts as running at once. A node is therefore never idle while
// one of its processes can continue. A process does not start to wait if its call is already
// complete.
#include <algorithm>

#include "base/format.hpp"
#include "bcs/protocol/arguments.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

std::uint32_t& sequence_counter(std::vector<SequenceCounter>& counters, std::int32_t key) {
  const auto found = std::ranges::lower_bound(counters, key, {}, &SequenceCounter::key);
  if (found != counters.end() && found->key == key) return found->next;
  return counters.insert(found, {key, 0})->next;
}

std::uint32_t counter_value(const std::vector<SequenceCounter>& counters, std::int32_t key) {
  const auto found = std::ranges::lower_bound(counters, key, {}, &SequenceCounter::key);
  return found != counters.end() && found->key == key ? found->next : 0;
}

Node::Node(const Job& job, NodeId id) : job_(&job), id_(id) {
  processes_.reserve(job.ranks_on(id).size());
  for (const Rank rank : job.ranks_on(id)) processes_.push_back({.rank = rank});
}

std::optional<Answer> Node::call(Rank rank, const Operation& operation, Actions& actions) {
  Process& caller = process(rank);
  if (std::string text = argument_error(caller, operation); !text.empty()) {
    actions.errors.push_back({rank, std::move(text)});
    return Answer{.flag = false};
  }
  switch (operation.call) {
    case Call::finish:
      caller.state = State::finished;
      return Answer{};
    case Call::native:
      caller.state = State::native;
      return Answer{};
    case Call::transfer:
      transfer_variables(caller, operation, actions);
      return Answer{};
    case Call::cancel:
      return cancel(caller, operation.requests.front(), actions);
    case Call::claim:
      return claim(caller, operation);
    case Call::probe:
    case Call::wait_any:
    case Call::test:
    case Call::event:
    case Call::slice:
      caller.waiting_in = operation;
      break;
    default: {
      const Request request = start(caller, operation);
      begin_operation(caller, operation, request, actions);
      if (!operation.blocking) return Answer{.request = request};
      caller.waiting_in = operation;
      caller.waiting_in.requests = {request};
    }
  }
  if (is_wait_complete(caller)) return take_answer(caller);
  if (!operation.blocking && !job_->policy.tests_wait) {
    // Without waiting, the result depends on which messages have arrived.
    return probed(caller).value_or(Answer{.flag = false});
  }
  caller.state = State::waiting;
  return std::nullopt;
}

void Node::leave_native(Rank rank) { process(rank).state = State::running; }

void Node::hold(bool is_held) {
  is_held_ = is_held;
  if (is_held) idle_since_mark_ = 0;
}

void Node::leave_wait(Rank rank) {
  Process& waiting = process(rank);
  if (waiting.state != State::waiting && waiting.state != State::ready) return;
  waiting.state = State::running;
  waiting.decision.reset();
}

Request Node::next_request(Rank rank) const { return processes_[job_->local(rank)].first_free; }

Request Node::start(Process& process, const Operation& operation) {
  const Request request = process.first_free;
  std::vector<StartedOperation>& started = process.started;
  if (static_cast<std::size_t>(request) == started.size()) started.emplace_back();
  started[static_cast<std::size_t>(request)] = {.operation = operation, .is_used = true};
  const auto next = std::find_if(started.begin() + request, started.end(),
                                 [](const StartedOperation& one) { return !one.is_used; });
  process.first_free = static_cast<Request>(next - started.begin());
  return request;
}

void Node::begin_operation(Process& process, const Operation& operation, Request request,
                           Actions& actions) {
  switch (operation.call) {
    case Call::send:
      begin_send(process, operation, request, actions);
      break;
    case Call::receive:
      begin_receive(process, operation, request, actions);
      break;
    default:
      call_collective(process, request, actions);
  }
}

void Node::begin_send(Process& process, const Operation& operation, Request request,
                      Actions& actions) {
  const Rank to = job_->member(operation.communicator, operation.peer);
  const Envelope envelope{.source = process.rank,
                          .destination = to,
                          .tag = operation.tag,
                          .communicator = operation.communicator,
                          .context = operation.context,
                          .mark = operation.mark,
                          .bytes = operation.bytes,
                          .sequence = sequence_counter(process.sent, to)++};
  Block descriptor{.kind = BlockKind::descriptor,
                   .to = {.first = job_->node_of(to)},
                   .size_bytes = descriptor_bytes,
                   .envelope = envelope,
                   .send_request = request,
                   .content = operation.content};
  StartedOperation& send = started(process, request);
  send.sequence = envelope.sequence;
  if (is_eager(operation, *job_)) {
    send.is_complete = true;
    ++process.complete;
    // Its number may be in use again when the data arrive.
    descriptor.send_request = no_request;
  }
  if (job_->policy.buffers) {
    posted_sends_.push_back(descriptor);
  } else {
    deliver_or_send(descriptor, actions);
  }
}

PostedReceive Node::receive_like(const Operation& operation) const {
  return {.source = operation.peer == any_source
                        ? any_source
                        : job_->member(operation.communicator, operation.peer),
          .tag = operation.tag,
          .communicator = operation.communicator,
          .context = operation.context,
          .returns_errors = operation.returns_errors,
          .bytes = operation.bytes};
}

void Node::begin_receive(Process& process, const Operation& operation, Request request,
                         Actions& actions) {
  PostedReceive receive = receive_like(operation);
  receive.request = request;
  receive.sequence = process.receives++;
  if (operation.claimed) {
    const auto send = std::ranges::find_if(process.claimed, [&](const SendDescriptor& claimed) {
      return claimed.envelope.source == receive.source &&
             claimed.envelope.sequence == *operation.claimed;
    });
    base::ensure(send != process.claimed.end(),
                 "a process receives a message that it has not claimed");
    const Match match{*send, receive};
    process.claimed.erase(send);
    if (job_->policy.buffers) {
      decided_matches_.push_back(match);
    } else {
      begin_matched_transfer(match, actions);
    }
  } else if (job_->policy.buffers) {
    posted_receives_.emplace_back(process.rank, receive);
  } else {
    process.matching.post_receive(receive);
    match(actions);
  }
}

Answer Node::claim(Process& process, const Operation& operation) {
  const std::optional<SendDescriptor> send = process.matching.claim(receive_like(operation));
  if (!send) return {.flag = false};
  process.claimed.push_back(*send);
  return answer_of(send->envelope, send->content);
}

/// Whether it is cancelled. A send may be later, when its receiver has answered.
Answer Node::cancel(Process& process, Request request, Actions& actions) {
  const StartedOperation& cancelled = started(process, request);
  const Operation& operation = cancelled.operation;
  if (cancelled.is_complete) return {.flag = false};
  if (operation.call == Call::send) {
    const Rank to = job_->member(operation.communicator, operation.peer);
    const Block cancellation{
        .kind = BlockKind::cancellation,
        .to = {.first = job_->node_of(to)},
        .size_bytes = descriptor_bytes,
        .envelope = {.source = process.rank, .destination = to, .sequence = cancelled.sequence},
        .send_request = request};
    if (job_->policy.buffers) {
      posted_cancellations_.push_back(cancellation);
    } else {
      deliver_or_send(cancellation, actions);
    }
    return {.flag = false};
  }
  const bool is_withdrawn =
      std::erase_if(posted_receives_,
                    [&](const auto& posted) {
                      return posted.first == process.rank && posted.second.request == request;
                    }) != 0 ||
      process.matching.withdraw(request);
  if (!is_withdrawn) return {.flag = false};
  complete(process, request, {.flag = false}, actions);
  // It is certain now which messages the receives get that this one shadowed.
  if (!job_->policy.buffers) match(actions);
  return {};
}

void Node::complete(Process& process, Request request, const Answer& answer, Actions& actions) {
  StartedOperation& completed = started(process, request);
  base::ensure(!completed.is_complete, "a request is completed twice");
  completed.is_complete = true;
  ++process.complete;
  completed.answer = answer;
  actions.completed.push_back({process.rank, request, answer});
  finish_wait(process, actions);
}

std::optional<Answer> Node::probed_by(const Process& process, const Operation& probe) const {
  const SendDescriptor* const send = process.matching.probe(receive_like(probe));
  if (send == nullptr) return std::nullopt;
  return answer_of(send->envelope, send->content);
}

std::optional<Answer> Node::probed(const Process& process, bool is_decision) const {
  const Operation& call = process.waiting_in;
  const auto is_undecided = [&](const Operation& probe) {
    return probe.peer == any_source && job_->policy.wildcards_wait && !is_decision;
  };
  if (call.call == Call::probe) {
    return is_undecided(call) ? std::nullopt : probed_by(process, call);
  }
  for (std::size_t number = 0; number < call.probes.size(); ++number) {
    if (is_undecided(call.probes[number])) continue;
    std::optional<Answer> found = probed_by(process, call.probes[number]);
    if (!found) continue;
    found->request = static_cast<Request>(number);
    return found;
  }
  return std::nullopt;
}

bool Node::is_wait_complete(const Process& process) const {
  if (probed(process, false)) return true;
  if (process.waiting_in.call == Call::probe) return false;
  if (process.waiting_in.call == Call::event) {
    return counter_value(process.signals, process.waiting_in.event) > 0;
  }
  if (process.waiting_in.call == Call::wait_any) return process.complete != 0;
  if (process.waiting_in.call == Call::slice) return false;
  return std::ranges::all_of(process.waiting_in.requests, [&](Request request) {
    return process.started[static_cast<std::size_t>(request)].is_complete;
  });
}

bool Node::waits_for_slice_end(const Process& process) const {
  const Operation& call = process.waiting_in;
  if (process.state != State::waiting || process.decision) return false;
  if (call.call == Call::event || call.call == Call::slice) return !call.blocking;
  if (call.call == Call::wait_any || call.blocking) return probed(process).has_value();
  return call.call == Call::test || call.call == Call::probe;
}

Answer Node::take_answer(Process& process) {
  Answer answer = probed(process).value_or(Answer{});
  std::vector<Answer> by_request;
  if (process.waiting_in.call == Call::event) {
    --sequence_counter(process.signals, process.waiting_in.event);
  }
  for (const Request request : process.waiting_in.requests) {
    StartedOperation& started = process.started[static_cast<std::size_t>(request)];
    if (process.waiting_in.requests.size() > 1) by_request.push_back(started.answer);
    if (started.operation.call != Call::send) answer = started.answer;
    started = {};
    --process.complete;
    process.first_free = std::min(process.first_free, request);
  }
  answer.by_request = std::move(by_request);
  if (!process.waiting_in.blocking) decisions_.tested(process.rank, process.tests++, true);
  return answer;
}

void Node::finish_wait(Process& process, Actions& actions) {
  if (process.state != State::waiting || process.decision || !is_wait_complete(process)) return;
  if (job_->policy.restarts_at_strobe) {
    process.state = State::ready;
  } else {
    resume(process, take_answer(process), actions);
  }
}

void Node::resume(Process& process, const Answer& answer, Actions& actions) {
  process.state = State::running;
  process.decision.reset();
  actions.resumed.push_back({process.rank, answer});
}

void Node::resume_ready(Actions& actions) {
  for (Process& process : processes_) {
    if (process.state == State::ready) resume(process, take_answer(process), actions);
  }
}

void Node::decide_tests_and_probes() {
  for (Process& process : processes_) {
    if (!waits_for_slice_end(process)) continue;
    process.decision = probed(process).value_or(Answer{.flag = false});
    if (!process.waiting_in.blocking) {
      decisions_.tested(process.rank, process.tests++, process.decision->flag);
    }
  }
}

void Node::deliver_decisions(Actions& actions) {
  for (Process& process : processes_) {
    if (process.decision) resume(process, Answer(*process.decision), actions);
  }
}

Answer Node::answer_of(const Envelope& envelope, std::uint64_t content) const {
  return {.source = job_->rank_in(envelope.communicator, envelope.source),
          .tag = envelope.tag,
          .bytes = envelope.bytes,
          .mark = envelope.mark,
          .sequence = envelope.sequence,
          .content = content};
}

std::vector<WaitingProcess> Node::waiting() const {
  std::vector<WaitingProcess> all;
  for (const Process& process : processes_) {
    if (process.state != State::waiting) continue;
    Operation operation = process.waiting_in;
    for (const Request request : process.waiting_in.requests) {
      const StartedOperation& started = process.started[static_cast<std::size_t>(request)];
      if (!started.is_complete) {
        operation = started.operation;
        break;
      }
    }
    all.push_back({process.rank, std::move(operation)});
  }
  return all;
}

std::vector<Envelope> Node::unreceived() const {
  std::vector<Envelope> all;
  for (const Process& process : processes_) {
    for (const SendDescriptor& send : process.matching.unmatched_sends()) {
      all.push_back(send.envelope);
    }
  }
  return all;
}

std::vector<std::string> Node::leftovers() const {
  std::vector<std::string> all;
  for (const Envelope& message : unreceived()) {
    all.push_back(
        base::format("a message of {} bytes with tag {} from rank {} to rank {} was never received",
                     message.bytes, message.tag, message.source, message.destination));
  }
  return all;
}

std::string Node::argument_error(const Process& process, const Operation& operation) const {
  return protocol::argument_error(
      operation, membership_of(*job_, operation.communicator, process.rank), [&](Request request) {
        return request >= 0 && static_cast<std::size_t>(request) < process.started.size() &&
               process.started[static_cast<std::size_t>(request)].is_used;
      });
}

}  // namespace strobe::bcs::protocol
