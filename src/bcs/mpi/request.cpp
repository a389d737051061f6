// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/request.hpp"

#include <algorithm>
#include <utility>

#include "bcs/mpi/native.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi {

void Request::begin() {
  is_active = true;
  if (operation != nullptr) {
    operation->begin();
  } else {
    side.begin();
  }
}

void Request::tell(MPI_Status* status) const {
  if (!is_active) {
    set_empty(status);
  } else if (operation != nullptr) {
    operation->tell(status);
  } else {
    side.tell(status);
  }
}

int Request::finish() {
  if (!is_active) return MPI_SUCCESS;
  is_active = false;
  return operation != nullptr ? operation->finish() : side.finish();
}

WaitDescription Request::waits_for() const {
  return operation != nullptr ? operation->waits_for() : side.waits_for();
}

namespace {

// The MPI asks these of a generalized request when it is completed, which ours are at the very end.
int query(void* /*state*/, MPI_Status* status) {
  set_empty(status);
  native().Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}
int free_nothing(void* /*state*/) { return MPI_SUCCESS; }
int cancel_nothing(void* /*state*/, int /*is_complete*/) { return MPI_SUCCESS; }

/// Types and communicators that the program frees stay until nothing is about them any more.
void hold(Request& request) {
  ++request.communicator().operations;
  if (request.operation == nullptr) hold(*request.side.data.layout());
}

void release(Request& request) {
  release(request.communicator());
  if (request.operation == nullptr) release(*request.side.data.layout());
}

}  // namespace

Request& Requests::take() {
  if (abandoned_.size() >= many_abandoned_) {
    reap();
    many_abandoned_ = std::max(2 * abandoned_.size(), few_abandoned);
  }
  if (unused_.empty()) {
    auto request = std::make_unique<Request>();
    native().Grequest_start(query, free_nothing, cancel_nothing, nullptr, &request->handle);
    const MPI_Request handle = request->handle;
    const std::lock_guard lock(adding_);
    return by_handle_.add(handle, std::move(request));
  }
  Request& request = *unused_.back();
  unused_.pop_back();
  return request;
}

Request& Requests::hand_out(CallMode form, Request& request) {
  hold(request);
  request.is_persistent = form.kind() == CallMode::Kind::persistent;
  request.is_abandoned = false;
  if (form.request() != nullptr) *form.request() = request.handle;
  if (!request.is_persistent) request.begin();
  return request;
}

Request& Requests::make(CallMode form, PointToPointOperation&& side) {
  return *make(form, [&](PointToPointOperation& own) {
    own = std::move(side);
    return true;
  });
}

Request& Requests::make(CallMode form, std::unique_ptr<RequestOperation> operation) {
  Request& request = take();
  request.operation = std::move(operation);
  return hand_out(form, request);
}

void Requests::abandon(Request& request) {
  if (request.is_active && !request.is_over()) {
    request.is_abandoned = true;
    abandoned_.push_back(&request);
    return;
  }
  request.finish();
  give_back(request);
}

void Requests::reap() {
  std::erase_if(abandoned_, [this](Request* request) {
    if (!request->is_over()) return false;
    request->finish();
    give_back(*request);
    return true;
  });
}

void Requests::give_back(Request& request) {
  release(request);
  request.operation = nullptr;
  unused_.push_back(&request);
}

void Requests::end() {
  by_handle_.for_each([](Request& request) {
    native().Grequest_complete(request.handle);
    native().Request_free(&request.handle);
  });
}

}  // namespace strobe::bcs::mpi
