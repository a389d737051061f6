// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/strict_process.hpp"

#include <sstream>
#include <utility>

#include "bcs/mpi/bcs_process.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/user_report.hpp"

namespace strobe::bcs::mpi {

StrictProcess::StrictProcess(std::unique_ptr<StrictHelper> helper)
    : helper_(std::move(helper)),
      rank_(helper_->job(), process().endpoint.rank(), helper_->board(), helper_->ender()) {}

std::unique_ptr<StrictProcess> StrictProcess::start(std::span<const protocol::RankGroup> groups,
                                                    std::string& why) {
  if (process().hashes_data) {
    why = "the protocol hashes decisions only (--hash data)";
    return nullptr;
  }
  std::unique_ptr<StrictHelper> helper = StrictHelper::make(groups, why);
  if (helper == nullptr) return nullptr;
  std::unique_ptr<StrictProcess> started(new StrictProcess(std::move(helper)));
  return started->helper_->start(why) ? std::move(started) : nullptr;
}

void StrictProcess::call(protocol::Operation& operation, protocol::CallBuffers& data,
                         protocol::Answer& answer) {
  const CallScope scope(function_of(operation), data.caller);
  rank_.call(operation, data, answer);
  if (interposer.mmds == nullptr) [[likely]]
    return;
  if (operation.call == protocol::Call::test) {
    monitor_test(operation, answer);
  } else {
    monitor_begin(operation, answer.request);
    if (operation.blocking) monitor_test({.requests = {protocol::no_request}}, answer);
  }
}

void StrictProcess::monitor_begin(const protocol::Operation& operation, protocol::Request request) {
  const std::int32_t c = operation.communicator;
  const auto context = static_cast<std::uint64_t>(c);
  const bool is_send = operation.call == protocol::Call::send;
  if (protocol::is_collective(operation.call)) {
    begun_.insert_or_assign(request, monitor_collective(operation));
  } else if (is_send || operation.call == protocol::Call::receive) {
    const OpenMessage open{
        .is_send = is_send,
        .message = {
            .operation = ++message_count_,
            .context = context,
            .peer = operation.peer < 0 ? operation.peer : helper_->job().member(c, operation.peer),
            .tag = operation.tag,
            .size_bytes = operation.bytes}};
    begun_.insert_or_assign(request, open);
    if (is_send) {
      add_call_bytes(static_cast<std::size_t>(operation.bytes));
      interposer.mmds->sent(open.message);
    } else {
      interposer.mmds->receives(open.message);
    }
  }
}

StrictProcess::OpenCollective StrictProcess::monitor_collective(
    const protocol::Operation& operation) {
  const std::int32_t c = operation.communicator;
  if (operation.call != protocol::Call::barrier)
    add_call_bytes(static_cast<std::size_t>(operation.bytes));
  return interposer.mmds->begins({.context = static_cast<std::uint64_t>(c),
                                  .gave_bytes = operation.bytes,
                                  .got_bytes = operation.bytes,
                                  .root = operation.peer,
                                  .members = helper_->job().size(c),
                                  .own = helper_->job().rank_in(c, process().endpoint.rank()),
                                  .function = static_cast<std::uint32_t>(function_of(operation)),
                                  .order = ++collective_counts_[c],
                                  .starts = 1});
}

void StrictProcess::monitor_end(const OpenMessage& open, const protocol::Answer& answer) const {
  monitor::Mmds::Message message = open.message;
  if (open.is_send) {
    interposer.mmds->send_over(message);
    return;
  }
  message.peer = helper_->job().member(static_cast<std::int32_t>(message.context), answer.source);
  message.tag = answer.tag;
  message.size_bytes = answer.bytes;
  add_call_bytes(static_cast<std::size_t>(answer.bytes));
  interposer.mmds->received(message);
}

void StrictProcess::monitor_test(const protocol::Operation& test, const protocol::Answer& answer) {
  if (!answer.flag) return;
  for (std::size_t i = 0; i < test.requests.size(); ++i) {
    const auto found = begun_.find(test.requests[i]);
    if (found == begun_.end()) continue;
    if (const auto* const collective = std::get_if<OpenCollective>(&found->second)) {
      interposer.mmds->collective_over(*collective);
    } else {
      monitor_end(std::get<OpenMessage>(found->second),
                  answer.by_request.empty() ? answer : answer.by_request[i]);
    }
    begun_.erase(found);
  }
}

bool StrictProcess::test_event(std::int32_t event, bool blocks, const void* caller) {
  const CallScope scope(blocks ? Function::Wait : Function::Test, caller);
  return rank_.test_event(event, blocks, caller);
}

bool StrictProcess::compare_and_write(const protocol::GlobalCondition& condition) {
  const CallScope scope(Function::Wait);
  return rank_.compare_and_write(condition);
}

void StrictProcess::finish() {
  const CallScope scope(Function::Finalize);
  rank_.finish();
  helper_->join();
  if (process().endpoint.rank() != 0) return;
  std::istringstream sentences(helper_->board().control().sentences.data());
  for (std::string sentence; std::getline(sentences, sentence);) report_to_user(sentence);
}

}  // namespace strobe::bcs::mpi
