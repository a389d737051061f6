// SPDX-License-Identifier: BSD-3-Clause
//
// NM: starts what processes ask for, and lets them go on. Whoever completes what a process waits
// for makes it a running one at once, so that no node is ever idle while one of its processes could
// go on, and a process whose wait is over when it begins does not begin it.
#include <algorithm>

#include "base/format.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

std::uint32_t& count_of(std::vector<Count>& counts, std::int32_t of) {
  const auto found = std::ranges::lower_bound(counts, of, {}, &Count::of);
  if (found != counts.end() && found->of == of) return found->next;
  return counts.insert(found, {of, 0})->next;
}

std::uint32_t counted(const std::vector<Count>& counts, std::int32_t of) {
  const auto found = std::ranges::lower_bound(counts, of, {}, &Count::of);
  return found != counts.end() && found->of == of ? found->next : 0;
}

Node::Node(const Job& job, NodeId id) : job_(&job), id_(id) {
  processes_.reserve(job.ranks_on(id).size());
  for (const Rank rank : job.ranks_on(id)) processes_.push_back({.rank = rank});
}

std::optional<Answer> Node::call(Rank rank, const Operation& operation, Actions& actions) {
  Process& caller = process(rank);
  if (std::string sentence = wrong(caller, operation); !sentence.empty()) {
    actions.complaints.push_back({rank, std::move(sentence)});
    return Answer{.flag = false};
  }
  switch (operation.call) {
    case Call::finish:
      caller.state = State::finished;
      return Answer{};
    case Call::native:
      caller.state = State::native;
      return Answer{};
    case Call::probe:
    case Call::test:
      caller.waits = operation;
      break;
    default: {
      const Request request = start(caller, operation);
      begin_operation(caller, operation, request, actions);
      if (!operation.blocking) return Answer{.request = request};
      caller.waits = operation;
      caller.waits.requests = {request};
    }
  }
  if (is_satisfied(caller)) return found(caller);
  if (!operation.blocking && !job_->policy.tests_wait) {
    // A look at what happens to be here, any source or not.
    if (const Offer* offer = seen_by(caller)) return answer_of(offer->envelope, offer->content);
    return Answer{.flag = false};
  }
  caller.state = State::waiting;
  return std::nullopt;
}

void Node::leave_native(Rank rank) { process(rank).state = State::running; }

Request Node::start(Process& process, const Operation& operation) {
  // A number is not given again while somebody may still ask for what it stood for.
  const auto free = std::ranges::find(process.started, false, &Started::is_used);
  const auto request = static_cast<Request>(free - process.started.begin());
  if (free == process.started.end()) process.started.emplace_back();
  process.started[static_cast<std::size_t>(request)] = {.operation = operation, .is_used = true};
  return request;
}

void Node::begin_operation(Process& process, const Operation& operation, Request request,
                           Actions& actions) {
  switch (operation.call) {
    case Call::send: {
      const Rank to = job_->member(operation.communicator, operation.peer);
      const Envelope envelope{.source = process.rank,
                              .destination = to,
                              .tag = operation.tag,
                              .communicator = operation.communicator,
                              .bytes = operation.bytes,
                              .sequence = count_of(process.sent, to)++};
      Block descriptor{.kind = Kind::descriptor,
                       .to = {.first = job_->node_of(to)},
                       .size_bytes = sizeof(Block),
                       .envelope = envelope,
                       .send_request = request,
                       .content = operation.content};
      if (operation.bytes <= job_->eager_bytes) {
        process.started[static_cast<std::size_t>(request)].is_complete = true;
      }
      if (job_->policy.buffers) {
        outbox_.push_back(descriptor);
      } else {
        send_descriptor(descriptor, actions);
      }
      break;
    }
    case Call::receive: {
      const Wanted wanted{.source = operation.peer == any_source
                                        ? any_source
                                        : job_->member(operation.communicator, operation.peer),
                          .tag = operation.tag,
                          .communicator = operation.communicator,
                          .bytes = operation.bytes,
                          .request = request,
                          .sequence = process.receives++};
      if (job_->policy.buffers) {
        posted_.emplace_back(process.rank, wanted);
      } else {
        process.matching.want(wanted);
        match(actions);
      }
      break;
    }
    default:
      join(process, request, actions);
  }
}

void Node::complete(Process& process, Request request, const Answer& answer, Actions& actions) {
  Started& completed = started(process, request);
  base::ensure(!completed.is_complete, "a request is completed twice");
  completed.is_complete = true;
  completed.answer = answer;
  satisfy(process, actions);
}

const Offer* Node::seen_by(const Process& process) const {
  const Operation& probe = process.waits;
  if (probe.call != Call::probe) return nullptr;
  return process.matching.visible({.source = probe.peer == any_source
                                                 ? any_source
                                                 : job_->member(probe.communicator, probe.peer),
                                   .tag = probe.tag,
                                   .communicator = probe.communicator});
}

bool Node::is_satisfied(const Process& process) const {
  if (process.waits.call == Call::probe) {
    const bool is_timing = process.waits.peer == any_source && job_->policy.wildcards_wait;
    return !is_timing && seen_by(process) != nullptr;
  }
  return std::ranges::all_of(process.waits.requests, [&](Request request) {
    return process.started[static_cast<std::size_t>(request)].is_complete;
  });
}

bool Node::waits_for_edge(const Process& process) const {
  const Operation& waits = process.waits;
  if (process.state != State::waiting || process.decided) return false;
  if (waits.call != Call::test && waits.call != Call::probe) return false;
  return !waits.blocking || (waits.call == Call::probe && seen_by(process) != nullptr);
}

Answer Node::found(Process& process) {
  Answer answer;
  std::vector<Answer> each;
  if (const Offer* offer = seen_by(process)) answer = answer_of(offer->envelope, offer->content);
  for (const Request request : process.waits.requests) {
    Started& started = process.started[static_cast<std::size_t>(request)];
    if (process.waits.requests.size() > 1) each.push_back(started.answer);
    if (started.operation.call != Call::send) answer = started.answer;
    started = {};
  }
  answer.each = std::move(each);
  if (!process.waits.blocking) decisions_.tested(process.rank, process.tests++, true);
  return answer;
}

void Node::satisfy(Process& process, Actions& actions) {
  if (process.state != State::waiting || process.decided || !is_satisfied(process)) return;
  if (job_->policy.restarts_at_strobe) {
    process.state = State::satisfied;
  } else {
    go_on(process, found(process), actions);
  }
}

void Node::go_on(Process& process, const Answer& answer, Actions& actions) {
  process.state = State::running;
  process.decided.reset();
  actions.resumed.push_back({process.rank, answer});
}

void Node::restart_satisfied(Actions& actions) {
  for (Process& process : processes_) {
    if (process.state == State::satisfied) go_on(process, found(process), actions);
  }
}

void Node::decide_answers() {
  for (Process& process : processes_) {
    if (!waits_for_edge(process)) continue;
    const Offer* offer = seen_by(process);
    process.decided =
        offer != nullptr ? answer_of(offer->envelope, offer->content) : Answer{.flag = false};
    if (!process.waits.blocking) {
      decisions_.tested(process.rank, process.tests++, offer != nullptr);
    }
  }
}

void Node::give_answers(Actions& actions) {
  for (Process& process : processes_) {
    if (process.decided) go_on(process, Answer(*process.decided), actions);
  }
}

Answer Node::answer_of(const Envelope& envelope, std::uint64_t content) const {
  return {.source = job_->rank_in(envelope.communicator, envelope.source),
          .tag = envelope.tag,
          .bytes = envelope.bytes,
          .content = content};
}

std::vector<Waiting> Node::waiting() const {
  std::vector<Waiting> all;
  for (const Process& process : processes_) {
    if (process.state != State::waiting) continue;
    Operation operation = process.waits;
    for (const Request request : process.waits.requests) {
      const Started& started = process.started[static_cast<std::size_t>(request)];
      if (!started.is_complete) {
        operation = started.operation;
        break;
      }
    }
    all.push_back({process.rank, std::move(operation)});
  }
  return all;
}

std::vector<std::string> Node::leftovers() const {
  std::vector<std::string> all;
  for (const Process& process : processes_) {
    for (const Offer& offer : process.matching.offers()) {
      all.push_back(base::format(
          "a message of {} bytes with tag {} from rank {} to rank {} was never received",
          offer.envelope.bytes, offer.envelope.tag, offer.envelope.source, process.rank));
    }
  }
  return all;
}

std::string Node::wrong(const Process& process, const Operation& operation) const {
  if (operation.call == Call::finish || operation.call == Call::native) return {};
  if (operation.call == Call::test) {
    const auto is_unknown = [&](Request request) {
      return request < 0 || static_cast<std::size_t>(request) >= process.started.size() ||
             !process.started[static_cast<std::size_t>(request)].is_used;
    };
    const auto unknown = std::ranges::find_if(operation.requests, is_unknown);
    return unknown == operation.requests.end()
               ? std::string()
               : base::format("there is no request {} to test", *unknown);
  }
  if (operation.communicator < 0 || operation.communicator >= job_->communicators()) {
    return base::format("there is no communicator {}", operation.communicator);
  }
  if (job_->rank_in(operation.communicator, process.rank) < 0) {
    return base::format("communicator {} does not hold this process", operation.communicator);
  }
  const bool may_be_any = operation.call == Call::receive || operation.call == Call::probe;
  const Rank size = job_->size(operation.communicator);
  if ((operation.peer < 0 || operation.peer >= size) &&
      !(may_be_any && operation.peer == any_source)) {
    return base::format("rank {} is not in communicator {}, which has {} ranks", operation.peer,
                        operation.communicator, size);
  }
  if (operation.tag < 0 && !(may_be_any && operation.tag == any_tag)) {
    return base::format("a tag is not negative, and {} is", operation.tag);
  }
  const auto negative = [](const std::vector<std::int64_t>& sizes) {
    const auto found = std::ranges::find_if(sizes, [](std::int64_t bytes) { return bytes < 0; });
    return found == sizes.end() ? 0 : *found;
  };
  if (const std::int64_t least =
          std::min({operation.bytes, negative(operation.out_bytes), negative(operation.in_bytes)});
      least < 0) {
    return base::format("a message has no negative size, and {} is one", least);
  }
  return wrong_sizes(operation, job_->rank_in(operation.communicator, process.rank), size);
}

}  // namespace strobe::bcs::protocol
