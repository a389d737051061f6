// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/realtime/rank_messages.hpp"

#include <sched.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/assert.hpp"

namespace strobe::bcs::realtime {

using protocol::Call;
using protocol::Request;

namespace {

PostedBlocks posted(const std::byte* data, std::size_t bytes) {
  return {.first = address_of(data), .bytes = static_cast<std::int64_t>(bytes)};
}

Descriptor receive_of(const Transfer& receive) {
  return {.call = Call::receive,
          .blocking = false,
          .returns_errors = true,
          .peer = receive.peer,
          .tag = receive.tag,
          .context = receive.context,
          .bytes = static_cast<std::int64_t>(receive.bytes),
          .in = posted(receive.data, receive.bytes)};
}

}  // namespace

RankMessages::RankMessages(const protocol::Job& job, Rank rank, Board& board, RankEnder& ender,
                           bool has_threads)
    : job_(job),
      rank_(rank),
      board_(board),
      control_(board.control()),
      mailbox_(board, rank, ender),
      ender_(ender),
      has_threads_(has_threads) {}

void RankMessages::finish() {
  post({.call = Call::finish});
  mailbox_.wait_for_end();
}

std::uint32_t RankMessages::post(const Descriptor& descriptor) {
  end_wait();
  return mailbox_.post(descriptor);
}

// Transfers.

bool RankMessages::begin_send(Transfer& send) {
  Descriptor descriptor{.call = Call::send,
                        .is_synchronous = send.is_synchronous,
                        .peer = send.peer,
                        .tag = send.tag,
                        .context = send.context,
                        .mark = send.mark,
                        .bytes = static_cast<std::int64_t>(send.bytes)};
  if (!protocol::is_eager({.is_synchronous = send.is_synchronous, .bytes = descriptor.bytes},
                          job_)) {
    descriptor.blocking = false;
    descriptor.out = posted(send.data, send.bytes);
    begin(descriptor, send);
    return false;
  }
  // The application may change them before the helper has them.
  std::vector<std::byte> data(send.data, send.data + send.bytes);
  descriptor.out = posted(data.data(), data.size());
  post(descriptor);
  mailbox_.keep_until_taken(std::move(data));
  return true;
}

void RankMessages::begin_receive(Transfer& receive) { begin(receive_of(receive), receive); }

void RankMessages::begin_receive_of(const Message& claimed, Transfer& receive) {
  Descriptor descriptor = receive_of(receive);
  descriptor.is_claimed = true;
  descriptor.claimed = claimed.envelope.number;
  descriptor.peer = claimed.source;
  begin(descriptor, receive);
}

void RankMessages::begin_collective(const runtime::OffloadedCollective& collective,
                                    Transfer& transfer) {
  if (joined_.insert(collective.context).second) {
    const std::vector<Rank> members(collective.members->begin(), collective.members->end());
    const auto bytes = std::as_bytes(std::span(members));
    std::vector<std::byte> kept(bytes.begin(), bytes.end());
    post({.joins = true,
          .context = collective.context,
          .request_count = static_cast<std::uint32_t>(members.size()),
          .requests = address_of(kept.data())});
    mailbox_.keep_until_taken(std::move(kept));
  }
  const protocol::Operation& operation = collective.operation;
  const auto bytes = static_cast<std::size_t>(operation.bytes);
  Descriptor descriptor{.call = operation.call,
                        .blocking = false,
                        .is_allreduce = operation.is_allreduce,
                        .returns_errors = true,
                        .reduce_operator = operation.reduce_operator,
                        .element_type = operation.element_type,
                        .peer = operation.peer,
                        .context = collective.context,
                        .is_by_context = true,
                        .mark = operation.mark,
                        .bytes = operation.bytes};
  if (collective.out != nullptr) descriptor.out = posted(collective.out, bytes);
  if (collective.in != nullptr) descriptor.in = posted(collective.in, bytes);
  begin(descriptor, transfer);
}

void RankMessages::begin(Descriptor descriptor, Transfer& transfer) {
  const std::size_t request = first_free_;
  if (request == started_.size()) started_.emplace_back();
  Started& started = started_[request];
  started = {.transfer = &transfer};
  while (first_free_ < started_.size() && started_[first_free_].transfer != nullptr) ++first_free_;
  ++begun_;
  transfer.name = request + 1;
  descriptor.completion = address_of(&started.completion);
  post(descriptor);
}

std::uint32_t RankMessages::post_about(Request request, Descriptor descriptor) {
  descriptor.request_count = 1;
  descriptor.requests_inside[0] = request;
  return post(descriptor);
}

void RankMessages::release(std::span<const Request> requests) {
  for (const Request request : requests) {
    const auto place = static_cast<std::size_t>(request);
    started_[place] = {};
    first_free_ = std::min(first_free_, place);
  }
  begun_ -= requests.size();
  while (!requests.empty()) {
    Descriptor test{.call = Call::test};
    test.request_count =
        static_cast<std::uint32_t>(std::min(requests.size(), test.requests_inside.size()));
    std::copy_n(requests.begin(), test.request_count, test.requests_inside.begin());
    requests = requests.subspan(test.request_count);
    post(test);
  }
}

void RankMessages::write_result(const Started& started) const {
  Transfer& transfer = *started.transfer;
  const CompletionWord::Result& word = started.completion.result;
  transfer.name = 0;
  transfer.is_cancelled = word.is_cancelled;
  // A send has no source.
  if (word.is_cancelled || word.source == protocol::any_source) return;
  transfer.source = word.source;
  transfer.received = {.context = transfer.context,
                       .bytes = static_cast<std::uint64_t>(word.bytes),
                       .tag = word.tag,
                       .mark = word.mark,
                       .number = word.sequence,
                       .slice = slice()};
  transfer.is_truncated = transfer.received.bytes > transfer.bytes;
}

void RankMessages::take_completed(FunctionRef<void(Transfer&)> complete) {
  // What a probe has found that has ended since may have been received.
  found_by_.reset();
  take_answer();
  expected_.clear();
  // As in the paper a waiting process continues with a strobe, and not before.
  if (wait_) return;
  const std::uint64_t completions = mailbox_.completions();
  if (completions == seen_completions_) return;
  seen_completions_ = completions;
  complete_.clear();
  for (std::size_t request = 0; request < started_.size(); ++request) {
    const Started& started = started_[request];
    if (started.transfer == nullptr || !mailbox_.is_complete(started.completion)) continue;
    complete_.push_back(static_cast<Request>(request));
  }
  const auto started_as = [&](Request request) -> const Started& {
    return started_[static_cast<std::size_t>(request)];
  };
  std::ranges::sort(complete_, {},
                    [&](Request request) { return started_as(request).completion.number; });
  for (const Request request : complete_) {
    write_result(started_as(request));
    complete(*started_as(request).transfer);
  }
  release(complete_);
}

bool RankMessages::cancel(Transfer& receive) {
  const auto request = static_cast<Request>(receive.name - 1);
  const std::uint32_t number = post_about(request, {.call = Call::cancel, .wants_answer = true});
  if (!mailbox_.wait_for_answer(number).flag) return false;
  receive.name = 0;
  release({&request, 1});
  return true;
}

bool RankMessages::begin_cancel(const Transfer& send) {
  post_about(static_cast<Request>(send.name - 1), {.call = Call::cancel});
  return true;
}

// Probes.

Descriptor RankMessages::descriptor_of(Call call, const PostedProbe& probe) {
  return {.call = call,
          .wants_answer = true,
          .peer = probe.source,
          .tag = probe.tag,
          .context = probe.context};
}

const Message* RankMessages::found(const protocol::Answer& answer, const PostedProbe& probe) {
  if (!answer.flag) return nullptr;
  found_.source = answer.source;
  found_.envelope = {.context = probe.context,
                     .bytes = static_cast<std::uint64_t>(answer.bytes),
                     .tag = answer.tag,
                     .mark = answer.mark,
                     .number = answer.sequence,
                     .slice = slice()};
  return &found_;
}

const Message* RankMessages::look(Context context, Rank source, std::int32_t tag) {
  if (!mailbox_.has_unmatched()) {
    mailbox_.end_if_over();
    sched_yield();
    return nullptr;
  }
  const PostedProbe probe{.context = context, .source = source, .tag = tag};
  Descriptor descriptor = descriptor_of(Call::probe, probe);
  descriptor.blocking = false;
  return found(mailbox_.wait_for_answer(post(descriptor)), probe);
}

const Message* RankMessages::expected(Context context, Rank source, std::int32_t tag) {
  take_answer();
  const PostedProbe probe{.context = context, .source = source, .tag = tag};
  if (found_by_ == probe) {
    found_by_.reset();
    return &found_;
  }
  if (std::ranges::find(expected_, probe) == expected_.end()) expected_.push_back(probe);
  return nullptr;
}

bool RankMessages::claim(const Message& found, Message& claimed) {
  const PostedProbe probe{
      .context = found.envelope.context, .source = found.source, .tag = found.envelope.tag};
  const protocol::Answer answer = mailbox_.wait_for_answer(post(descriptor_of(Call::claim, probe)));
  if (!answer.flag) return false;
  claimed.source = answer.source;
  claimed.envelope = this->found(answer, probe)->envelope;
  return true;
}

// Waiting.

void RankMessages::begin_wait() {
  take_answer();
  if (wait_ && wait_->probes != expected_) end_wait();
  if (!wait_) post_wait(has_threads_, expected_);
}

void RankMessages::post_wait(bool may_continue, std::vector<PostedProbe> probes) {
  Descriptor descriptor =
      descriptor_of(Call::wait_any, probes.empty() ? PostedProbe() : probes.front());
  descriptor.probe_count = static_cast<std::uint32_t>(probes.size());
  descriptor.may_continue = may_continue;
  std::vector<std::byte> kept;
  if (probes.size() > 1) {
    const auto bytes = std::as_bytes(std::span(probes));
    kept.assign(bytes.begin(), bytes.end());
    descriptor.requests = address_of(kept.data());
  }
  wait_ = {.number = mailbox_.post(descriptor), .probes = std::move(probes)};
  mailbox_.keep_until_taken(std::move(kept));
}

void RankMessages::note_sleep_of_others() {
  if (!wait_ || mailbox_.is_answered(wait_->number)) return;
  std::vector<PostedProbe> probes = std::move(wait_->probes);
  mailbox_.post({.leaves = true});
  post_wait(false, std::move(probes));
}

bool RankMessages::has_work() {
  if (mailbox_.end() != JobEnd::running) return true;
  if (wait_) return mailbox_.is_answered(wait_->number);
  return mailbox_.completions() != seen_completions_;
}

void RankMessages::take_answer() {
  if (!wait_ || !mailbox_.is_answered(wait_->number)) return;
  const Wait answered = *std::exchange(wait_, std::nullopt);
  const JobEnd end = mailbox_.end();
  if (end != JobEnd::running) {
    if (end != JobEnd::deadlock) ender_.ended(end);
    return;
  }
  const protocol::Answer answer = mailbox_.answer();
  if (answer.request == protocol::no_request) return;
  found_by_ = answered.probes[static_cast<std::size_t>(answer.request)];
  static_cast<void>(found(answer, *found_by_));
}

void RankMessages::end_wait() {
  take_answer();
  if (!wait_) return;
  wait_.reset();
  mailbox_.post({.leaves = true});
}

std::uint32_t RankMessages::deadlocked() const {
  if (mailbox_.end() != JobEnd::deadlock) return 0;
  return static_cast<std::uint32_t>(
      std::ranges::count_if(job_.ranks_on(job_.node_of(rank_)),
                            [&](Rank rank) { return board_.mailbox(rank).is_stuck; }));
}

}  // namespace strobe::bcs::realtime
