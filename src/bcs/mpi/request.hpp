// SPDX-License-Identifier: BSD-3-Clause
//
// What the program holds a request for. The handle that it gets is that of a generalized request of
// the MPI, so that every function takes it; handles are used again.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "bcs/mpi/by_handle.hpp"
#include "bcs/mpi/call_mode.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/point_to_point_operation.hpp"

namespace strobe::bcs::mpi {

/// What is more than one message.
class RequestOperation {
 public:
  virtual ~RequestOperation() = default;
  virtual void begin() = 0;
  /// May be asked at any time.
  [[nodiscard]] virtual bool is_over() const = 0;
  /// After it is over.
  virtual void tell(MPI_Status* status) const = 0;
  /// After it is over: an error class, or MPI_SUCCESS.
  virtual int finish() = 0;
  [[nodiscard]] virtual WaitDescription waits_for() const = 0;
  /// Whether the MPI has a part in it.
  [[nodiscard]] virtual bool is_native() const { return false; }
  /// Where errors are raised.
  [[nodiscard]] virtual Communicator& communicator() const = 0;
};

struct Request {
  MPI_Request handle = MPI_REQUEST_NULL;
  bool is_persistent = false;
  bool is_active = false;
  bool is_abandoned = false;   ///< it goes on, and the program does not wait for it
  PointToPointOperation side;  ///< unless there is an operation
  std::unique_ptr<RequestOperation> operation;

  void begin();
  [[nodiscard]] bool is_over() const {
    return !is_active || (operation != nullptr ? operation->is_over() : side.is_over());
  }
  void tell(MPI_Status* status) const;
  int finish();
  [[nodiscard]] WaitDescription waits_for() const;
  [[nodiscard]] bool is_native() const { return operation != nullptr && operation->is_native(); }
  [[nodiscard]] Communicator& communicator() const {
    return operation != nullptr ? operation->communicator() : *side.communicator;
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

  /// A new one, begun unless it is persistent, whose handle goes to the program. A side is made
  /// where it stays, by `describe(PointToPointOperation&)`; null where that is false.
  template <class Describe>
    requires std::predicate<Describe, PointToPointOperation&>
  Request* make(CallMode form, Describe&& describe);
  Request& make(CallMode form, PointToPointOperation&& side);
  Request& make(CallMode form, std::unique_ptr<RequestOperation> operation);
  /// The program needs it no more: it is used again as soon as it is over.
  void abandon(Request& request);
  /// Those that go on although the program has forgotten them.
  [[nodiscard]] const std::vector<Request*>& abandoned() const { return abandoned_; }
  void reap();
  /// It is finished, and not persistent.
  void give_back(Request& request);

  /// Frees the handles. All are over.
  void end();

 private:
  static constexpr std::size_t few_abandoned = 16;

  Request& take();
  Request& hand_out(CallMode form, Request& request);

  ByHandle<MPI_Request, Request> by_handle_;
  std::mutex adding_;  ///< to it; nothing is called meanwhile
  std::vector<Request*> unused_;
  std::vector<Request*> abandoned_;
  std::size_t many_abandoned_ =
      few_abandoned;  ///< of which it is worth while to look for those that are over
};

template <class Describe>
  requires std::predicate<Describe, PointToPointOperation&>
Request* Requests::make(CallMode form, Describe&& describe) {
  Request& request = take();
  std::destroy_at(&request.side);
  std::construct_at(&request.side);
  if (describe(request.side)) return &hand_out(form, request);
  unused_.push_back(&request);
  return nullptr;
}

}  // namespace strobe::bcs::mpi
