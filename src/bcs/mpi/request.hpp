// SPDX-License-Identifier: BSD-3-Clause
//
// What the application holds a request for. The handle that it gets is that of a generalized
// request of the MPI, so that every function takes it; handles are used again.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "bcs/mpi/call_mode.hpp"
#include "bcs/mpi/handle_map.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/point_to_point_operation.hpp"

namespace strobe::bcs::mpi {

/// What is more than one message.
class RequestOperation {
 public:
  virtual ~RequestOperation() = default;
  virtual void begin() = 0;
  /// May be asked at any time.
  [[nodiscard]] virtual bool is_complete() const = 0;
  /// After it is over.
  virtual void write_status(MPI_Status* status) const = 0;
  /// After it is over: an error class, or MPI_SUCCESS.
  virtual int deliver() = 0;
  [[nodiscard]] virtual WaitDescription waits_for() const = 0;
  /// Whether the MPI has a part in it.
  [[nodiscard]] virtual bool needs_mpi() const { return false; }
  /// Where errors are raised.
  [[nodiscard]] virtual Communicator& communicator() const = 0;
};

struct Request {
  MPI_Request handle = MPI_REQUEST_NULL;
  bool is_persistent = false;
  bool is_active = false;
  bool is_detached = false;              ///< it goes on, and the application does not wait for it
  PointToPointOperation point_to_point;  ///< unless there is an operation
  std::unique_ptr<RequestOperation> operation;

  void begin();
  [[nodiscard]] bool is_complete() const {
    return !is_active ||
           (operation != nullptr ? operation->is_complete() : point_to_point.is_complete());
  }
  void write_status(MPI_Status* status) const;
  int deliver();
  [[nodiscard]] WaitDescription waits_for() const;
  [[nodiscard]] bool needs_mpi() const { return operation != nullptr && operation->needs_mpi(); }
  [[nodiscard]] Communicator& communicator() const {
    return operation != nullptr ? operation->communicator() : *point_to_point.communicator;
  }
};

class Requests {
 public:
  /// Null for what is the MPI's own.
  [[nodiscard]] Request* find(MPI_Request handle) const { return by_handle_.find(handle); }

  /// The same for a thread whose turn it need not be.
  [[nodiscard]] bool has(MPI_Request handle) {
    const std::lock_guard lock(adding_);
    return find(handle) != nullptr;
  }

  /// A new one, begun unless it is persistent, whose handle goes to the application. A side is made
  /// where it stays, by `describe(PointToPointOperation&)`; null where that is false.
  template <class Describe>
    requires std::predicate<Describe, PointToPointOperation&>
  Request* make(CallMode mode, Describe&& describe);
  Request& make(CallMode mode, PointToPointOperation&& operation);
  Request& make(CallMode mode, std::unique_ptr<RequestOperation> operation);
  /// The application needs it no more: it is used again as soon as it is over.
  void detach(Request& request);
  /// Those that go on although the application has forgotten them.
  [[nodiscard]] const std::vector<Request*>& detached() const { return detached_; }
  void recycle_complete();
  /// It is finished, and not persistent.
  void recycle(Request& request);

  /// Frees the handles. All are over.
  void end();

 private:
  static constexpr std::size_t few_detached = 16;

  Request& take();
  Request& hand_out(CallMode mode, Request& request);

  HandleMap<MPI_Request, Request> by_handle_;
  std::mutex adding_;  ///< to it; nothing is called meanwhile
  std::vector<Request*> unused_;
  std::vector<Request*> detached_;
  std::size_t many_detached_ =
      few_detached;  ///< of which it is worth while to look for those that are over
};

template <class Describe>
  requires std::predicate<Describe, PointToPointOperation&>
Request* Requests::make(CallMode mode, Describe&& describe) {
  Request& request = take();
  std::destroy_at(&request.point_to_point);
  std::construct_at(&request.point_to_point);
  if (describe(request.point_to_point)) return &hand_out(mode, request);
  unused_.push_back(&request);
  return nullptr;
}

}  // namespace strobe::bcs::mpi
