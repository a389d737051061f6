// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of sends and receives.
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/native_wait.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/small_counts.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

template <class Describe>
int begin(CallMode mode, const Communicator& communicator, Describe&& describe) {
  if (mode.request() == nullptr) return pass_through;
  return process().requests.make(mode, describe) != nullptr ? MPI_SUCCESS
                                                            : invalid_argument(communicator);
}

// Blocking calls on communicators that the runtime does not serve. The MPI performs the nonblocking
// ones, so that the rank does not wait inside it. With MPI_PROC_NULL no call waits.

/// Waits for operations that the MPI has begun with this error. `status` is that of the last one.
int complete_by_mpi(int error, std::span<MPI_Request> requests, MPI_Status* status) {
  if (error != MPI_SUCCESS) return error;
  for (MPI_Request& request : requests) {
    MPI_Status* const own = &request == &requests.back() ? status : MPI_STATUS_IGNORE;
    int flag = 0;
    wait_for_mpi([&] {
      error = native().Test(&request, &flag, own);
      return flag != 0 || error != MPI_SUCCESS;
    });
    if (error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

int begin_native_send(SendMode send_mode, const void* buffer, MPI_Count count, MPI_Datatype type,
                      int to, int tag, MPI_Comm handle, MPI_Request* request) {
  const auto begin = send_mode == SendMode::synchronous ? native().Issend : native().Isend;
  return begin(buffer, static_cast<int>(count), type, to, tag, handle, request);
}

int send_by_mpi(SendMode send_mode, const void* buffer, MPI_Count count, MPI_Datatype type, int to,
                int tag, MPI_Comm handle) {
  if (!fits_int(count) || to == MPI_PROC_NULL) return pass_through;
  std::array<MPI_Request, 1> request{MPI_REQUEST_NULL};
  return complete_by_mpi(
      begin_native_send(send_mode, buffer, count, type, to, tag, handle, request.data()), request,
      MPI_STATUS_IGNORE);
}

int receive_by_mpi(void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
                   MPI_Comm handle, MPI_Status* status) {
  if (!fits_int(count) || source == MPI_PROC_NULL) return pass_through;
  std::array<MPI_Request, 1> request{MPI_REQUEST_NULL};
  return complete_by_mpi(
      native().Irecv(buffer, static_cast<int>(count), type, source, tag, handle, request.data()),
      request, status);
}

int exchange_by_mpi(const void* sent, MPI_Count send_count, MPI_Datatype send_type, int to,
                    int send_tag, void* received, MPI_Count receive_count,
                    MPI_Datatype receive_type, int source, int receive_tag, MPI_Comm handle,
                    MPI_Status* status) {
  if (!fits_int(send_count) || !fits_int(receive_count)) return pass_through;
  std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int error = native().Irecv(received, static_cast<int>(receive_count), receive_type, source,
                             receive_tag, handle, &requests[1]);
  if (error == MPI_SUCCESS) {
    error = begin_native_send(SendMode::standard, sent, send_count, send_type, to, send_tag, handle,
                              requests.data());
  }
  return complete_by_mpi(error, requests, status);
}

/// The data are packed, since the receive overwrites them.
int exchange_in_place_by_mpi(void* buffer, MPI_Count count, MPI_Datatype type, int to, int send_tag,
                             int source, int receive_tag, MPI_Comm handle, MPI_Status* status) {
  int bytes = 0;
  if (!fits_int(count)) return pass_through;
  if (native().Pack_size(static_cast<int>(count), type, handle, &bytes) != MPI_SUCCESS)
    return pass_through;
  std::vector<std::byte> packed(static_cast<std::size_t>(bytes));
  int end = 0;
  const int error =
      native().Pack(buffer, static_cast<int>(count), type, packed.data(), bytes, &end, handle);
  if (error != MPI_SUCCESS) return error;
  return exchange_by_mpi(packed.data(), end, MPI_PACKED, to, send_tag, buffer, count, type, source,
                         receive_tag, handle, status);
}

/// A blocking send is over. The monitor does not count its end (PointToPointOperation::deliver).
void end_send(PointToPointOperation& operation) {
  if (interposer.checks != nullptr && !operation.is_with_proc_null) [[unlikely]]
    interposer.checks->ended(operation);
}

int send_in(SendMode send_mode, CallMode mode, const void* buffer, MPI_Count count,
            MPI_Datatype type, int to, int tag, MPI_Comm handle) {
  Communicator* const communicator = served_communicator(handle);
  if (communicator == nullptr) {
    return mode.blocks() ? send_by_mpi(send_mode, buffer, count, type, to, tag, handle)
                         : pass_through;
  }
  const auto describe = [&](PointToPointOperation& operation) {
    return init_send(operation, send_mode, buffer, count, type, to, tag, *communicator);
  };
  if (!mode.blocks()) return begin(mode, *communicator, describe);
  PointToPointOperation operation;
  if (!describe(operation)) return invalid_argument(*communicator);
  operation.begin();
  operation.wait();
  end_send(operation);
  return MPI_SUCCESS;
}

/// MPI_Isendrecv and MPI_Isendrecv_replace.
class Exchange final : public RequestOperation {
 public:
  Exchange(PointToPointOperation&& send, PointToPointOperation&& receive)
      : send_(std::move(send)), receive_(std::move(receive)) {
    send_.is_nonblocking = receive_.is_nonblocking = true;
    retain(*send_.data.layout());
    retain(*receive_.data.layout());
  }
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange() override {
    release(*send_.data.layout());
    release(*receive_.data.layout());
  }

  void begin() override {
    send_.begin();  // first: it may have to copy data that the receive overwrites
    receive_.begin();
  }
  [[nodiscard]] bool is_complete() const override {
    return send_.is_complete() && receive_.is_complete();
  }
  void write_status(MPI_Status* status) const override { receive_.write_status(status); }
  int deliver() override {
    send_.deliver();
    return receive_.deliver();
  }
  [[nodiscard]] WaitDescription waits_for() const override {
    return receive_.is_complete() ? send_.waits_for() : receive_.waits_for();
  }
  [[nodiscard]] Communicator& communicator() const override { return *receive_.communicator; }

 private:
  PointToPointOperation send_;
  PointToPointOperation receive_;
};

int exchange_in(CallMode mode, PointToPointOperation& send, PointToPointOperation& receive) {
  if (!mode.blocks()) {
    if (mode.request() == nullptr) return pass_through;
    process().requests.make(mode, std::make_unique<Exchange>(std::move(send), std::move(receive)));
    return MPI_SUCCESS;
  }
  send.begin();
  receive.begin();
  send.wait();
  end_send(send);
  receive.wait();
  receive.write_status(mode.status());
  return raise_error(*receive.communicator, receive.deliver());
}

}  // namespace

int send(CallMode mode, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
         MPI_Comm comm) {
  return send_in(SendMode::standard, mode, buf, count, datatype, dest, tag, comm);
}

int ssend(CallMode mode, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
          MPI_Comm comm) {
  return send_in(SendMode::synchronous, mode, buf, count, datatype, dest, tag, comm);
}

// A ready send is a standard send: the runtime gains nothing from a receive that is posted already.
int rsend(CallMode mode, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
          MPI_Comm comm) {
  return send_in(SendMode::standard, mode, buf, count, datatype, dest, tag, comm);
}

int recv(CallMode mode, void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
         MPI_Comm comm) {
  Communicator* const communicator = served_communicator(comm);
  if (communicator == nullptr) {
    return mode.blocks() ? receive_by_mpi(buf, count, datatype, source, tag, comm, mode.status())
                         : pass_through;
  }
  const auto describe = [&](PointToPointOperation& operation) {
    return init_receive(operation, buf, count, datatype, source, tag, *communicator);
  };
  if (!mode.blocks()) return begin(mode, *communicator, describe);
  PointToPointOperation operation;
  if (!describe(operation)) return invalid_argument(*communicator);
  operation.begin();
  operation.wait();
  operation.write_status(mode.status());
  return raise_error(*communicator, operation.deliver());
}

int sendrecv(CallMode mode, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             int source, int recvtag, MPI_Comm comm) {
  Communicator* const communicator = served_communicator(comm);
  if (communicator == nullptr) {
    return mode.blocks()
               ? exchange_by_mpi(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                                 recvtype, source, recvtag, comm, mode.status())
               : pass_through;
  }
  PointToPointOperation send;
  PointToPointOperation receive;
  if (!init_send(send, SendMode::standard, sendbuf, sendcount, sendtype, dest, sendtag,
                 *communicator) ||
      !init_receive(receive, recvbuf, recvcount, recvtype, source, recvtag, *communicator)) {
    return invalid_argument(*communicator);
  }
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->exchanges(send, receive);
  return exchange_in(mode, send, receive);
}

int sendrecv_replace(CallMode mode, void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
                     int sendtag, int source, int recvtag, MPI_Comm comm) {
  Communicator* const communicator = served_communicator(comm);
  if (communicator == nullptr) {
    return mode.blocks() ? exchange_in_place_by_mpi(buf, count, datatype, dest, sendtag, source,
                                                    recvtag, comm, mode.status())
                         : pass_through;
  }
  PointToPointOperation send;
  PointToPointOperation receive;
  // A buffered send copies the data before the receive overwrites them.
  if (!init_send(send, SendMode::buffered, buf, count, datatype, dest, sendtag, *communicator) ||
      !init_receive(receive, buf, count, datatype, source, recvtag, *communicator)) {
    return invalid_argument(*communicator);
  }
  return exchange_in(mode, send, receive);
}

}  // namespace strobe::bcs::mpi::handlers
