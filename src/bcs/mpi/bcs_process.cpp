// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/bcs_process.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/format.hpp"
#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/collective.hpp"

namespace strobe::bcs::mpi {

using protocol::Call;

Function function_of(const Operation& operation) {
  const bool blocks = operation.blocking;
  const bool varies = operation.has_varying_sizes;
  switch (operation.call) {
    case Call::send:
      return blocks ? Function::Send : Function::Isend;
    case Call::receive:
      return blocks ? Function::Recv : Function::Irecv;
    case Call::probe:
      return blocks ? Function::Probe : Function::Iprobe;
    case Call::test:
      if (operation.requests.size() > 1) return blocks ? Function::Waitall : Function::Testall;
      return blocks ? Function::Wait : Function::Test;
    case Call::barrier:
      return blocks ? Function::Barrier : Function::Ibarrier;
    case Call::broadcast:
      return blocks ? Function::Bcast : Function::Ibcast;
    case Call::reduce:
      if (operation.is_allreduce) return blocks ? Function::Allreduce : Function::Iallreduce;
      return blocks ? Function::Reduce : Function::Ireduce;
    case Call::scatter:
      if (varies) return blocks ? Function::Scatterv : Function::Iscatterv;
      return blocks ? Function::Scatter : Function::Iscatter;
    case Call::gather:
      if (varies) return blocks ? Function::Gatherv : Function::Igatherv;
      return blocks ? Function::Gather : Function::Igather;
    case Call::allgather:
      if (varies) return blocks ? Function::Allgatherv : Function::Iallgatherv;
      return blocks ? Function::Allgather : Function::Iallgather;
    case Call::alltoall:
      if (varies) return blocks ? Function::Alltoallv : Function::Ialltoallv;
      return blocks ? Function::Alltoall : Function::Ialltoall;
    case Call::wait_any:
    case Call::cancel:
    case Call::claim:
    case Call::transfer:
    case Call::event:
    case Call::slice:
    case Call::native:
    case Call::finish:
      break;
  }
  return Function::Finalize;  // no call of strobe/bcs.h
}

namespace {

MPI_Datatype type_of(protocol::ElementType element) {
  switch (element) {
    case protocol::ElementType::int32:
      return MPI_INT32_T;
    case protocol::ElementType::int64:
      return MPI_INT64_T;
    case protocol::ElementType::uint64:
      return MPI_UINT64_T;
    case protocol::ElementType::float32:
      return MPI_FLOAT;
    case protocol::ElementType::unspecified:
    case protocol::ElementType::float64:
      break;
  }
  return MPI_DOUBLE;
}

MPI_Count elements_of(const Operation& operation) {
  const bool is_short = operation.element_type == protocol::ElementType::int32 ||
                        operation.element_type == protocol::ElementType::float32;
  return operation.bytes / (is_short ? 4 : 8);
}

MPI_Op operation_of(protocol::ReduceOperator reduce_operator) {
  switch (reduce_operator) {
    case protocol::ReduceOperator::sum:
      return MPI_SUM;
    case protocol::ReduceOperator::product:
      return MPI_PROD;
    case protocol::ReduceOperator::minimum:
      return MPI_MIN;
    case protocol::ReduceOperator::maximum:
      break;
  }
  return MPI_MAX;
}

void write_message(Answer& answer, const MPI_Status& status) {
  answer.source = status.MPI_SOURCE == MPI_ANY_SOURCE ? protocol::any_source : status.MPI_SOURCE;
  answer.tag = status.MPI_TAG == MPI_ANY_TAG ? protocol::any_tag : status.MPI_TAG;
  MPI_Count bytes = 0;
  native().Get_elements_x(&status, MPI_BYTE, &bytes);
  answer.bytes = bytes;
}

/// The turn of this thread, for a call that no function of MPI stands for.
class TurnScope {
 public:
  TurnScope() {
    if (interposer.turns != nullptr) interposer.turns->enter();
  }
  TurnScope(const TurnScope&) = delete;
  TurnScope& operator=(const TurnScope&) = delete;
  ~TurnScope() {
    if (interposer.turns != nullptr) interposer.turns->leave();
  }
};

/// Waits until it is over, which any other rank may bring about. `text()` describes the wait in a
/// deadlock.
template <class IsOver, class Text>
void wait_for_others(IsOver&& is_over, Text&& text) {
  process().wait(
      is_over, [] { return false; },
      [&] {
        const Communicator& world = *process().communicator(MPI_COMM_WORLD);
        return WaitDescription{.text = text(), .ranks = possible_peers(runtime::any_source, world)};
      });
}

}  // namespace

protocol::Membership BcsProcess::membership(std::int32_t communicator) const {
  if (communicator < 0 || static_cast<std::size_t>(communicator) >= communicators_.size()) {
    return {};
  }
  const MPI_Comm handle = communicators_[static_cast<std::size_t>(communicator)];
  if (handle == MPI_COMM_NULL) return {.exists = true};
  const Communicator& found = *process().communicator(handle);
  return {.exists = true, .rank = found.rank, .size = found.size()};
}

std::size_t BcsProcess::open() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      started_,
      [](const StartedOperation& started) { return started.request != MPI_REQUEST_NULL; }));
}

bool BcsProcess::has_request(protocol::Request request) const {
  return request >= 0 && static_cast<std::size_t>(request) < started_.size() &&
         started_[static_cast<std::size_t>(request)].request != MPI_REQUEST_NULL;
}

void BcsProcess::call(Operation& operation, CallBuffers& data, Answer& answer) {
  const CallScope scope(function_of(operation), data.caller);
  if (const std::string error = error_in(operation); !error.empty()) {
    end_job(base::format("rank {} {}", process().endpoint.rank(), error));
  }
  answer.flag = true;
  int error = MPI_SUCCESS;
  if (operation.call == Call::test) {
    error = test(operation, answer);
  } else if (operation.call == Call::probe) {
    error = probe(operation, answer);
  } else if (!operation.blocking) {
    error = begin(operation, data, answer);
  } else {
    MPI_Status status{};
    const CallMode mode =
        CallMode::blocking(operation.call == Call::receive ? &status : MPI_STATUS_IGNORE);
    error = perform(mode, operation, data);
    if (operation.call == Call::receive) write_message(answer, status);
  }
  // The program has given the communicator an error handler that returns.
  if (error != MPI_SUCCESS) {
    end_job(base::format("rank {} {} fails", process().endpoint.rank(), to_string(operation)));
  }
}

int BcsProcess::begin(const Operation& operation, CallBuffers& data, Answer& answer) {
  // A number is reused only after a test has found its request complete.
  const auto free =
      std::ranges::find(started_, MPI_Request{MPI_REQUEST_NULL}, &StartedOperation::request);
  answer.request = static_cast<protocol::Request>(free - started_.begin());
  StartedOperation& started = free == started_.end() ? started_.emplace_back() : *free;
  started.sent = copy_sent_data(operation, size_of(operation.communicator), data);
  return perform(CallMode::nonblocking(&started.request), operation, data);
}

int BcsProcess::perform(CallMode mode, const Operation& operation, CallBuffers& data) const {
  const MPI_Comm comm = handle(operation);
  switch (operation.call) {
    case Call::send:
      return handlers::send(mode, data.out.first, operation.bytes, MPI_BYTE, operation.peer,
                            operation.tag, comm);
    case Call::receive:
      return handlers::recv(
          mode, data.in.first, operation.bytes, MPI_BYTE,
          operation.peer == protocol::any_source ? MPI_ANY_SOURCE : operation.peer,
          operation.tag == protocol::any_tag ? MPI_ANY_TAG : operation.tag, comm);
    case Call::barrier:
      return handlers::barrier(mode, comm);
    case Call::broadcast: {
      // The root only reads.
      auto* const buffer =
          data.out.first != nullptr ? const_cast<std::byte*>(data.out.first) : data.in.first;
      return handlers::bcast(mode, buffer, operation.bytes, MPI_BYTE, operation.peer, comm);
    }
    case Call::reduce:
      return reduce(mode, operation, data);
    default:
      return exchange(mode, operation, data);
  }
}

int BcsProcess::reduce(CallMode mode, const Operation& operation, CallBuffers& data) const {
  const MPI_Comm comm = handle(operation);
  const MPI_Datatype type = type_of(operation.element_type);
  const MPI_Op combines = operation_of(operation.reduce_operator);
  const bool is_in_place = data.out.first == data.in.first && data.in.first != nullptr;
  const void* const out = is_in_place ? MPI_IN_PLACE : data.out.first;
  if (operation.is_allreduce) {
    return handlers::allreduce(mode, out, data.in.first, elements_of(operation), type, combines,
                               comm);
  }
  return handlers::reduce(mode, out, data.in.first, elements_of(operation), type, combines,
                          operation.peer, comm);
}

int BcsProcess::exchange(CallMode mode, const Operation& operation, CallBuffers& data) const {
  const MPI_Comm comm = handle(operation);
  const MPI_Count bytes = operation.bytes;
  const auto& [out, in, caller] = data;
  if (!operation.has_varying_sizes) {
    switch (operation.call) {
      case Call::scatter:
        return handlers::scatter(mode, out.first, bytes, MPI_BYTE, in.first, bytes, MPI_BYTE,
                                 operation.peer, comm);
      case Call::gather:
        return handlers::gather(mode, out.first, bytes, MPI_BYTE, in.first, bytes, MPI_BYTE,
                                operation.peer, comm);
      case Call::allgather:
        return handlers::allgather(mode, out.first, bytes, MPI_BYTE, in.first, bytes, MPI_BYTE,
                                   comm);
      default:
        return handlers::alltoall(mode, out.first, bytes, MPI_BYTE, in.first, bytes, MPI_BYTE,
                                  comm);
    }
  }
  switch (operation.call) {
    case Call::scatter:
      return handlers::scatterv(mode, out.first, out.sizes.data(), out.offsets.data(), MPI_BYTE,
                                in.first, bytes, MPI_BYTE, operation.peer, comm);
    case Call::gather:
      return handlers::gatherv(mode, out.first, bytes, MPI_BYTE, in.first, in.sizes.data(),
                               in.offsets.data(), MPI_BYTE, operation.peer, comm);
    case Call::allgather:
      return handlers::allgatherv(mode, out.first, bytes, MPI_BYTE, in.first, in.sizes.data(),
                                  in.offsets.data(), MPI_BYTE, comm);
    default:
      return handlers::alltoallv(mode, out.first, out.sizes.data(), out.offsets.data(), MPI_BYTE,
                                 in.first, in.sizes.data(), in.offsets.data(), MPI_BYTE, comm);
  }
}

int BcsProcess::probe(const Operation& operation, Answer& answer) const {
  const int source = operation.peer == protocol::any_source ? MPI_ANY_SOURCE : operation.peer;
  const int tag = operation.tag == protocol::any_tag ? MPI_ANY_TAG : operation.tag;
  const MPI_Comm comm = handle(operation);
  MPI_Status status{};
  int flag = 1;
  const int error = operation.blocking ? handlers::probe(source, tag, comm, &status)
                                       : handlers::iprobe(source, tag, comm, &flag, &status);
  answer.flag = flag != 0;
  if (answer.flag) write_message(answer, status);
  return error;
}

int BcsProcess::test(const Operation& operation, Answer& answer) {
  std::vector<MPI_Request> requests;
  for (const protocol::Request request : operation.requests) {
    requests.push_back(started_[static_cast<std::size_t>(request)].request);
  }
  std::vector<MPI_Status> statuses(requests.size());
  const auto count = static_cast<int>(requests.size());
  int flag = 1;
  int error = MPI_SUCCESS;
  if (count == 1) {
    error = operation.blocking ? handlers::wait(requests.data(), statuses.data())
                               : handlers::test(requests.data(), &flag, statuses.data());
  } else {
    error = operation.blocking ? handlers::waitall(count, requests.data(), statuses.data())
                               : handlers::testall(count, requests.data(), &flag, statuses.data());
  }
  answer.flag = flag != 0;
  if (!answer.flag) return error;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    started_[static_cast<std::size_t>(operation.requests[i])] = {};
    if (count > 1) write_message(answer.by_request[i], statuses[i]);
  }
  if (count == 1) write_message(answer, statuses.front());
  return error;
}

// The core primitives. A wait for one is a call of MPI_Wait, and a test is one of MPI_Test.

std::int64_t BcsProcess::read(std::int32_t variable) {
  const TurnScope turn;
  process().endpoint.progress();
  return primitives_.read(variable);
}

void BcsProcess::write(std::int32_t variable, std::int64_t value) {
  const TurnScope turn;
  primitives_.write(variable, value);
}

void BcsProcess::xfer_and_signal(const protocol::GlobalTransfer& transfer) {
  const TurnScope turn;
  primitives_.begin(transfer);
}

bool BcsProcess::test_event(std::int32_t event, bool blocks, const void* caller) {
  const CallScope scope(blocks ? Function::Wait : Function::Test, caller);
  const auto is_signaled = [&] { return primitives_.is_signaled(event); };
  const auto is_certain = [&] { return primitives_.is_signal_certain(event); };
  if (blocks) {
    wait_for_others(is_signaled, [&] { return base::format("for a signal of event {}", event); });
  } else if (!answer_poll(is_certain, [&] { return is_so_by_slice(is_signaled, is_certain); })) {
    return false;
  }
  primitives_.take_signal(event);
  return true;
}

bool BcsProcess::compare_and_write(const protocol::GlobalCondition& condition) {
  const CallScope scope(Function::Wait);
  primitives_.begin(condition);
  wait_for_others([&] { return primitives_.is_answered(); },
                  [] { return "for the answer to a Compare-And-Write"; });
  process().endpoint.tested(primitives_.holds());
  return primitives_.holds();
}

void BcsProcess::finish() {
  const CallScope scope(Function::Finalize);
  constexpr auto own_transfers = [] { return "for its Xfer-And-Signals"; };
  wait_for_others([&] { return primitives_.is_idle(); }, own_transfers);
  Collective::perform(CallMode::blocking(),
                      Collective(CollectiveKind::finalization, CallMode::blocking(),
                                 *process().communicator(MPI_COMM_WORLD)));
  wait_for_others([&] { return primitives_.has_sent_all(); }, own_transfers);
}

}  // namespace strobe::bcs::mpi
