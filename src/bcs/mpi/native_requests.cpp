// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/native_requests.hpp"

#include <algorithm>

#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

/// MPI_Waitall, one request after the other: MPICH's MPI_Testall queries a request twice.
void NativeRequests::complete_next(MPI_Status* statuses) {
  while (next_ < handles_.size()) {
    MPI_Status* const status = wants_statuses_ ? statuses + next_ : MPI_STATUS_IGNORE;
    int flag = 0;
    const int error = native().Test(&handles_[next_], &flag, status);
    if (error == MPI_SUCCESS && flag == 0) return;
    if (wants_statuses_) status->MPI_ERROR = error;
    if (error != MPI_SUCCESS) error_of_all_ = MPI_ERR_IN_STATUS;
    ++next_;
  }
  error_ = error_of_all_;
  for (std::size_t i = 0; i < handles_.size(); ++i) completed_.emplace_back(i, i);
}

bool NativeRequests::complete_all(const CompletionCall& call, MPI_Status* statuses) {
  if (call.blocks) {
    complete_next(statuses);
    return true;
  }
  const auto count = static_cast<int>(handles_.size());
  int flag = 1;
  if (call.completes) {
    error_ = native().Testall(count, handles_.data(), &flag, statuses);
  } else {
    error_ = native().Request_get_status_all(count, handles_.data(), &flag, statuses);
  }
  for (std::size_t i = 0; flag != 0 && i < handles_.size(); ++i) completed_.emplace_back(i, i);
  return true;
}

bool NativeRequests::complete_any(const CompletionCall& call, MPI_Status* status) {
  const auto count = static_cast<int>(handles_.size());
  int index = MPI_UNDEFINED;
  int flag = 1;
  if (call.completes) {
    error_ = native().Testany(count, handles_.data(), &index, &flag, status);
  } else {
    error_ = native().Request_get_status_any(count, handles_.data(), &index, &flag, status);
  }
  if (flag == 0) return true;
  if (index == MPI_UNDEFINED) return false;
  completed_.emplace_back(static_cast<std::size_t>(index), 0);
  return true;
}

bool NativeRequests::complete_some(const CompletionCall& call, MPI_Status* statuses) {
  const auto count = static_cast<int>(handles_.size());
  std::vector<int> some(handles_.size());
  int some_count = 0;
  if (call.completes) {
    error_ = native().Testsome(count, handles_.data(), &some_count, some.data(), statuses);
  } else {
    error_ = native().Request_get_status_some(count, handles_.data(), &some_count, some.data(),
                                              statuses);
  }
  if (some_count == MPI_UNDEFINED) return false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(some_count); ++i) {
    completed_.emplace_back(static_cast<std::size_t>(some[i]), i);
  }
  std::ranges::sort(completed_);
  return true;
}

bool NativeRequests::complete(const CompletionCall& call) {
  const bool is_one = call.scope == CompletionScope::any;
  if (wants_statuses_) statuses_.resize(is_one ? 1 : handles_.size());
  MPI_Status* const ignored = is_one ? MPI_STATUS_IGNORE : MPI_STATUSES_IGNORE;
  MPI_Status* const statuses = wants_statuses_ ? statuses_.data() : ignored;
  bool is_any_active = true;
  switch (call.scope) {
    case CompletionScope::all:
      is_any_active = complete_all(call, statuses);
      break;
    case CompletionScope::any:
      is_any_active = complete_any(call, statuses);
      break;
    case CompletionScope::some:
      is_any_active = complete_some(call, statuses);
      break;
  }
  if (has_result()) return true;
  if (!is_any_active) {
    handles_.clear();
    indices_.clear();
  }
  return false;
}

void NativeRequests::write_status(std::size_t i, bool sets_error, MPI_Status* status) const {
  if (status == MPI_STATUS_IGNORE) return;
  const int error_before = status->MPI_ERROR;
  *status = statuses_[completed_[i].second];
  if (!sets_error) {
    status->MPI_ERROR = error_before;
  } else if (error_ == MPI_SUCCESS) {
    status->MPI_ERROR = MPI_SUCCESS;
  }
}

}  // namespace strobe::bcs::mpi
