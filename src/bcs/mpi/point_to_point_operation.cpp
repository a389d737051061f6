// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/point_to_point_operation.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/format.hpp"
#include "base/tick_clock.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi {

namespace {

bool is_peer(int rank, const Communicator& communicator) {
  return rank == MPI_PROC_NULL || (rank >= 0 && rank < communicator.size());
}

bool is_tag(int tag) { return tag >= 0 && tag <= process().tag_upper_bound; }

/// The rank in the communicator.
int member_of(Rank rank, const Communicator& communicator) {
  return static_cast<int>(communicator.members.find(rank).value_or(communicator.members.size()));
}

}  // namespace

bool init_send(PointToPointOperation& operation, SendMode mode, const void* buffer, MPI_Count count,
               MPI_Datatype type, int to, int tag, Communicator& communicator) {
  if (!is_peer(to, communicator) || !is_tag(tag)) return false;
  std::optional<UserBuffer> data = user_buffer_of(buffer, count, type_of(count, type));
  if (!data) return false;
  operation.is_send = true;
  operation.is_with_proc_null = to == MPI_PROC_NULL;
  operation.is_buffered = mode == SendMode::buffered;
  operation.communicator = &communicator;
  operation.data = std::move(*data);
  operation.transfer.peer = operation.is_with_proc_null ? 0 : communicator.member(to);
  operation.transfer.tag = tag;
  operation.transfer.context = communicator.context;
  operation.transfer.mark = static_cast<std::uint32_t>(communicator.rank);
  operation.transfer.is_synchronous = mode == SendMode::synchronous;
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->initialized_send(operation);
  return true;
}

bool init_receive(PointToPointOperation& operation, void* buffer, MPI_Count count,
                  MPI_Datatype type, int from, int tag, Communicator& communicator) {
  if (!is_source(from, communicator) || !is_tag_or_any(tag)) return false;
  std::optional<UserBuffer> data = user_buffer_of(buffer, count, type_of(count, type));
  if (!data) return false;
  operation.is_with_proc_null = from == MPI_PROC_NULL;
  operation.communicator = &communicator;
  operation.data = std::move(*data);
  operation.transfer.peer = source_of(from, communicator);
  operation.is_from_any = operation.transfer.peer == runtime::any_source;
  operation.transfer.tag = tag_of(tag);
  operation.transfer.lowest_source = communicator.lowest_other;
  operation.transfer.context = communicator.context;
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->initialized_receive(operation);
  return true;
}

bool is_source(int rank, const Communicator& communicator) {
  return rank == MPI_ANY_SOURCE || is_peer(rank, communicator);
}

bool is_tag_or_any(int tag) { return tag == MPI_ANY_TAG || is_tag(tag); }

Rank source_of(int rank, const Communicator& communicator) {
  if (rank >= 0) return communicator.member(rank);
  // Alone in a communicator, a rank receives from itself.
  return communicator.size() == 1 ? communicator.member(0) : runtime::any_source;
}

std::int32_t tag_of(int tag) { return tag == MPI_ANY_TAG ? runtime::any_tag : tag; }

void PointToPointOperation::begin() {
  if (is_with_proc_null) {
    transfer.is_complete = true;
    transfer.received.bytes = 0;
    transfer.received.tag = MPI_ANY_TAG;
    return;
  }
  if (is_buffered) data.detach();
  const std::span<std::byte> memory = data.memory();
  if (is_send && !is_buffered) data.copy_in();
  transfer.data = memory.data();
  transfer.bytes = memory.size();
  if (is_from_any) transfer.peer = process().choices.next_source();
  if (interposer.mmds != nullptr) [[unlikely]]
    monitor_begin();
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->begins(*this);
  if (is_send) {
    process().send_sites.note(transfer, call_state.caller);
    process().endpoint.begin_send(transfer);
  } else if (claimed != nullptr) {
    process().endpoint.begin_receive_of(std::move(claimed), transfer);
  } else {
    process().endpoint.begin_receive(transfer);
  }
}

bool PointToPointOperation::is_certain() {
  if (is_with_proc_null || transfer.is_cancelled) return true;
  const runtime::Endpoint& endpoint = process().endpoint;
  if (!is_send) return endpoint.is_receive_certain(transfer);
  if (!endpoint.completes_alone(transfer)) return endpoint.is_send_certain(transfer);
  wait();
  return true;
}

void PointToPointOperation::write_status(MPI_Status* status) const {
  if (transfer.is_cancelled) {
    set_cancelled(status);
  } else if (is_send) {
    set_nothing_received(status);
  } else {
    const int source = is_with_proc_null
                           ? MPI_PROC_NULL
                           : source_in(*communicator, transfer.source, transfer.received);
    if (interposer.checks != nullptr && is_from_any && !is_with_proc_null) [[unlikely]]
      interposer.checks->status_written(*this, status);
    set_status(status, source, transfer.received.tag, static_cast<std::int64_t>(received_bytes()));
  }
}

int PointToPointOperation::deliver() {
  if (interposer.mmds != nullptr && !is_with_proc_null) [[unlikely]]
    monitor_end();
  if (interposer.checks != nullptr && !is_with_proc_null && !transfer.is_cancelled) [[unlikely]]
    interposer.checks->ended(*this);
  if (is_send) return MPI_SUCCESS;
  if (transfer.is_cancelled) return MPI_SUCCESS;
  if (!is_with_proc_null) process().endpoint.set_known(transfer.source, transfer.received);
  if (process().hashes_data && !is_with_proc_null && !transfer.is_internal) [[unlikely]]
    process().endpoint.got(transfer.number, data.contents(received_bytes()));
  data.copy_out(received_bytes());
  if (!transfer.is_truncated) return MPI_SUCCESS;
  return explain_error(
      MPI_ERR_TRUNCATE,
      base::format("the {} has {} bytes, but the receive buffer has only {}",
                   describe_message(false, transfer.source, transfer.received.tag, *communicator),
                   transfer.received.bytes, transfer.bytes));
}

monitor::Mmds::Message PointToPointOperation::monitored_message() const {
  return {.operation = reinterpret_cast<std::uintptr_t>(this),
          .context = transfer.context,
          .peer = transfer.peer,
          .tag = transfer.tag,
          .size_bytes = static_cast<std::int64_t>(transfer.bytes)};
}

void PointToPointOperation::monitor_begin() const {
  const monitor::Mmds::Message message = monitored_message();
  if (is_send) {
    add_call_bytes(transfer.bytes);
    interposer.mmds->sent(message);
  } else {
    interposer.mmds->receives(message);
  }
}

void PointToPointOperation::monitor_end() const {
  monitor::Mmds::Message message = monitored_message();
  if (is_send) {
    interposer.mmds->send_over(message);
    return;
  }
  if (transfer.is_cancelled) {
    interposer.mmds->cancelled(message);
    return;
  }
  message.peer = transfer.source;
  message.tag = transfer.received.tag;
  message.size_bytes = static_cast<std::int64_t>(transfer.received.bytes);
  add_call_bytes(received_bytes());
  interposer.mmds->received(message);
}

void PointToPointOperation::wait() {
  if (is_complete()) return;
  if (interposer.mmds != nullptr) [[unlikely]]
    record_wait_begin();
  if (interposer.live != nullptr) [[unlikely]]
    interposer.live->waits_for(transfer.peer, transfer.tag);
  if (transfer.peer == runtime::any_source) process().endpoint.await(transfer);
  process().wait([this] { return is_complete(); }, [] { return false; },
                 [this] { return waits_for(); });
  if (interposer.mmds != nullptr) [[unlikely]] {
    // A receive from any source waited for the rank that sent; a cancelled one for none.
    record_wait_end(transfer.peer != runtime::any_source ? transfer.peer : transfer.source);
  }
}

WaitDescription PointToPointOperation::waits_for() const {
  return {.text = (is_send ? "to send a " : "for a ") +
                  describe_message(is_send, transfer.peer, transfer.tag, *communicator),
          .ranks = possible_peers(transfer.peer, *communicator)};
}

std::string describe_message(bool is_send, Rank peer, std::int32_t tag,
                             const Communicator& communicator) {
  std::string text = "message with ";
  text += tag == runtime::any_tag ? "any tag" : base::format("tag {}", tag);
  text += is_send ? " to " : " from ";
  text += peer == runtime::any_source ? "any rank"
                                      : base::format("rank {}", member_of(peer, communicator));
  return text + " of " + name_of(communicator);
}

std::vector<Rank> possible_peers(Rank peer, const Communicator& communicator) {
  if (peer != runtime::any_source) return {peer};
  std::vector<Rank> others;
  const Rank own = process().endpoint.rank();
  std::ranges::copy_if(communicator.members, std::back_inserter(others),
                       [own](Rank member) { return member != own; });
  return others;
}

}  // namespace strobe::bcs::mpi
