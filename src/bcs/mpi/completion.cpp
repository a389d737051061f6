// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of requests. An array may hold requests of the runtime and of the MPI: these are
// asked one by one.
#include <algorithm>
#include <span>
#include <vector>

#include "bcs/mpi/faces/handlers.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

/// Requests as the program hands them over.
class Handed {
 public:
  Handed(int count, const MPI_Request* handles)
      : handles_(handles, static_cast<std::size_t>(std::max(count, 0))),
        requests_(handles_.size()) {
    for (std::size_t i = 0; i < handles_.size(); ++i) {
      if (handles_[i] == MPI_REQUEST_NULL) continue;
      requests_[i] = process().requests.find(handles_[i]);
      (requests_[i] != nullptr ? has_ours_ : has_natives_) = true;
      if (requests_[i] != nullptr && requests_[i]->is_native()) has_natives_ = true;
    }
  }

  [[nodiscard]] std::size_t count() const { return handles_.size(); }
  /// The MPI alone has to do with them.
  [[nodiscard]] bool are_the_mpis() const { return !has_ours_; }
  [[nodiscard]] bool has_natives() const { return has_natives_; }
  [[nodiscard]] Request* request(std::size_t i) const { return requests_[i]; }

  [[nodiscard]] bool is_native(std::size_t i) const {
    return requests_[i] == nullptr && handles_[i] != MPI_REQUEST_NULL;
  }
  /// Whether there is something to wait for. The MPI does not say which of its are inactive.
  [[nodiscard]] bool is_active(std::size_t i) const {
    return requests_[i] != nullptr ? requests_[i]->is_active : is_native(i);
  }
  [[nodiscard]] bool is_over(std::size_t i) const {
    if (requests_[i] != nullptr) return requests_[i]->is_over();
    if (!is_native(i)) return true;
    int flag = 0;
    native().Request_get_status(handles_[i], &flag, MPI_STATUS_IGNORE);
    return flag != 0;
  }

  [[nodiscard]] bool has_active() const {
    for (std::size_t i = 0; i < count(); ++i) {
      if (is_active(i)) return true;
    }
    return false;
  }
  /// The first active one that is over; count() if there is none.
  [[nodiscard]] std::size_t first_over() const {
    for (std::size_t i = 0; i < count(); ++i) {
      if (is_active(i) && is_over(i)) return i;
    }
    return count();
  }
  [[nodiscard]] bool is_first_over() const {
    for (std::size_t i = 0; i < count(); ++i) {
      if (is_active(i)) return is_over(i);
    }
    return true;
  }
  [[nodiscard]] bool are_all_over() {
    while (over_ < count() && is_over(over_)) ++over_;
    return over_ == count();
  }
  [[nodiscard]] bool is_any_over() const { return first_over() != count(); }

  [[nodiscard]] WaitsFor waits_for() const {
    WaitsFor all;
    for (std::size_t i = 0; i < count(); ++i) {
      if (requests_[i] == nullptr || requests_[i]->is_over()) continue;
      const WaitsFor one = requests_[i]->waits_for();
      if (all.text.empty()) all.text = one.text;
      all.ranks.insert(all.ranks.end(), one.ranks.begin(), one.ranks.end());
    }
    return all;
  }

 private:
  std::span<const MPI_Request> handles_;
  std::vector<Request*> requests_;
  std::size_t over_ = 0;  ///< so many are over, from the first on
  bool has_ours_ = false;
  bool has_natives_ = false;
};

void wait_for(Request& request) {
  if (request.is_over()) return;
  if (request.operation == nullptr) {
    request.side.wait();
    return;
  }
  if (request.is_native()) {
    process().wait_natively([&] { return request.is_over(); }, [] { return false; });
    return;
  }
  process().wait([&] { return request.is_over(); }, [] { return false; },
                 [&] { return request.waits_for(); });
}

/// Waits as Process::wait does, with a look at those of the MPI again and again if there are any.
template <class IsOver, class AtEdge>
void wait_for(const Handed& handed, IsOver&& is_over, AtEdge&& at_edge) {
  if (handed.has_natives()) {
    process().wait_natively(is_over, at_edge);
  } else {
    process().wait(is_over, at_edge, [&] { return handed.waits_for(); });
  }
}

/// What came of a request that is over.
struct End {
  int error = MPI_SUCCESS;
  MPI_Comm raised_on = MPI_COMM_NULL;
};

/// The program's variable is as the MPI leaves it afterwards.
End complete(MPI_Request& variable, Request& request, MPI_Status* status) {
  request.tell(status);
  End end;
  end.error = request.finish();
  if (end.error != MPI_SUCCESS) end.raised_on = handle_for_errors(request.communicator());
  if (!request.is_persistent) {
    process().requests.give_back(request);
    variable = MPI_REQUEST_NULL;
  }
  return end;
}

End complete(MPI_Request& variable, MPI_Status* status) {
  if (Request* const request = process().requests.find(variable)) {
    return complete(variable, *request, status);
  }
  int flag = 0;
  return {.error = native().Test(&variable, &flag, status)};
}

/// The MPI has raised those of its own requests itself.
int raised(const End& end) {
  if (end.error != MPI_SUCCESS && end.raised_on != MPI_COMM_NULL) {
    call_error_handler(end.raised_on, end.error);
  }
  return end.error;
}

MPI_Status* status_at(MPI_Status* statuses, std::size_t i) {
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + i;
}

/// Completes these, whose statuses stand one behind the other. Of several operations each status
/// says which have failed.
int complete_all(MPI_Request* variables, std::span<const std::size_t> which, MPI_Status* statuses) {
  End failed;
  for (std::size_t i = 0; i < which.size(); ++i) {
    MPI_Status* const status = status_at(statuses, i);
    const End end = complete(variables[which[i]], status);
    if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = end.error;
    if (end.error == MPI_SUCCESS) continue;
    failed = {.error = MPI_ERR_IN_STATUS, .raised_on = end.raised_on};
  }
  return raised(failed);
}

std::vector<std::size_t> active(const Handed& handed, bool only_those_over) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < handed.count(); ++i) {
    if (handed.is_active(i) && (!only_those_over || handed.is_over(i))) found.push_back(i);
  }
  return found;
}

bool is_array(int count, const void* array) {
  return count >= 0 && (count == 0 || array != nullptr);
}

int complete_first_over(const Handed& handed, MPI_Request* variables, int* index,
                        MPI_Status* status) {
  const std::size_t first = handed.first_over();
  *index = static_cast<int>(first);
  return raised(complete(variables[first], status));
}

int complete_those_over(const Handed& handed, MPI_Request* variables, int* out_count, int* indices,
                        MPI_Status* statuses) {
  const std::vector<std::size_t> over = active(handed, true);
  *out_count = static_cast<int>(over.size());
  std::ranges::transform(over, indices, [](std::size_t i) { return static_cast<int>(i); });
  return complete_all(variables, over, statuses);
}

}  // namespace

int wait(MPI_Request* request, MPI_Status* status) {
  if (request == nullptr) return pass_on;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_on;
  wait_for(*found);
  return raised(complete(*request, *found, status));
}

int waitall(int count, MPI_Request array_of_requests[], MPI_Status* array_of_statuses) {
  if (!is_array(count, array_of_requests)) return pass_on;
  const std::span<MPI_Request> variables(array_of_requests, static_cast<std::size_t>(count));
  const auto is_native = [](MPI_Request handle) {
    return handle != MPI_REQUEST_NULL && process().requests.find(handle) == nullptr;
  };
  if (std::ranges::any_of(variables, is_native)) {
    Handed handed(count, array_of_requests);
    if (handed.are_the_mpis()) return pass_on;
    wait_for(handed, [&] { return handed.are_all_over(); }, [] { return false; });
  }
  End failed;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    MPI_Status* const status = status_at(array_of_statuses, i);
    End end;
    if (variables[i] == MPI_REQUEST_NULL) {
      set_empty(status);
    } else if (Request* const ours = process().requests.find(variables[i])) {
      wait_for(*ours);
      end = complete(variables[i], *ours, status);
    } else {
      end.error = native().Wait(&variables[i], status);
    }
    if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = end.error;
    if (end.error != MPI_SUCCESS) {
      failed = {.error = MPI_ERR_IN_STATUS, .raised_on = end.raised_on};
    }
  }
  return raised(failed);
}

int waitany(int count, MPI_Request array_of_requests[], int* indx, MPI_Status* status) {
  if (!is_array(count, array_of_requests) || indx == nullptr) return pass_on;
  const Handed handed(count, array_of_requests);
  if (handed.are_the_mpis()) return pass_on;
  if (!handed.has_active()) {
    *indx = MPI_UNDEFINED;
    set_empty(status);
    return MPI_SUCCESS;
  }
  // The first of all would be chosen at the edge, too, so that it need not be waited for.
  wait_for(handed, [&] { return handed.is_first_over(); }, [&] { return handed.is_any_over(); });
  process().endpoint.tested(true);
  return complete_first_over(handed, array_of_requests, indx, status);
}

int waitsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
             MPI_Status* array_of_statuses) {
  if (!is_array(incount, array_of_requests) || outcount == nullptr) return pass_on;
  Handed handed(incount, array_of_requests);
  if (handed.are_the_mpis()) return pass_on;
  if (!handed.has_active()) {
    *outcount = MPI_UNDEFINED;
    return MPI_SUCCESS;
  }
  wait_for(handed, [&] { return handed.are_all_over(); }, [&] { return handed.is_any_over(); });
  process().endpoint.tested(true);
  return complete_those_over(handed, array_of_requests, outcount, array_of_indices,
                             array_of_statuses);
}

int test(MPI_Request* request, int* flag, MPI_Status* status) {
  if (request == nullptr || flag == nullptr) return pass_on;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_on;
  *flag = found->is_active ? is_found([&] { return found->is_over(); }) : 1;
  return *flag == 0 ? MPI_SUCCESS : raised(complete(*request, *found, status));
}

namespace {

/// Whether all are over, as soon as that may be said; where they are, `found()` is what becomes of
/// it.
template <class Found>
int look_for_all(int count, const MPI_Request* requests, int* flag, Found&& found) {
  if (!is_array(count, requests) || flag == nullptr) return pass_on;
  Handed handed(count, requests);
  if (handed.are_the_mpis()) return pass_on;
  wait_for(handed, [&] { return handed.are_all_over(); }, [] { return true; });
  *flag = handed.are_all_over() ? 1 : 0;
  process().endpoint.tested(*flag != 0);
  return *flag == 0 ? MPI_SUCCESS : found(handed);
}

/// The same for the first that is over.
template <class Found>
int look_for_any(int count, const MPI_Request* requests, int* indx, int* flag, MPI_Status* status,
                 Found&& found) {
  if (!is_array(count, requests) || indx == nullptr || flag == nullptr) return pass_on;
  const Handed handed(count, requests);
  if (handed.are_the_mpis()) return pass_on;
  *indx = MPI_UNDEFINED;
  *flag = 1;
  if (!handed.has_active()) {
    set_empty(status);
    return MPI_SUCCESS;
  }
  wait_for(handed, [&] { return handed.is_first_over(); }, [] { return true; });
  *flag = handed.is_any_over() ? 1 : 0;
  process().endpoint.tested(*flag != 0);
  return *flag == 0 ? MPI_SUCCESS : found(handed);
}

}  // namespace

int testall(int count, MPI_Request array_of_requests[], int* flag, MPI_Status* array_of_statuses) {
  return look_for_all(count, array_of_requests, flag, [&](const Handed&) {
    return waitall(count, array_of_requests, array_of_statuses);
  });
}

int testany(int count, MPI_Request array_of_requests[], int* indx, int* flag, MPI_Status* status) {
  return look_for_any(count, array_of_requests, indx, flag, status, [&](const Handed& handed) {
    return complete_first_over(handed, array_of_requests, indx, status);
  });
}

int testsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
             MPI_Status* array_of_statuses) {
  if (!is_array(incount, array_of_requests) || outcount == nullptr) return pass_on;
  Handed handed(incount, array_of_requests);
  if (handed.are_the_mpis()) return pass_on;
  if (!handed.has_active()) {
    *outcount = MPI_UNDEFINED;
    return MPI_SUCCESS;
  }
  wait_for(handed, [&] { return handed.are_all_over(); }, [] { return true; });
  process().endpoint.tested(handed.is_any_over());
  return complete_those_over(handed, array_of_requests, outcount, array_of_indices,
                             array_of_statuses);
}

int request_free(MPI_Request* request) {
  if (request == nullptr) return pass_on;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_on;
  process().requests.abandon(*found);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

int request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  Request* const found = process().requests.find(request);
  if (found == nullptr || flag == nullptr) return pass_on;
  *flag = is_found([&] { return found->is_over(); });
  if (*flag != 0) found->tell(status);
  return MPI_SUCCESS;
}

namespace {

/// The status of one that is over, which stays as it is.
void tell(const Handed& handed, const MPI_Request* handles, std::size_t i, MPI_Status* status) {
  if (handed.request(i) != nullptr) {
    handed.request(i)->tell(status);
  } else if (handed.is_native(i)) {
    int flag = 0;
    native().Request_get_status(handles[i], &flag, status);
  } else {
    set_empty(status);
  }
}

}  // namespace

int request_get_status_all(int count, const MPI_Request array_of_requests[], int* flag,
                           MPI_Status* array_of_statuses) {
  return look_for_all(count, array_of_requests, flag, [&](const Handed& handed) {
    for (std::size_t i = 0; i < handed.count(); ++i) {
      tell(handed, array_of_requests, i, status_at(array_of_statuses, i));
    }
    return MPI_SUCCESS;
  });
}

int request_get_status_any(int count, const MPI_Request array_of_requests[], int* indx, int* flag,
                           MPI_Status* status) {
  return look_for_any(count, array_of_requests, indx, flag, status, [&](const Handed& handed) {
    const std::size_t first = handed.first_over();
    *indx = static_cast<int>(first);
    tell(handed, array_of_requests, first, status);
    return MPI_SUCCESS;
  });
}

int request_get_status_some(int incount, const MPI_Request array_of_requests[], int* outcount,
                            int array_of_indices[], MPI_Status* array_of_statuses) {
  if (!is_array(incount, array_of_requests) || outcount == nullptr) return pass_on;
  Handed handed(incount, array_of_requests);
  if (handed.are_the_mpis()) return pass_on;
  *outcount = MPI_UNDEFINED;
  if (!handed.has_active()) return MPI_SUCCESS;
  wait_for(handed, [&] { return handed.are_all_over(); }, [] { return true; });
  const std::vector<std::size_t> over = active(handed, true);
  process().endpoint.tested(!over.empty());
  *outcount = static_cast<int>(over.size());
  for (std::size_t i = 0; i < over.size(); ++i) {
    array_of_indices[i] = static_cast<int>(over[i]);
    tell(handed, array_of_requests, over[i], status_at(array_of_statuses, i));
  }
  return MPI_SUCCESS;
}

int cancel(MPI_Request* request) {
  if (request == nullptr) return pass_on;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_on;
  // A send cannot be taken back, which the status of a cancelled one may say.
  if (found->operation == nullptr && found->is_active && !found->side.is_send) {
    process().endpoint.cancel(found->side.transfer);
  }
  return MPI_SUCCESS;
}

int start(MPI_Request* request) {
  if (request == nullptr) return pass_on;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_on;
  if (!found->is_persistent || found->is_active) {
    return mpi::raised(found->communicator(), MPI_ERR_REQUEST);
  }
  found->begin();
  return MPI_SUCCESS;
}

int startall(int count, MPI_Request array_of_requests[]) {
  if (!is_array(count, array_of_requests)) return pass_on;
  if (Handed(count, array_of_requests).are_the_mpis()) return pass_on;
  for (int i = 0; i < count; ++i) {
    int error = start(&array_of_requests[i]);
    if (error == pass_on) error = native().Start(&array_of_requests[i]);
    if (error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

}  // namespace strobe::bcs::mpi::handlers
