// SPDX-License-Identifier: BSD-3-Clause
//
// Requests of the runtime. The application gets the handle of a generalized request of the MPI,
// which all functions of the MPI accept. Handles are reused.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "bcs/mpi/call_mode.hpp"
#include "bcs/mpi/handle_map.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/point_to_point_operation.hpp"

namespace strobe::bcs::mpi {

/// An operation that is not one send or receive.
class RequestOperation {
 public:
  virtual ~RequestOperation() = default;
  virtual void begin() = 0;
  /// May be called at any time.
  [[nodiscard]] virtual bool is_complete() const = 0;
  /// Once it is complete.
  virtual void write_status(MPI_Status* status) const = 0;
  /// Once it is complete: writes received data to the application. Returns an error class, or
  /// MPI_SUCCESS.
  virtual int deliver() = 0;
  [[nodiscard]] virtual WaitDescription waits_for() const = 0;
  /// Whether it was complete before this slice, or at once, whatever the timing.
  [[nodiscard]] virtual bool is_certain(std::uint32_t /*slice*/) const { return false; }
  /// Whether the operation needs the MPI to make progress.
  [[nodiscard]] virtual bool needs_mpi() const { return false; }
  /// The event of its begin in the order of --check; null if it is none of the order.
  [[nodiscard]] virtual const std::uint32_t* order() const { return nullptr; }
  /// Errors are raised on this communicator.
  [[nodiscard]] virtual Communicator& communicator() const = 0;
};

/// What --check knows of a request.
struct RequestHistory {
  std::uint32_t place = 0;   ///< of the call that made it (places.hpp); 0 if it is not in use
  std::uint32_t ended = 0;   ///< where it was completed or freed, if it is not in use
  bool was_started = false;  ///< or is not persistent
  bool was_awaited = false;  ///< while it was not active
};

struct Request {
  MPI_Request handle = MPI_REQUEST_NULL;
  bool is_persistent = false;
  bool is_active = false;
  bool is_detached = false;              ///< the application has freed it before it was complete
  bool is_known = false;                 ///< the application has been told that it is complete
  PointToPointOperation point_to_point;  ///< if `operation` is null
  std::unique_ptr<RequestOperation> operation;
  RequestHistory history;

  void begin();
  [[nodiscard]] bool is_complete() const {
    return !is_active ||
           (operation != nullptr ? operation->is_complete() : point_to_point.is_complete());
  }
  /// Whether it was complete when the current slice began, or is known to be, whatever the timing.
  /// A send that needs only room is complete when it has that.
  [[nodiscard]] bool is_certain();
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
  /// Null if the request is of the MPI.
  [[nodiscard]] Request* find(MPI_Request handle) const { return requests_.find(handle); }

  /// The same for a thread that need not have its turn (ThreadTurns).
  [[nodiscard]] bool has(MPI_Request handle) {
    const std::lock_guard lock(adding_);
    return find(handle) != nullptr;
  }

  /// A new request, begun unless it is persistent, whose handle goes to the application.
  /// `init(PointToPointOperation&)` initializes the operation in the request. Null if that is
  /// false.
  template <class Init>
    requires std::predicate<Init, PointToPointOperation&>
  Request* make(CallMode mode, Init&& init);
  Request& make(CallMode mode, PointToPointOperation&& operation);
  Request& make(CallMode mode, std::unique_ptr<RequestOperation> operation);
  /// The application frees the request, which is reused as soon as it is complete.
  void detach(Request& request);
  /// Visits the requests to which the application has handles, with --check.
  template <class Visit>
  void for_each_in_use(Visit&& visit);
  /// Requests that the application has freed and that are not complete.
  [[nodiscard]] const std::vector<Request*>& detached() const { return detached_; }
  void recycle_complete();
  /// Makes a request reusable that is complete and not persistent.
  void recycle(Request& request);

  /// Frees all handles. All requests are complete.
  void end();

 private:
  static constexpr std::size_t few_detached = 16;
  /// With --check, a handle is reused after so many others, so that copies of it are told.
  static constexpr std::size_t unused_with_checks = 64;

  Request& allocate();
  Request& activate(CallMode mode, Request& request);

  HandleMap<MPI_Request, Request> requests_;
  std::mutex adding_;  ///< held while `requests_` changes
  std::deque<Request*> unused_;
  std::vector<Request*> detached_;
  std::size_t many_detached_ =
      few_detached;  ///< so many make it worthwhile to look for complete ones
};

template <class Init>
  requires std::predicate<Init, PointToPointOperation&>
Request* Requests::make(CallMode mode, Init&& init) {
  Request& request = allocate();
  std::destroy_at(&request.point_to_point);
  std::construct_at(&request.point_to_point);
  if (init(request.point_to_point)) return &activate(mode, request);
  unused_.push_back(&request);
  return nullptr;
}

template <class Visit>
void Requests::for_each_in_use(Visit&& visit) {
  requests_.for_each([&](const Request& request) {
    if (request.history.place != 0 && !request.is_detached) visit(request);
  });
}

}  // namespace strobe::bcs::mpi
