// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of sends and receives.
#include <memory>
#include <utility>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

template <class Describe>
int begin(CallMode mode, const Communicator& communicator, Describe&& describe) {
  if (mode.request() == nullptr) return pass_through;
  return process().requests.make(mode, describe) != nullptr ? MPI_SUCCESS
                                                            : invalid_argument(communicator);
}

int send_in(SendMode send_mode, CallMode mode, const void* buffer, MPI_Count count,
            MPI_Datatype type, int to, int tag, MPI_Comm handle) {
  Communicator* const communicator = served_communicator(handle);
  if (communicator == nullptr) return pass_through;
  const auto describe = [&](PointToPointOperation& operation) {
    return init_send(operation, send_mode, buffer, count, type, to, tag, *communicator);
  };
  if (!mode.blocks()) return begin(mode, *communicator, describe);
  PointToPointOperation operation;
  if (!describe(operation)) return invalid_argument(*communicator);
  operation.begin();
  operation.wait();
  return MPI_SUCCESS;
}

/// MPI_Isendrecv and MPI_Isendrecv_replace.
class Exchange final : public RequestOperation {
 public:
  Exchange(PointToPointOperation&& send, PointToPointOperation&& receive)
      : send_(std::move(send)), receive_(std::move(receive)) {
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
  if (communicator == nullptr) return pass_through;
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
  if (communicator == nullptr) return pass_through;
  PointToPointOperation send;
  PointToPointOperation receive;
  if (!init_send(send, SendMode::standard, sendbuf, sendcount, sendtype, dest, sendtag,
                 *communicator) ||
      !init_receive(receive, recvbuf, recvcount, recvtype, source, recvtag, *communicator)) {
    return invalid_argument(*communicator);
  }
  return exchange_in(mode, send, receive);
}

int sendrecv_replace(CallMode mode, void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
                     int sendtag, int source, int recvtag, MPI_Comm comm) {
  Communicator* const communicator = served_communicator(comm);
  if (communicator == nullptr) return pass_through;
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
