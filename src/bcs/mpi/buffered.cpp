// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of buffered sends.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

using Attached = std::optional<AttachedBuffer>;

/// The buffer that a send on this communicator uses: the one attached to the communicator, or else
/// the one attached to its session or to the process (MPI 4.1, section 3.6).
Attached& attached_buffer(Communicator& communicator) {
  if (communicator.buffer) return communicator.buffer;
  return communicator.session ? process().session_buffers[*communicator.session] : process().buffer;
}

bool is_automatic(const AttachedBuffer& buffer) {
#ifdef MPI_BUFFER_AUTOMATIC
  return buffer.address == MPI_BUFFER_AUTOMATIC;
#else
  static_cast<void>(buffer);
  return false;
#endif
}

/// Whether the request is a buffered send that uses this buffer and is not complete.
bool is_taken_from(const Attached& buffer, const Request& request) {
  return request.operation == nullptr && request.point_to_point.is_buffered &&
         !request.is_complete() &&
         &attached_buffer(*request.point_to_point.communicator) == &buffer;
}

bool has_space(Communicator& communicator, std::int64_t bytes) {
  const Attached& attached = attached_buffer(communicator);
  if (!attached) return false;
  if (is_automatic(*attached)) return true;
  std::int64_t taken = bytes + MPI_BSEND_OVERHEAD;
  for (const Request* request : process().requests.detached()) {
    if (!is_taken_from(attached, *request)) continue;
    taken += request->point_to_point.data.bytes() + MPI_BSEND_OVERHEAD;
  }
  return taken <= attached->size_bytes;
}

/// The arguments of a buffered send; a persistent one starts with them several times.
struct BufferedMessage {
  const void* buffer;
  MPI_Count count;
  MPI_Datatype type;
  int to;
  int tag;
  Communicator* communicator;

  /// False if an argument is invalid.
  [[nodiscard]] bool describe(PointToPointOperation& operation) const {
    return init_send(operation, SendMode::buffered, buffer, count, type, to, tag, *communicator);
  }
};

/// The send is complete at once: its message is copied.
int begin_buffered(Communicator& communicator, PointToPointOperation&& operation) {
  if (!has_space(communicator, operation.data.bytes())) return MPI_ERR_BUFFER;
  Requests& requests = process().requests;
  requests.detach(requests.make(CallMode::nonblocking(nullptr), std::move(operation)));
  return MPI_SUCCESS;
}

class BufferedSend final : public RequestOperation {
 public:
  BufferedSend(const BufferedMessage& wanted, DatatypeLayout& layout)
      : wanted_(wanted), layout_(layout) {
    retain(layout_);
  }
  BufferedSend(const BufferedSend&) = delete;
  BufferedSend& operator=(const BufferedSend&) = delete;
  ~BufferedSend() override { release(layout_); }

  void begin() override {
    PointToPointOperation operation;
    // MPI_Bsend_init has checked the arguments.
    static_cast<void>(wanted_.describe(operation));
    if (!operation.is_with_proc_null) in_use_.begin(operation.data, BufferUse::sent);
    error_ = begin_buffered(*wanted_.communicator, std::move(operation));
  }
  [[nodiscard]] bool is_complete() const override { return true; }
  [[nodiscard]] bool is_certain(std::uint32_t /*slice*/) const override { return true; }
  void write_status(MPI_Status* status) const override { set_nothing_received(status); }
  int deliver() override {
    in_use_.end();
    return error_;
  }
  [[nodiscard]] WaitDescription waits_for() const override { return {}; }
  [[nodiscard]] Communicator& communicator() const override { return *wanted_.communicator; }

 private:
  BufferedMessage wanted_;
  DatatypeLayout& layout_;
  BufferInUse in_use_{};
  int error_ = MPI_SUCCESS;
};

/// Complete when no message that uses the buffer is on its way.
class Flush final : public RequestOperation {
 public:
  explicit Flush(const Attached& buffer) : buffer_(&buffer) {}

  void begin() override {}
  [[nodiscard]] bool is_complete() const override { return first() == nullptr; }
  void write_status(MPI_Status* status) const override { set_nothing_received(status); }
  int deliver() override { return MPI_SUCCESS; }
  [[nodiscard]] WaitDescription waits_for() const override {
    const Request* const request = first();
    return request == nullptr ? WaitDescription{} : request->waits_for();
  }
  [[nodiscard]] Communicator& communicator() const override {
    return *process().communicator(MPI_COMM_SELF);
  }

 private:
  [[nodiscard]] const Request* first() const {
    for (const Request* request : process().requests.detached()) {
      if (is_taken_from(*buffer_, *request)) return request;
    }
    return nullptr;
  }

  const Attached* buffer_;
};

/// What a handler returns that has done all but check the arguments, which is left to the MPI. An
/// MPI before 4.1 has only the functions of the buffer of a process.
template <class... Parameters>
int checked_by(int (*function)(Parameters...)) {
  return function == nullptr ? MPI_SUCCESS : pass_through;
}

void flush(const Attached& buffer) {
  const Flush messages(buffer);
  process().wait([&] { return messages.is_complete(); }, [] { return false; },
                 [&] { return messages.waits_for(); });
}

int begin_flush(const Attached& buffer, MPI_Request* request) {
  if (request == nullptr) return pass_through;
  process().requests.make(CallMode::nonblocking(request), std::make_unique<Flush>(buffer));
  return MPI_SUCCESS;
}

int attach(Attached& attached, void* buffer, MPI_Count size, int checked) {
  if (attached) return checked == pass_through ? pass_through : MPI_ERR_BUFFER;
  attached = AttachedBuffer{.address = buffer, .size_bytes = size};
  return checked;
}

int detach(Attached& attached, void* buffer_addr, ReturnedCount size, int checked) {
  flush(attached);
  const Attached detached = std::exchange(attached, std::nullopt);
  if (checked == pass_through) return pass_through;
  if (!detached) return MPI_ERR_BUFFER;
  *static_cast<void**>(buffer_addr) = detached->address;
  size.write(detached->size_bytes);
  return MPI_SUCCESS;
}

int raise_unless_passed(const Communicator& communicator, int error) {
  return error == pass_through ? pass_through : raise_error(communicator, error);
}

/// An error of a session is raised like one that belongs to no object.
int raise_unless_passed(int error) {
  return raise_unless_passed(*process().communicator(MPI_COMM_SELF), error);
}

}  // namespace

int bsend(CallMode mode, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
          MPI_Comm comm) {
  Communicator* const communicator = served_communicator(comm);
  if (communicator == nullptr) return pass_through;
  const BufferedMessage wanted{buf, count, datatype, dest, tag, communicator};
  PointToPointOperation operation;
  if (!wanted.describe(operation)) return invalid_argument(*communicator);
  if (mode.blocks()) {
    return raise_error(*communicator, begin_buffered(*communicator, std::move(operation)));
  }
  if (mode.request() == nullptr) return pass_through;
  process().requests.make(mode, std::make_unique<BufferedSend>(wanted, *operation.data.layout()));
  return MPI_SUCCESS;
}

int buffer_attach(void* buffer, MPI_Count size) {
  return attach(process().buffer, buffer, size, pass_through);
}

int buffer_detach(void* buffer_addr, ReturnedCount size) {
  return detach(process().buffer, buffer_addr, size, pass_through);
}

int buffer_flush() {
  flush(process().buffer);
  return checked_by(native().Buffer_flush);
}

int buffer_iflush(MPI_Request* request) { return begin_flush(process().buffer, request); }

int comm_attach_buffer(MPI_Comm comm, void* buffer, MPI_Count size) {
  Communicator* const communicator = served_communicator(comm);
  if (communicator == nullptr) return pass_through;
  return raise_unless_passed(*communicator, attach(communicator->buffer, buffer, size,
                                                   checked_by(native().Comm_attach_buffer)));
}

int comm_detach_buffer(MPI_Comm comm, void* buffer_addr, ReturnedCount size) {
  Communicator* const communicator = served_communicator(comm);
  if (communicator == nullptr) return pass_through;
  return raise_unless_passed(*communicator, detach(communicator->buffer, buffer_addr, size,
                                                   checked_by(native().Comm_detach_buffer)));
}

int comm_flush_buffer(MPI_Comm comm) {
  const Communicator* const communicator = served_communicator(comm);
  if (communicator == nullptr) return pass_through;
  flush(communicator->buffer);
  return checked_by(native().Comm_flush_buffer);
}

int comm_iflush_buffer(MPI_Comm comm, MPI_Request* request) {
  const Communicator* const communicator = served_communicator(comm);
  return communicator == nullptr ? pass_through : begin_flush(communicator->buffer, request);
}

int session_attach_buffer(MPI_Session session, void* buffer, MPI_Count size) {
  return raise_unless_passed(attach(process().session_buffers[session], buffer, size,
                                    checked_by(native().Session_attach_buffer)));
}

int session_detach_buffer(MPI_Session session, void* buffer_addr, ReturnedCount size) {
  return raise_unless_passed(detach(process().session_buffers[session], buffer_addr, size,
                                    checked_by(native().Session_detach_buffer)));
}

int session_flush_buffer(MPI_Session session) {
  flush(process().session_buffers[session]);
  return checked_by(native().Session_flush_buffer);
}

int session_iflush_buffer(MPI_Session session, MPI_Request* request) {
  return begin_flush(process().session_buffers[session], request);
}

}  // namespace strobe::bcs::mpi::handlers
