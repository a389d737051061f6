// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/api/simulated_process.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/format.hpp"
#include "bcs/protocol/collective.hpp"

namespace strobe::bcs::api {

using protocol::Call;

SimulatedProcess::SimulatedProcess(World& world, Rank rank, std::size_t stack_bytes,
                                   std::function<void()> program)
    : world_(&world),
      rank_(rank),
      fiber_(std::make_unique<Fiber>(stack_bytes,
                                     [this, program = std::move(program)] { run(program); })) {}

void SimulatedProcess::run(const std::function<void()>& program) noexcept {
  std::string wrong;
  try {
    program();
    if (!open_.empty()) {
      wrong = base::format("ends with {} open requests; test or wait for each one", open_.size());
    }
  } catch (const std::exception& exception) {
    wrong = base::format("ends with an exception: {}", exception.what());
  } catch (...) {
    wrong = "ends with an exception";
  }
  activity_ = {.operation = Operation{.call = Call::finish}, .wrong = std::move(wrong)};
}

simulation::Activity SimulatedProcess::next(const Answer& last) {
  last_ = last;
  Process* const before = std::exchange(current(), this);
  fiber_->resume();
  current() = before;
  if (fiber_->is_over()) fiber_.reset();
  return std::exchange(activity_, {});
}

bool SimulatedProcess::is_in(std::int32_t communicator) const {
  return communicator >= 0 && communicator < world_->job->communicators() &&
         rank_in(communicator) >= 0;
}

Rank SimulatedProcess::rank_in(std::int32_t communicator) const {
  return world_->job->rank_in(communicator, rank_);
}

Rank SimulatedProcess::size_of(std::int32_t communicator) const {
  return world_->job->size(communicator);
}

double SimulatedProcess::time_s() const { return world_->simulation->now_s(); }

void SimulatedProcess::compute(double seconds) {
  activity_ = {.compute_s = seconds};
  fiber_->wait();
}

void SimulatedProcess::call(Operation& operation, CallBuffers& data, Answer& answer) {
  operation.content = put(operation, data);
  pending_ = {.call = operation.call, .in = std::exchange(data.in, {}), .root = operation.peer};
  if (protocol::is_collective(operation.call)) {
    pending_.key = {operation.communicator, collectives_[operation.communicator]++};
    if (protocol::is_exchange(operation.call)) contribute(operation, data, pending_.key);
  }
  tested_ = operation.requests;
  data = {};
  answer = {};
  activity_ = {.operation = std::move(operation)};
  operation = {};
  fiber_->wait();
  answer = std::exchange(last_, {});
  if (pending_.call == Call::test) {
    if (answer.flag) finish_tested(answer);
  } else if (answer.request != protocol::no_request) {
    open_.emplace(answer.request, std::exchange(pending_, {}));
  } else {
    finish(pending_, answer);
  }
}

std::uint64_t SimulatedProcess::put(const Operation& operation, const CallBuffers& data) {
  // The protocol reports the error.
  if (!is_in(operation.communicator)) return 0;
  const auto all = static_cast<std::int32_t>(size_of(operation.communicator));
  switch (operation.call) {
    case Call::send:
      return world_->store.put(data.out.of(0), 1);
    case Call::broadcast:
      return world_->store.put(data.out.of(0), all);
    case Call::reduce:
      return world_->store.put(data.out.of(0), operation.is_allreduce ? all : 1);
    default:
      return 0;
  }
}

void SimulatedProcess::contribute(const Operation& operation, const CallBuffers& data,
                                  Exchanges::Key key) {
  if (!is_in(operation.communicator)) return;
  const Rank me = rank_in(operation.communicator);
  const Rank all = size_of(operation.communicator);
  Rank blocks = 1;
  if (operation.call == Call::alltoall) blocks = all;
  if (operation.call == Call::scatter) blocks = me == operation.peer ? all : 0;
  world_->exchanges.contribute(key, me, all, data.out, blocks);
}

void SimulatedProcess::receive_parts(const PendingCall& pending) {
  const Rank me = rank_in(pending.key.communicator);
  const Rank all = size_of(pending.key.communicator);
  const bool is_scatter = pending.call == Call::scatter;
  const bool receives_none = pending.call == Call::gather && me != pending.root;
  const Rank first = is_scatter ? pending.root : 0;
  const Rank end = is_scatter ? pending.root + 1 : receives_none ? 0 : all;
  for (Rank from = first; from < end; ++from) {
    const std::span<const std::byte> part = world_->exchanges.part(pending.key, from, me);
    const std::span<std::byte> to = pending.in.of(is_scatter ? 0 : from);
    std::copy_n(part.begin(), std::min(part.size(), to.size()), to.begin());
  }
  world_->exchanges.leave(pending.key);
}

void SimulatedProcess::finish(const PendingCall& pending, const Answer& answer) {
  if (protocol::is_exchange(pending.call)) receive_parts(pending);
  if (pending.call == Call::receive || pending.call == Call::broadcast ||
      pending.call == Call::reduce) {
    world_->store.take(answer.content, pending.in.of(0));
  }
}

void SimulatedProcess::finish_tested(const Answer& answer) {
  for (std::size_t i = 0; i < tested_.size(); ++i) {
    const auto found = open_.find(tested_[i]);
    if (found == open_.end()) continue;
    finish(found->second, answer.by_request.empty() ? answer : answer.by_request[i]);
    open_.erase(found);
  }
}

std::int64_t SimulatedProcess::read(std::int32_t variable) {
  return world_->variables.value(rank_, variable);
}

void SimulatedProcess::write(std::int32_t variable, std::int64_t value) {
  world_->variables.write(rank_, variable, value);
}

Answer SimulatedProcess::wait_in(Operation operation) {
  activity_ = {.operation = std::move(operation)};
  fiber_->wait();
  return std::exchange(last_, {});
}

void SimulatedProcess::xfer_and_signal(const protocol::GlobalTransfer& transfer) {
  world_->variables.transfer(*world_->job, transfer);
  static_cast<void>(wait_in({.call = Call::transfer,
                             .peer = transfer.destination,
                             .communicator = transfer.communicator,
                             .event = transfer.remote_event,
                             .local_event = transfer.local_event,
                             .bytes = static_cast<std::int64_t>(transfer.values.size_bytes())}));
}

bool SimulatedProcess::test_event(std::int32_t event, bool blocks, const void* /*caller*/) {
  return wait_in({.call = Call::event,
                  .blocking = blocks,
                  .peer = protocol::any_source,
                  .event = event})
      .flag;
}

bool SimulatedProcess::compare_and_write(const protocol::GlobalCondition& condition) {
  const protocol::Job& job = *world_->job;
  const bool waits = job.policy.tests_wait;
  world_->variables.compare_later(rank_, world_->simulation->slices(), condition);
  for (;;) {
    // In other modes it returns at once.
    static_cast<void>(wait_in({.call = Call::slice, .blocking = false}));
    // The first process that continues in a slice performs those of all.
    world_->variables.compare(job, waits ? world_->simulation->slices() : UINT32_MAX);
    if (world_->variables.has_answer(rank_)) break;
  }
  const bool holds = world_->variables.take_answer(rank_);
  compute(world_->network->compare_on_s(job.nodes_of(condition.communicator).count));
  return holds;
}

}  // namespace strobe::bcs::api
