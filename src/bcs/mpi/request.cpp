// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/request.hpp"

#include <algorithm>
#include <utility>

#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi {

void Request::begin() {
  is_active = true;
  is_known = false;
  history.was_started = true;
  if (operation != nullptr) {
    operation->begin();
  } else {
    point_to_point.is_nonblocking = true;
    point_to_point.begin();
  }
}

bool Request::is_certain() {
  if (!is_active || is_known) return true;
  if (operation == nullptr) return point_to_point.is_certain();
  return operation->is_complete() && operation->is_certain(process().endpoint.slice());
}

void Request::write_status(MPI_Status* status) const {
  if (!is_active) {
    set_empty(status);
  } else if (operation != nullptr) {
    operation->write_status(status);
  } else {
    point_to_point.write_status(status);
  }
}

int Request::deliver() {
  if (!is_active) return MPI_SUCCESS;
  is_active = false;
  return operation != nullptr ? operation->deliver() : point_to_point.deliver();
}

WaitDescription Request::waits_for() const {
  return operation != nullptr ? operation->waits_for() : point_to_point.waits_for();
}

namespace {

// Callbacks of a generalized request, which the MPI calls when the request is completed in
// Requests::end.
int query(void* /*state*/, MPI_Status* status) {
  set_nothing_received(status);
  native().Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}
int free_nothing(void* /*state*/) { return MPI_SUCCESS; }
int cancel_nothing(void* /*state*/, int /*is_complete*/) { return MPI_SUCCESS; }

/// Datatypes and communicators that the application frees live until no request uses them.
void retain(Request& request) {
  ++request.communicator().operations;
  if (request.operation == nullptr) retain(*request.point_to_point.data.layout());
}

void release(Request& request) {
  release(request.communicator());
  if (request.operation == nullptr) release(*request.point_to_point.data.layout());
}

}  // namespace

Request& Requests::allocate() {
  if (detached_.size() >= many_detached_) {
    recycle_complete();
    many_detached_ = std::max(2 * detached_.size(), few_detached);
  }
  const bool is_checked = interposer.checks != nullptr;
  if (unused_.size() <= (is_checked ? unused_with_checks : 0)) {
    auto request = std::make_unique<Request>();
    native().Grequest_start(query, free_nothing, cancel_nothing, nullptr, &request->handle);
    const MPI_Request handle = request->handle;
    const std::lock_guard lock(adding_);
    return requests_.add(handle, std::move(request));
  }
  Request* const request = is_checked ? unused_.front() : unused_.back();
  is_checked ? unused_.pop_front() : unused_.pop_back();
  return *request;
}

Request& Requests::activate(CallMode mode, Request& request) {
  retain(request);
  request.is_persistent = mode.kind() == CallMode::Kind::persistent;
  request.is_detached = false;
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->made(request);
  if (mode.request() != nullptr) *mode.request() = request.handle;
  if (!request.is_persistent) request.begin();
  return request;
}

Request& Requests::make(CallMode mode, PointToPointOperation&& operation) {
  return *make(mode, [&](PointToPointOperation& own) {
    own = std::move(operation);
    return true;
  });
}

Request& Requests::make(CallMode mode, std::unique_ptr<RequestOperation> operation) {
  Request& request = allocate();
  request.operation = std::move(operation);
  return activate(mode, request);
}

void Requests::detach(Request& request) {
  if (interposer.checks != nullptr && request.operation == nullptr) [[unlikely]]
    interposer.checks->forgets(request.point_to_point);
  if (request.is_active && !request.is_complete()) {
    request.is_detached = true;
    detached_.push_back(&request);
    return;
  }
  request.deliver();
  recycle(request);
}

void Requests::recycle_complete() {
  std::erase_if(detached_, [this](Request* request) {
    if (!request->is_complete()) return false;
    request->deliver();
    recycle(*request);
    return true;
  });
}

void Requests::recycle(Request& request) {
  if (interposer.checks != nullptr && request.operation == nullptr) [[unlikely]]
    interposer.checks->forgets(request.point_to_point);
  release(request);
  if (interposer.checks != nullptr) [[unlikely]]
    request.history = {.ended = interposer.checks->places().current()};
  request.operation = nullptr;
  unused_.push_back(&request);
}

void Requests::end() {
  requests_.for_each([](Request& request) {
    native().Grequest_complete(request.handle);
    native().Request_free(&request.handle);
  });
}

}  // namespace strobe::bcs::mpi
