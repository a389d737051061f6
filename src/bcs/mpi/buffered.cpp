// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of buffered sends. Their messages are copied, and go on by themselves; of the buffer
// that the program attaches only the size counts.
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

constexpr std::int64_t no_bound = std::numeric_limits<std::int64_t>::max();

/// The buffer that a communicator's messages are taken from: its own, or that of all which have
/// none.
std::optional<std::int64_t>& attached_to(Communicator& communicator) {
  return communicator.buffer_bytes ? communicator.buffer_bytes : process().buffer_bytes;
}

/// Whether a request is a message that was taken from this buffer, and has not come yet.
bool is_taken_from(const std::optional<std::int64_t>& buffer, const Request& request) {
  return request.operation == nullptr && request.side.is_buffered && !request.is_over() &&
         &attached_to(*request.side.communicator) == &buffer;
}

bool has_room(Communicator& communicator, std::int64_t bytes) {
  const std::optional<std::int64_t>& attached = attached_to(communicator);
  if (!attached) return false;
  if (*attached == no_bound) return true;
  std::int64_t taken = bytes + MPI_BSEND_OVERHEAD;
  for (const Request* request : process().requests.abandoned()) {
    if (!is_taken_from(attached, *request)) continue;
    taken += request->side.data.bytes() + MPI_BSEND_OVERHEAD;
  }
  return taken <= *attached;
}

/// What the program asks for, which can be done several times.
struct BufferedMessage {
  const void* buffer;
  MPI_Count count;
  MPI_Datatype type;
  int to;
  int tag;
  Communicator* communicator;

  /// As `outgoing`.
  [[nodiscard]] bool describe(PointToPointOperation& side) const {
    return init_send(side, SendMode::buffered, buffer, count, type, to, tag, *communicator);
  }
};

/// Over as soon as it has begun.
int begin_buffered(Communicator& communicator, PointToPointOperation&& side) {
  if (!has_room(communicator, side.data.bytes())) return MPI_ERR_BUFFER;
  Requests& requests = process().requests;
  requests.abandon(requests.make(CallMode::nonblocking(nullptr), std::move(side)));
  return MPI_SUCCESS;
}

class BufferedSend final : public RequestOperation {
 public:
  BufferedSend(const BufferedMessage& wanted, Layout& layout) : wanted_(wanted), layout_(layout) {
    hold(layout_);
  }
  BufferedSend(const BufferedSend&) = delete;
  BufferedSend& operator=(const BufferedSend&) = delete;
  ~BufferedSend() override { release(layout_); }

  void begin() override {
    PointToPointOperation side;
    // Nothing is wrong with it, or it would not have been prepared.
    static_cast<void>(wanted_.describe(side));
    error_ = begin_buffered(*wanted_.communicator, std::move(side));
  }
  [[nodiscard]] bool is_over() const override { return true; }
  void tell(MPI_Status* status) const override { set_empty(status); }
  int finish() override { return error_; }
  [[nodiscard]] WaitDescription waits_for() const override { return {}; }
  [[nodiscard]] Communicator& communicator() const override { return *wanted_.communicator; }

 private:
  BufferedMessage wanted_;
  Layout& layout_;
  int error_ = MPI_SUCCESS;
};

/// Until no message is on its way any more that was taken from one of the buffers.
class Flush final : public RequestOperation {
 public:
  explicit Flush(const std::optional<std::int64_t>& buffer) : buffer_(&buffer) {}

  void begin() override {}
  [[nodiscard]] bool is_over() const override { return first() == nullptr; }
  void tell(MPI_Status* status) const override { set_empty(status); }
  int finish() override { return MPI_SUCCESS; }
  [[nodiscard]] WaitDescription waits_for() const override {
    const Request* const request = first();
    return request == nullptr ? WaitDescription{} : request->waits_for();
  }
  [[nodiscard]] Communicator& communicator() const override {
    return *process().communicator(MPI_COMM_SELF);
  }

 private:
  [[nodiscard]] const Request* first() const {
    for (const Request* request : process().requests.abandoned()) {
      if (is_taken_from(*buffer_, *request)) return request;
    }
    return nullptr;
  }

  const std::optional<std::int64_t>* buffer_;
};

void flush(const std::optional<std::int64_t>& buffer) {
  const Flush messages(buffer);
  process().wait([&] { return messages.is_over(); }, [] { return false; },
                 [&] { return messages.waits_for(); });
}

int begin_flush(const std::optional<std::int64_t>& buffer, MPI_Request* request) {
  if (request == nullptr) return pass_through;
  process().requests.make(CallMode::nonblocking(request), std::make_unique<Flush>(buffer));
  return MPI_SUCCESS;
}

std::int64_t bound_of(const void* buffer, MPI_Count size_bytes) {
#ifdef MPI_BUFFER_AUTOMATIC
  if (buffer == MPI_BUFFER_AUTOMATIC) return no_bound;
#endif
  static_cast<void>(buffer);
  return size_bytes;
}

}  // namespace

int bsend(CallMode form, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
          MPI_Comm comm) {
  Communicator* const communicator = carried(comm);
  if (communicator == nullptr) return pass_through;
  const BufferedMessage wanted{buf, count, datatype, dest, tag, communicator};
  PointToPointOperation side;
  if (!wanted.describe(side)) return wrong(*communicator);
  if (form.blocks()) {
    return raised(*communicator, begin_buffered(*communicator, std::move(side)));
  }
  if (form.request() == nullptr) return pass_through;
  process().requests.make(form, std::make_unique<BufferedSend>(wanted, *side.data.layout()));
  return MPI_SUCCESS;
}

// The MPI does these, too: what is wrong with them is for it to say.

int buffer_attach(void* buffer, MPI_Count size) {
  if (!process().buffer_bytes) process().buffer_bytes = bound_of(buffer, size);
  return pass_through;
}

int buffer_detach(void* /*buffer_addr*/, void* /*size*/) {
  flush(process().buffer_bytes);
  process().buffer_bytes.reset();
  return pass_through;
}

int buffer_flush() {
  flush(process().buffer_bytes);
  return pass_through;
}

int buffer_iflush(MPI_Request* request) { return begin_flush(process().buffer_bytes, request); }

int comm_attach_buffer(MPI_Comm comm, void* buffer, MPI_Count size) {
  Communicator* const communicator = carried(comm);
  if (communicator != nullptr && !communicator->buffer_bytes) {
    communicator->buffer_bytes = bound_of(buffer, size);
  }
  return pass_through;
}

int comm_detach_buffer(MPI_Comm comm, void* /*buffer_addr*/, void* /*size*/) {
  if (Communicator* const communicator = carried(comm)) {
    flush(communicator->buffer_bytes);
    communicator->buffer_bytes.reset();
  }
  return pass_through;
}

int comm_flush_buffer(MPI_Comm comm) {
  if (const Communicator* const communicator = carried(comm)) flush(communicator->buffer_bytes);
  return pass_through;
}

int comm_iflush_buffer(MPI_Comm comm, MPI_Request* request) {
  const Communicator* const communicator = carried(comm);
  return communicator == nullptr ? pass_through : begin_flush(communicator->buffer_bytes, request);
}

}  // namespace strobe::bcs::mpi::handlers
