// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of messages from one process to another.
#include <memory>
#include <utility>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

template <class Describe>
int begin(CallMode form, const Communicator& communicator, Describe&& describe) {
  if (form.request() == nullptr) return pass_through;
  return process().requests.make(form, describe) != nullptr ? MPI_SUCCESS : wrong(communicator);
}

int send_in(SendMode mode, CallMode form, const void* buffer, MPI_Count count, MPI_Datatype type,
            int to, int tag, MPI_Comm handle) {
  Communicator* const communicator = carried(handle);
  if (communicator == nullptr) return pass_through;
  const auto describe = [&](PointToPointOperation& side) {
    return init_send(side, mode, buffer, count, type, to, tag, *communicator);
  };
  if (!form.blocks()) return begin(form, *communicator, describe);
  PointToPointOperation side;
  if (!describe(side)) return wrong(*communicator);
  side.begin();
  side.wait();
  return MPI_SUCCESS;
}

/// A send and a receive at once.
class Exchange final : public RequestOperation {
 public:
  Exchange(PointToPointOperation&& send, PointToPointOperation&& receive)
      : send_(std::move(send)), receive_(std::move(receive)) {
    hold(*send_.data.layout());
    hold(*receive_.data.layout());
  }
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange() override {
    release(*send_.data.layout());
    release(*receive_.data.layout());
  }

  void begin() override {
    send_.begin();  // first, since it may have to copy what the other overwrites
    receive_.begin();
  }
  [[nodiscard]] bool is_over() const override { return send_.is_over() && receive_.is_over(); }
  void tell(MPI_Status* status) const override { receive_.tell(status); }
  int finish() override {
    send_.finish();
    return receive_.finish();
  }
  [[nodiscard]] WaitDescription waits_for() const override {
    return receive_.is_over() ? send_.waits_for() : receive_.waits_for();
  }
  [[nodiscard]] Communicator& communicator() const override { return *receive_.communicator; }

 private:
  PointToPointOperation send_;
  PointToPointOperation receive_;
};

int exchange_in(CallMode form, PointToPointOperation& send, PointToPointOperation& receive) {
  if (!form.blocks()) {
    if (form.request() == nullptr) return pass_through;
    process().requests.make(form, std::make_unique<Exchange>(std::move(send), std::move(receive)));
    return MPI_SUCCESS;
  }
  send.begin();
  receive.begin();
  send.wait();
  receive.wait();
  receive.tell(form.status());
  return raised(*receive.communicator, receive.finish());
}

}  // namespace

int send(CallMode form, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
         MPI_Comm comm) {
  return send_in(SendMode::standard, form, buf, count, datatype, dest, tag, comm);
}

int ssend(CallMode form, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
          MPI_Comm comm) {
  return send_in(SendMode::synchronous, form, buf, count, datatype, dest, tag, comm);
}

// That the receive is there already is the program's word; nothing is gained by believing it.
int rsend(CallMode form, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
          MPI_Comm comm) {
  return send_in(SendMode::standard, form, buf, count, datatype, dest, tag, comm);
}

int recv(CallMode form, void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
         MPI_Comm comm) {
  Communicator* const communicator = carried(comm);
  if (communicator == nullptr) return pass_through;
  const auto describe = [&](PointToPointOperation& side) {
    return init_receive(side, buf, count, datatype, source, tag, *communicator);
  };
  if (!form.blocks()) return begin(form, *communicator, describe);
  PointToPointOperation side;
  if (!describe(side)) return wrong(*communicator);
  side.begin();
  side.wait();
  side.tell(form.status());
  return raised(*communicator, side.finish());
}

int sendrecv(CallMode form, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             int source, int recvtag, MPI_Comm comm) {
  Communicator* const communicator = carried(comm);
  if (communicator == nullptr) return pass_through;
  PointToPointOperation send;
  PointToPointOperation receive;
  if (!init_send(send, SendMode::standard, sendbuf, sendcount, sendtype, dest, sendtag,
                 *communicator) ||
      !init_receive(receive, recvbuf, recvcount, recvtype, source, recvtag, *communicator)) {
    return wrong(*communicator);
  }
  return exchange_in(form, send, receive);
}

int sendrecv_replace(CallMode form, void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
                     int sendtag, int source, int recvtag, MPI_Comm comm) {
  Communicator* const communicator = carried(comm);
  if (communicator == nullptr) return pass_through;
  PointToPointOperation send;
  PointToPointOperation receive;
  // What is sent is copied away before it is overwritten.
  if (!init_send(send, SendMode::buffered, buf, count, datatype, dest, sendtag, *communicator) ||
      !init_receive(receive, buf, count, datatype, source, recvtag, *communicator)) {
    return wrong(*communicator);
  }
  return exchange_in(form, send, receive);
}

}  // namespace strobe::bcs::mpi::handlers
