// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/poll.hpp"

#include <algorithm>

#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/thread_choices.hpp"

namespace strobe::bcs::mpi {

namespace {

using PollEvent = check::OrderEvent;

bool counts(const Request* request) { return request != nullptr && request->is_active; }

/// Whether an operation is one of the log, or complete at once.
bool has_choice(const Request& request) {
  if (request.operation != nullptr) return request.operation->order() != nullptr;
  return !request.point_to_point.transfer.is_internal;
}

/// Null for an operation that is complete at once.
const std::uint32_t* begin_of(const Request& request) {
  if (request.operation != nullptr) return request.operation->order();
  const PointToPointOperation& operation = request.point_to_point;
  return operation.is_with_proc_null ? nullptr : &operation.checked.order;
}

bool is_logged() { return interposer.checks != nullptr && process().choices.are_given(); }

std::uint32_t log(const PollEvent& event) { return interposer.checks->order().add(event); }

/// The message that a complete receive has got; null if the operation has none.
const PointToPointOperation* with_message(const Request& request) {
  const PointToPointOperation& operation = request.point_to_point;
  const bool has_message = request.operation == nullptr && !operation.is_send &&
                           !operation.is_with_proc_null && !operation.transfer.is_cancelled;
  return has_message ? &operation : nullptr;
}

}  // namespace

std::optional<Poll> Poll::of_requests(PollScope scope, bool blocks,
                                      std::span<Request* const> requests) {
  if (!process().choices.are_given()) [[likely]]
    return std::nullopt;
  if (std::ranges::none_of(requests, counts) ||
      std::ranges::any_of(requests, [](const Request* request) {
        return counts(request) && !has_choice(*request);
      })) {
    return std::nullopt;
  }
  Poll poll(process().choices.next(), blocks);
  poll.check(scope, blocks, requests);
  if (!is_logged()) return poll;
  poll.event_ = log({.kind = PollEvent::Kind::poll_begins,
                     .is_free = !blocks,
                     .members = static_cast<std::uint16_t>(scope),
                     .of = interposer.checks->places().current()});
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!counts(requests[i])) continue;
    const std::uint32_t* const begin = begin_of(*requests[i]);
    log({.kind = PollEvent::Kind::poll_operation,
         .is_free = requests[i]->is_known,
         .of = begin == nullptr ? poll.event_ : *begin,
         .peer = poll.event_,
         .number = static_cast<std::uint32_t>(i)});
  }
  return poll;
}

std::optional<Poll> Poll::of_probe(const Communicator& communicator, Rank source,
                                   std::int32_t tag) {
  if (!process().choices.are_given()) [[likely]]
    return std::nullopt;
  Poll poll(process().choices.next(), false);
  const Choice* const choice = poll.choice_;
  if (choice != nullptr &&
      (!choice->requests.empty() ||
       (choice->is_message() && source != runtime::any_source && source != choice->source))) {
    process().choices.refuse();
  }
  if (!is_logged()) return poll;
  poll.event_ = log({.kind = PollEvent::Kind::poll_begins,
                     .is_free = true,
                     .members = static_cast<std::uint16_t>(PollScope::probe),
                     .of = interposer.checks->places().current(),
                     .peer = static_cast<std::uint32_t>(source),
                     .tag = tag,
                     .context = context_hash(communicator)});
  return poll;
}

void Poll::check(PollScope scope, bool blocks, std::span<Request* const> requests) const {
  if (choice_ == nullptr) return;
  const std::vector<int>& chosen = choice_->requests;
  const auto active = static_cast<std::size_t>(std::ranges::count_if(requests, counts));
  const bool has_right_number = scope == PollScope::all   ? chosen.size() == active
                                : scope == PollScope::any ? chosen.size() == 1
                                                          : !chosen.empty();
  const bool are_active = std::ranges::all_of(chosen, [&](int at) {
    return static_cast<std::size_t>(at) < requests.size() &&
           counts(requests[static_cast<std::size_t>(at)]);
  });
  const bool fits = choice_->is_nothing() ? !blocks : has_right_number && are_active;
  if (choice_->is_message() || !fits) process().choices.refuse();
}

void Poll::ends(std::span<const int> found, std::span<Request* const> requests) const {
  learns();
  if (!is_logged()) return;
  for (const int at : found) {
    const Request& request = *requests[static_cast<std::size_t>(at)];
    const std::uint32_t* const begin = begin_of(request);
    const PointToPointOperation* const receive = with_message(request);
    log({.kind = PollEvent::Kind::poll_finds,
         .is_free = receive != nullptr,
         .of = event_,
         .peer = receive == nullptr ? 0 : static_cast<std::uint32_t>(receive->transfer.source),
         .number = receive == nullptr ? 0 : receive->transfer.received.number,
         .tag = at,
         .context = begin == nullptr ? event_ : *begin});
  }
  end();
}

void Poll::ends(const runtime::Message* found) const {
  learns();
  if (!is_logged()) return;
  if (found != nullptr) {
    log({.kind = PollEvent::Kind::poll_finds,
         .is_free = true,
         .of = event_,
         .peer = static_cast<std::uint32_t>(found->source),
         .number = found->envelope.number,
         .context = event_});
  }
  end();
}

Poll::Poll(const Choice* choice, bool blocks) : choice_(choice), blocks_(blocks) {
  if (!blocks_) hold_turn(true);
}

void Poll::learns() const {
  if (blocks_) {
    learn_in_turn();
  } else {
    hold_turn(false);
  }
}

void Poll::end() const { log({.kind = PollEvent::Kind::poll_ends, .of = event_}); }

void note_unseen_matches() {
  if (!is_logged()) return;
  const auto note = [](const Request& request) {
    const PointToPointOperation* const receive = with_message(request);
    if (receive == nullptr || !request.is_active || !receive->transfer.is_complete ||
        receive->transfer.is_internal) {
      return;
    }
    log({.kind = PollEvent::Kind::receive_matched,
         .of = receive->checked.order,
         .peer = static_cast<std::uint32_t>(receive->transfer.source),
         .number = receive->transfer.received.number});
  };
  process().requests.for_each_in_use(note);
  for (const Request* const request : process().requests.detached()) note(*request);
}

}  // namespace strobe::bcs::mpi
