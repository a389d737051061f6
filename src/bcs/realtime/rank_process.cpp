// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/realtime/rank_process.hpp"

#include <sched.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/format.hpp"
#include "bcs/protocol/collective.hpp"

namespace strobe::bcs::realtime {

using protocol::Call;

namespace {

/// The lists of an answer belong to the library of the caller.
void copy_result(const Answer& from, Answer& to) {
  to.flag = from.flag;
  to.source = from.source;
  to.tag = from.tag;
  to.bytes = from.bytes;
}

template <class Byte>
PostedBlocks posted(const protocol::Blocks<Byte>& blocks) {
  return {.first = address_of(blocks.first),
          .bytes = blocks.bytes,
          .sizes = blocks.sizes.empty() ? 0 : address_of(blocks.sizes.data()),
          .offsets = blocks.offsets.empty() ? 0 : address_of(blocks.offsets.data())};
}

/// `operation` and `data` must stay where they are until the helper has taken the descriptor.
Descriptor descriptor_of(const Operation& operation, const CallBuffers& data) {
  Descriptor descriptor{.call = operation.call,
                        .blocking = operation.blocking,
                        .is_allreduce = operation.is_allreduce,
                        .has_varying_sizes = operation.has_varying_sizes,
                        .wants_answer = operation.blocking,
                        .reduce_operator = operation.reduce_operator,
                        .element_type = operation.element_type,
                        .peer = operation.peer,
                        .tag = operation.tag,
                        .communicator = operation.communicator,
                        .event = operation.event,
                        .local_event = operation.local_event,
                        .request_count = static_cast<std::uint32_t>(operation.requests.size()),
                        .bytes = operation.bytes,
                        .out = posted(data.out),
                        .in = posted(data.in)};
  if (operation.requests.size() <= Descriptor::most_requests_inside) {
    std::ranges::copy(operation.requests, descriptor.requests_inside.begin());
  } else {
    descriptor.requests = address_of(operation.requests.data());
  }
  return descriptor;
}

}  // namespace

RankProcess::RankProcess(const protocol::Job& job, Rank rank, Board& board, RankEnder& ender)
    : job_(job), rank_(rank), board_(board), ender_(ender), mailbox_(board, rank, ender) {}

protocol::Membership RankProcess::membership(std::int32_t communicator) const {
  return membership_of(job_, communicator, rank_);
}

bool RankProcess::has_request(protocol::Request request) const {
  return request >= 0 && static_cast<std::size_t>(request) < started_.size() &&
         started_[static_cast<std::size_t>(request)].is_used;
}

void RankProcess::call(Operation& operation, CallBuffers& data, Answer& answer) {
  if (const std::string error = error_in(operation); !error.empty()) {
    ender_.fails(base::format("rank {} {}", rank_, error));
  }
  answer.flag = true;
  if (operation.call == Call::test) {
    test(operation, answer);
  } else if (!operation.blocking && operation.call != Call::probe) {
    begin(operation, data, answer);
  } else if (operation.call == Call::send && protocol::is_eager(operation, job_)) {
    std::vector<std::byte> sent = copy_sent_data(operation, 1, data);
    Descriptor descriptor = descriptor_of(operation, data);
    descriptor.wants_answer = false;
    mailbox_.post(descriptor);
    mailbox_.keep_until_taken(std::move(sent));
  } else {
    Descriptor descriptor = descriptor_of(operation, data);
    descriptor.wants_answer = true;
    copy_result(mailbox_.wait_for_answer(mailbox_.post(descriptor)), answer);
  }
}

void RankProcess::begin(const Operation& operation, CallBuffers& data, Answer& answer) {
  const auto free = std::ranges::find(started_, false, &StartedOperation::is_used);
  answer.request = static_cast<protocol::Request>(free - started_.begin());
  StartedOperation& started = free == started_.end() ? started_.emplace_back() : *free;
  started.is_used = true;
  started.is_eager = operation.call == Call::send && protocol::is_eager(operation, job_);
  std::vector<std::byte> sent = copy_sent_data(operation, size_of(operation.communicator), data);
  started.data = std::exchange(data, {});
  Descriptor descriptor = descriptor_of(operation, started.data);
  if (!started.is_eager) descriptor.completion = address_of(&started.completion);
  mailbox_.post(descriptor);
  if (started.is_eager) {
    mailbox_.keep_until_taken(std::move(sent));
  } else {
    started.sent = std::move(sent);
  }
}

void RankProcess::write_answer(const StartedOperation& started, Answer& answer) const {
  if (started.is_eager) return;
  answer.source = started.completion.result.source;
  answer.tag = started.completion.result.tag;
  answer.bytes = started.completion.result.bytes;
}

void RankProcess::test(const Operation& operation, Answer& answer) {
  const auto started = [&](protocol::Request request) -> StartedOperation& {
    return started_[static_cast<std::size_t>(request)];
  };
  const bool are_complete = std::ranges::all_of(
      operation.requests, [&](protocol::Request request) { return is_complete(started(request)); });
  answer.flag = are_complete || operation.blocking;
  if (!answer.flag) {
    mailbox_.end_if_over();
    sched_yield();
    return;
  }
  Descriptor descriptor = descriptor_of(operation, {});
  descriptor.wants_answer = !are_complete;
  const std::uint32_t posted = mailbox_.post(descriptor);
  if (descriptor.wants_answer) {
    copy_result(mailbox_.wait_for_answer(posted), answer);
  } else if (descriptor.requests != 0) {
    mailbox_.wait_until_taken(posted);
  }
  answer.source = protocol::any_source;
  answer.tag = protocol::any_tag;
  for (std::size_t i = 0; i < operation.requests.size(); ++i) {
    StartedOperation& one = started(operation.requests[i]);
    write_answer(one, operation.requests.size() > 1 ? answer.by_request[i] : answer);
    one = {};
  }
}

std::size_t RankProcess::open() const {
  return static_cast<std::size_t>(std::ranges::count(started_, true, &StartedOperation::is_used));
}

void RankProcess::finish() {
  mailbox_.post({.call = Call::finish});
  mailbox_.wait_for_end();
}

// The core primitives. As in the paper they do not wait for slices. All ranks share their
// variables, so that a lock makes each primitive atomic; the helper delivers the events.

template <class Visit>
void RankProcess::for_members(std::int32_t communicator, Rank destination, Visit&& visit) {
  if (destination != protocol::all_members) {
    visit(board_.mailbox(job_.member(communicator, destination)));
    return;
  }
  for (Rank member = 0; member < job_.size(communicator); ++member) {
    visit(board_.mailbox(job_.member(communicator, member)));
  }
}

std::int64_t RankProcess::read(std::int32_t variable) {
  return board_.mailbox(rank_).variables[static_cast<std::size_t>(variable)].load(
      std::memory_order_acquire);
}

void RankProcess::write(std::int32_t variable, std::int64_t value) {
  const std::lock_guard lock(board_.control().lock);
  board_.mailbox(rank_).variables[static_cast<std::size_t>(variable)].store(
      value, std::memory_order_release);
}

void RankProcess::xfer_and_signal(const protocol::GlobalTransfer& transfer) {
  {
    const std::lock_guard lock(board_.control().lock);
    for_members(transfer.communicator, transfer.destination, [&](Mailbox& box) {
      for (std::size_t i = 0; i < transfer.values.size(); ++i) {
        box.variables[static_cast<std::size_t>(transfer.first) + i].store(
            transfer.values[i], std::memory_order_release);
      }
    });
  }
  mailbox_.post({.call = Call::transfer,
                 .peer = transfer.destination,
                 .communicator = transfer.communicator,
                 .event = transfer.remote_event,
                 .local_event = transfer.local_event,
                 .bytes = static_cast<std::int64_t>(transfer.values.size_bytes())});
}

bool RankProcess::test_event(std::int32_t event, bool blocks, const void* /*caller*/) {
  const std::uint32_t posted = mailbox_.post({.call = Call::event,
                                              .blocking = blocks,
                                              .wants_answer = true,
                                              .peer = protocol::any_source,
                                              .event = event});
  return mailbox_.wait_for_answer(posted).flag;
}

bool RankProcess::compare_and_write(const protocol::GlobalCondition& condition) {
  bool holds = true;
  {
    const std::lock_guard lock(board_.control().lock);
    for_members(condition.communicator, protocol::all_members, [&](Mailbox& box) {
      holds =
          holds && protocol::holds(box.variables[static_cast<std::size_t>(condition.variable)].load(
                                       std::memory_order_relaxed),
                                   condition.comparison, condition.value);
    });
    if (holds && condition.write != protocol::no_variable) {
      for_members(condition.communicator, protocol::all_members, [&](Mailbox& box) {
        box.variables[static_cast<std::size_t>(condition.write)].store(condition.new_value,
                                                                       std::memory_order_release);
      });
    }
  }
  if (!holds) {
    mailbox_.end_if_over();
    sched_yield();
  }
  return holds;
}

}  // namespace strobe::bcs::realtime
