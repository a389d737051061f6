// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of probes, and of receives of what a matched probe has found.
#include <memory>
#include <optional>
#include <utility>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

/// What a probe asks for.
struct Wanted {
  Communicator* communicator;
  Rank source;
  std::int32_t tag;

  [[nodiscard]] const runtime::Message* visible() const {
    return process().endpoint.visible(communicator->context, source, tag);
  }
  /// What it finds may depend on timing, so that it is decided at an edge.
  [[nodiscard]] bool is_from_any() const { return source == runtime::any_source; }
};

enum class WaitPolicy : std::uint8_t { waits, looks };

/// Null where a look finds nothing.
const runtime::Message* probed(const Wanted& wanted, WaitPolicy patience) {
  const runtime::Message* found = nullptr;
  const auto look = [&] {
    found = wanted.visible();
    return found != nullptr;
  };
  if (wanted.is_from_any()) process().endpoint.take_own();
  const auto is_complete = [&] {
    return look() && (!wanted.is_from_any() ||
                      process().endpoint.is_certain(*found, wanted.communicator->lowest_other));
  };
  const auto at_edge = [&] { return look() || patience == WaitPolicy::looks; };
  process().wait(is_complete, at_edge, [&] {
    return WaitDescription{
        .text = "for a " + describe_message(false, wanted.source, wanted.tag, *wanted.communicator),
        .ranks = possible_peers(wanted.source, *wanted.communicator)};
  });
  if (patience == WaitPolicy::looks || wanted.is_from_any()) {
    process().endpoint.tested(found != nullptr);
  }
  return found;
}

void set_status(MPI_Status* status, const runtime::Message& message) {
  mpi::set_status(status, static_cast<int>(message.mark), message.tag,
                  static_cast<std::int64_t>(message.bytes));
}

/// None where the MPI is to answer: also for a probe of nobody, which it answers at once.
std::optional<Wanted> wanted(int source, int tag, MPI_Comm comm) {
  Communicator* const communicator = served_communicator(comm);
  if (communicator == nullptr || source == MPI_PROC_NULL) return std::nullopt;
  if (!is_source(source, *communicator) || !is_tag_or_any(tag)) {
    invalid_argument(*communicator);
    return std::nullopt;
  }
  return Wanted{communicator, source_of(source, *communicator), tag_of(tag)};
}

int claim(const Wanted& wanted, const runtime::Message& found, MPI_Message* message,
          MPI_Status* status) {
  set_status(status, found);
  ++wanted.communicator->operations;
  *message = process().messages.add(
      {.message = process().endpoint.claim(found), .communicator = wanted.communicator});
  return MPI_SUCCESS;
}

int receive(CallMode mode, void* buffer, MPI_Count count, MPI_Datatype type, MPI_Message* message) {
  if (message == nullptr) return pass_through;
  MatchedMessage* const claimed = process().messages.find(*message);
  if (claimed == nullptr) return pass_through;
  Communicator& communicator = *claimed->communicator;
  PointToPointOperation operation;
  if (!init_receive(operation, buffer, count, type, MPI_ANY_SOURCE, MPI_ANY_TAG, communicator)) {
    return raise_error(communicator, count < 0 ? MPI_ERR_COUNT : MPI_ERR_TYPE);
  }
  operation.claimed = process().messages.take(*message);
  const std::unique_ptr<Communicator, void (*)(Communicator*)> about(
      &communicator, [](Communicator* held) { release(*held); });
  *message = MPI_MESSAGE_NULL;
  if (!mode.blocks()) {
    process().requests.make(mode, std::move(operation));
    return MPI_SUCCESS;
  }
  operation.begin();
  operation.wait();
  operation.write_status(mode.status());
  return raise_error(communicator, operation.deliver());
}

}  // namespace

int probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  const std::optional<Wanted> asked = wanted(source, tag, comm);
  if (!asked) return pass_through;
  set_status(status, *probed(*asked, WaitPolicy::waits));
  return MPI_SUCCESS;
}

int iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  const std::optional<Wanted> asked = wanted(source, tag, comm);
  if (!asked || flag == nullptr) return pass_through;
  const runtime::Message* const found = probed(*asked, WaitPolicy::looks);
  *flag = found != nullptr ? 1 : 0;
  if (found != nullptr) set_status(status, *found);
  return MPI_SUCCESS;
}

int mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  const std::optional<Wanted> asked = wanted(source, tag, comm);
  if (!asked || message == nullptr) return pass_through;
  return claim(*asked, *probed(*asked, WaitPolicy::waits), message, status);
}

int improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
            MPI_Status* status) {
  const std::optional<Wanted> asked = wanted(source, tag, comm);
  if (!asked || flag == nullptr || message == nullptr) return pass_through;
  const runtime::Message* const found = probed(*asked, WaitPolicy::looks);
  *flag = found != nullptr ? 1 : 0;
  return found == nullptr ? MPI_SUCCESS : claim(*asked, *found, message, status);
}

int mrecv(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message,
          MPI_Status* status) {
  return receive(CallMode::blocking(status), buf, count, datatype, message);
}

int imrecv(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message,
           MPI_Request* request) {
  return request == nullptr
             ? pass_through
             : receive(CallMode::nonblocking(request), buf, count, datatype, message);
}

}  // namespace strobe::bcs::mpi::handlers
