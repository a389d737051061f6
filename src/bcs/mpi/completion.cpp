// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of requests. An array may hold requests of the runtime and of the MPI. Of these the
// MPI is asked what the program asks of all of them, and what it says is taken over at once: to ask
// it beforehand which are over is no harmless calls, since each such question queries a
// generalized request again, which ROMIO's answer but once, and inactive ones seem to be over.
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

/// The requests of an array that are the MPI's, and where each stands in it.
class NativeRequests {
 public:
  void add(std::size_t place, MPI_Request handle) {
    places_.push_back(place);
    handles_.push_back(handle);
  }
  void clear() {
    places_.clear();
    handles_.clear();
  }
  [[nodiscard]] bool is_empty() const { return handles_.empty(); }
  [[nodiscard]] int count() const { return static_cast<int>(handles_.size()); }
  [[nodiscard]] MPI_Request* handles() { return handles_.data(); }
  /// Of one that the MPI has named.
  [[nodiscard]] std::size_t place(int i) const { return places_[static_cast<std::size_t>(i)]; }

  /// What the MPI has made of the handles is what the program gets to see.
  void put_back(MPI_Request* variables) const {
    for (std::size_t i = 0; i < handles_.size(); ++i) variables[places_[i]] = handles_[i];
  }

 private:
  std::vector<std::size_t> places_;
  std::vector<MPI_Request> handles_;
};

/// Requests as the program hands them over.
class RequestArray {
 public:
  RequestArray(int count, const MPI_Request* handles)
      : requests_(static_cast<std::size_t>(std::max(count, 0))) {
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      if (handles[i] == MPI_REQUEST_NULL) continue;
      requests_[i] = process().requests.find(handles[i]);
      if (requests_[i] == nullptr) {
        natives_.add(i, handles[i]);
      } else {
        has_ours_ = true;
        if (requests_[i]->is_native()) mpi_has_a_part_ = true;
      }
    }
    first_native_ = natives_.is_empty() ? size() : natives_.place(0);
  }

  [[nodiscard]] std::size_t size() const { return requests_.size(); }
  /// The MPI alone has to do with them.
  [[nodiscard]] bool are_the_mpis() const { return !has_ours_; }
  /// The MPI has a part in what ours are about.
  [[nodiscard]] bool mpi_has_a_part() const { return mpi_has_a_part_; }
  [[nodiscard]] NativeRequests& natives() { return natives_; }
  /// Null where it is the MPI's, or none.
  [[nodiscard]] Request* ours(std::size_t i) const { return requests_[i]; }
  [[nodiscard]] bool is_ours_over(std::size_t i) const {
    return is_active(i) && requests_[i]->is_over();
  }

  // Of ours:

  [[nodiscard]] bool has_active() const {
    for (std::size_t i = 0; i < size(); ++i) {
      if (is_active(i)) return true;
    }
    return false;
  }
  /// The first active one that is over; size() if there is none.
  [[nodiscard]] std::size_t first_over() const {
    for (std::size_t i = 0; i < size(); ++i) {
      if (is_ours_over(i)) return i;
    }
    return size();
  }
  /// Whether the first of all to be waited for is over. The MPI's would have to be asked.
  [[nodiscard]] bool is_first_over() const {
    for (std::size_t i = 0; i < size(); ++i) {
      if (is_active(i)) return (i < first_native_ || natives_.is_empty()) && is_ours_over(i);
    }
    return false;
  }
  [[nodiscard]] bool are_all_over() {
    while (over_ < size() && (!is_active(over_) || is_ours_over(over_))) ++over_;
    return over_ == size();
  }
  [[nodiscard]] bool is_any_over() const { return first_over() != size(); }

  [[nodiscard]] WaitDescription waits_for() const {
    WaitDescription all;
    for (const Request* request : requests_) {
      if (request == nullptr || request->is_over()) continue;
      const WaitDescription one = request->waits_for();
      if (all.text.empty()) all.text = one.text;
      all.ranks.insert(all.ranks.end(), one.ranks.begin(), one.ranks.end());
    }
    return all;
  }

 private:
  [[nodiscard]] bool is_active(std::size_t i) const {
    return requests_[i] != nullptr && requests_[i]->is_active;
  }

  std::vector<Request*> requests_;
  NativeRequests natives_;
  std::size_t first_native_ = 0;
  std::size_t over_ = 0;  ///< so many are over, from the first on
  bool has_ours_ = false;
  bool mpi_has_a_part_ = false;
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

/// When the MPI is asked again by who waits for ours, too: after ever longer pauses, since this
/// rank is not blocked meanwhile, and several nodes agree on a slice only while nobody stirs.
class NativePollTimer {
 public:
  [[nodiscard]] bool is_due() const { return base::monotonic_now() >= next_; }
  void looked() {
    next_ = base::monotonic_now() + pause_;
    pause_ = std::min(2 * pause_, process().link == nullptr ? most : most_among_nodes);
  }

 private:
  static constexpr std::chrono::nanoseconds most = std::chrono::milliseconds(1);
  static constexpr std::chrono::nanoseconds most_among_nodes = std::chrono::milliseconds(50);
  std::chrono::nanoseconds pause_ = std::chrono::microseconds(10);
  std::chrono::nanoseconds next_{0};
};

/// Waits as Process::wait does until `is_over()`, which is about ours, or `look()`, which asks the
/// MPI. It is asked here and not within the endpoint's wait, since it may call the program back.
template <class IsOver, class AtEdge, class MayLook, class Look>
void wait_for(RequestArray& array, IsOver&& is_over, AtEdge&& at_edge, MayLook&& may_look,
              Look&& look) {
  if (!array.natives().is_empty()) keep_mpi_going();
  NativePollTimer looks;
  while (!array.natives().is_empty()) {
    if (look()) return;
    if (array.natives().is_empty()) break;  // none is active
    looks.looked();
    const WaitOutcome outcome = process().endpoint.wait(
        [&] { return is_over() || (may_look() && looks.is_due()); }, [] { return true; });
    if (is_over()) return;
    if (outcome == WaitOutcome::complete) continue;
    if (at_edge()) {
      look();
      return;
    }
    sched_yield();
  }
  if (array.mpi_has_a_part()) {
    process().wait_natively(is_over, at_edge);
  } else {
    process().wait(is_over, at_edge, [&] { return array.waits_for(); });
  }
}

/// What came of a request that is over.
struct Completion {
  int error = MPI_SUCCESS;
  MPI_Comm raised_on = MPI_COMM_NULL;
};

/// The program's variable is as the MPI leaves it afterwards.
Completion complete(MPI_Request& variable, Request& request, MPI_Status* status) {
  request.tell(status);
  Completion end;
  end.error = request.finish();
  if (end.error != MPI_SUCCESS) {
    end_if_fatal(request.communicator(), end.error);
    end.raised_on = handle_for_errors(request.communicator());
  }
  if (!request.is_persistent) {
    process().requests.give_back(request);
    variable = MPI_REQUEST_NULL;
  }
  return end;
}

/// The MPI has raised those of its own requests itself.
int raised(const Completion& end) {
  if (end.error != MPI_SUCCESS && end.raised_on != MPI_COMM_NULL) {
    call_error_handler(end.raised_on, end.error);
  }
  return end.error;
}

MPI_Status* status_at(MPI_Status* statuses, std::size_t i) {
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + i;
}

bool is_array(int count, const void* array) {
  return count >= 0 && (count == 0 || array != nullptr);
}

/// What the program asks of an array: to complete what is over, or only to tell of it.
struct CompletionCalls {
  bool completes;
  int (*all)(int, MPI_Request*, int*, MPI_Status*);
  int (*any)(int, MPI_Request*, int*, int*, MPI_Status*);
  int (*some)(int, MPI_Request*, int*, int*, MPI_Status*);

  /// Of one of ours.
  Completion answer(MPI_Request& variable, Request& request, MPI_Status* status) const {
    if (completes) return complete(variable, request, status);
    request.tell(status);
    return {};
  }
  /// Of one of ours among others, or of none: its status says what became of it alone.
  Completion answer_in_array(MPI_Request& variable, Request* request, MPI_Status* status) const {
    Completion end;
    if (request == nullptr) {
      set_empty(status);
    } else {
      end = answer(variable, *request, status);
    }
    if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = end.error;
    return end;
  }
};

/// Where one of an array has failed, the call says only that its statuses tell more.
void note(const Completion& end, Completion& of_all) {
  if (end.error == MPI_SUCCESS) return;
  of_all = {.error = MPI_ERR_IN_STATUS, .raised_on = end.raised_on};
}

constexpr CompletionCalls completing = {
    .completes = true,
    .all = [](int count, MPI_Request* requests, int* flag,
              MPI_Status* statuses) { return native().Testall(count, requests, flag, statuses); },
    .any =
        [](int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
          return native().Testany(count, requests, index, flag, status);
        },
    .some =
        [](int count, MPI_Request* requests, int* out_count, int* indices, MPI_Status* statuses) {
          return native().Testsome(count, requests, out_count, indices, statuses);
        },
};

constexpr CompletionCalls querying = {
    .completes = false,
    .all =
        [](int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
          return native().Request_get_status_all(count, requests, flag, statuses);
        },
    .any =
        [](int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
          return native().Request_get_status_any(count, requests, index, flag, status);
        },
    .some =
        [](int count, MPI_Request* requests, int* out_count, int* indices, MPI_Status* statuses) {
          return native().Request_get_status_some(count, requests, out_count, indices, statuses);
        },
};

enum class CallKind : std::uint8_t { wait, test };

/// What the MPI says of its requests among others.
struct NativeCompletions {
  int error = MPI_SUCCESS;
  std::vector<int> which;  ///< of them, in their order
  std::vector<MPI_Status> statuses;

  /// Room for what is said of so many. None for statuses that the program does not want.
  NativeCompletions(int count, bool are_ignored)
      : statuses(are_ignored ? 0 : static_cast<std::size_t>(count)) {}

  [[nodiscard]] MPI_Status* room() {
    return statuses.empty() ? MPI_STATUSES_IGNORE : statuses.data();
  }
  /// Where it has found one wrong, each status says what became of its own.
  void tell(std::size_t i, MPI_Status* status) const {
    if (status == MPI_STATUS_IGNORE) return;
    *status = statuses[i];
    if (error == MPI_SUCCESS) status->MPI_ERROR = MPI_SUCCESS;
  }
};

/// Ours that are over with what the MPI has said of its own: of all.
int answer_all(RequestArray& array, MPI_Request* variables, MPI_Status* statuses,
               const NativeCompletions& native_result, const CompletionCalls& calls) {
  Completion failed{.error = native_result.error};
  if (calls.completes) array.natives().put_back(variables);
  std::size_t natives = 0;
  const auto count = static_cast<std::size_t>(array.natives().count());
  for (std::size_t i = 0; i < array.size(); ++i) {
    MPI_Status* const status = status_at(statuses, i);
    const bool is_native = natives < count && array.natives().place(static_cast<int>(natives)) == i;
    if (is_native) {
      native_result.tell(natives++, status);
    } else {
      note(calls.answer_in_array(variables[i], array.ours(i), status), failed);
    }
  }
  return raised(failed);
}

/// The same of some, whose statuses stand one behind the other.
int answer_some(RequestArray& array, MPI_Request* variables, int* out_count, int* indices,
                MPI_Status* statuses, const NativeCompletions& native_result,
                const CompletionCalls& calls) {
  Completion failed{.error = native_result.error};
  if (calls.completes) array.natives().put_back(variables);
  // The place of each, and which of those it is that the MPI has named.
  constexpr std::size_t none = ~std::size_t{0};
  std::vector<std::pair<std::size_t, std::size_t>> over;
  for (std::size_t i = 0; i < native_result.which.size(); ++i) {
    over.emplace_back(array.natives().place(native_result.which[i]), i);
  }
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (array.is_ours_over(i)) over.emplace_back(i, none);
  }
  std::ranges::sort(over);
  *out_count = static_cast<int>(over.size());
  for (std::size_t i = 0; i < over.size(); ++i) {
    const auto [place, which] = over[i];
    indices[i] = static_cast<int>(place);
    MPI_Status* const status = status_at(statuses, i);
    if (which != none) {
      native_result.tell(which, status);
    } else {
      note(calls.answer_in_array(variables[place], array.ours(place), status), failed);
    }
  }
  return raised(failed);
}

/// Whether all are over, as soon as that may be said.
int complete_all(int count, MPI_Request* requests, int* flag, MPI_Status* statuses,
                 const CompletionCalls& calls) {
  if (!is_array(count, requests) || flag == nullptr) return pass_through;
  RequestArray array(count, requests);
  if (array.are_the_mpis()) return pass_through;
  NativeRequests& natives = array.natives();
  NativeCompletions native_result(natives.count(), statuses == MPI_STATUSES_IGNORE);
  int are_natives_over = natives.is_empty() ? 1 : 0;
  const auto look = [&] {
    if (!array.are_all_over() || are_natives_over != 0) return are_natives_over != 0;
    native_result.error =
        calls.all(natives.count(), natives.handles(), &are_natives_over, native_result.room());
    return are_natives_over != 0 || native_result.error != MPI_SUCCESS;
  };
  const auto is_over = [&] { return are_natives_over != 0 && array.are_all_over(); };
  wait_for(array, is_over, [] { return true; }, [&] { return array.are_all_over(); }, look);
  *flag = is_over() ? 1 : 0;
  process().endpoint.tested(*flag != 0);
  if (*flag != 0) return answer_all(array, requests, statuses, native_result, calls);
  if (calls.completes) natives.put_back(requests);
  return native_result.error;
}

/// Ours first: what they wait for is begun in the MPI, which goes on meanwhile.
int wait_for_all(int count, MPI_Request* requests, MPI_Status* statuses) {
  RequestArray array(count, requests);
  if (array.are_the_mpis()) return pass_through;
  process().wait_natively([&] { return array.are_all_over(); }, [] { return false; });
  NativeRequests& natives = array.natives();
  NativeCompletions native_result(natives.count(), statuses == MPI_STATUSES_IGNORE);
  {
    const NativeCallScope inside;
    native_result.error =
        native().Waitall(natives.count(), natives.handles(), native_result.room());
  }
  return answer_all(array, requests, statuses, native_result, completing);
}

/// Which is over, as soon as that may be said: one.
int complete_any(CallKind kind, int count, MPI_Request* requests, int* index, int* flag,
                 MPI_Status* status, const CompletionCalls& calls) {
  if (!is_array(count, requests) || index == nullptr || flag == nullptr) return pass_through;
  RequestArray array(count, requests);
  if (array.are_the_mpis()) return pass_through;
  NativeRequests& natives = array.natives();
  int error = MPI_SUCCESS;
  int native_index = MPI_UNDEFINED;
  const auto look = [&] {
    if (array.is_first_over()) return true;
    int is_over = 0;
    error = calls.any(natives.count(), natives.handles(), &native_index, &is_over, status);
    if (is_over == 0) native_index = MPI_UNDEFINED;
    if (error != MPI_SUCCESS || native_index != MPI_UNDEFINED) return true;
    if (is_over != 0) natives.clear();  // of inactive ones
    return false;
  };
  *index = MPI_UNDEFINED;
  *flag = 1;
  if (!array.has_active() && !natives.is_empty()) {
    if (kind == CallKind::wait) {
      const NativeCallScope inside;
      error = native().Waitany(natives.count(), natives.handles(), &native_index, status);
    } else {
      look();
    }
  }
  const bool has_answer = error != MPI_SUCCESS || native_index != MPI_UNDEFINED;
  if (!has_answer) {
    if (!array.has_active() && (kind == CallKind::wait || natives.is_empty())) {
      set_empty(status);
      return MPI_SUCCESS;
    }
    // The first of all would be chosen at the edge, too, so that it need not be waited for.
    wait_for(
        array, [&] { return array.is_first_over(); },
        [&] { return kind == CallKind::test || array.is_any_over(); }, [] { return true; }, look);
  }
  if (error != MPI_SUCCESS || native_index != MPI_UNDEFINED) {
    process().endpoint.tested(true);
    if (native_index != MPI_UNDEFINED) *index = static_cast<int>(natives.place(native_index));
    if (calls.completes) natives.put_back(requests);
    return error;
  }
  const std::size_t first = array.first_over();
  *flag = first != array.size() ? 1 : 0;
  process().endpoint.tested(*flag != 0);
  if (*flag == 0) return MPI_SUCCESS;
  *index = static_cast<int>(first);
  return raised(calls.answer(requests[first], *array.ours(first), status));
}

/// The same for all that are over then.
int complete_some(CallKind kind, int count, MPI_Request* requests, int* out_count, int* indices,
                  MPI_Status* statuses, const CompletionCalls& calls) {
  if (!is_array(count, requests) || out_count == nullptr) return pass_through;
  RequestArray array(count, requests);
  if (array.are_the_mpis()) return pass_through;
  NativeRequests& natives = array.natives();
  NativeCompletions native_result(natives.count(), statuses == MPI_STATUSES_IGNORE);
  const auto take_over = [&](int named) {
    if (named == MPI_UNDEFINED && native_result.error == MPI_SUCCESS) natives.clear();
    native_result.which.resize(static_cast<std::size_t>(named == MPI_UNDEFINED ? 0 : named));
    return native_result.error != MPI_SUCCESS || !native_result.which.empty();
  };
  const auto look = [&] {
    int named = 0;
    native_result.which.resize(static_cast<std::size_t>(natives.count()));
    native_result.error = calls.some(natives.count(), natives.handles(), &named,
                                     native_result.which.data(), native_result.room());
    return take_over(named);
  };
  *out_count = MPI_UNDEFINED;
  bool has_answer = false;
  if (!array.has_active() && !natives.is_empty()) {
    if (kind == CallKind::wait) {
      int named = 0;
      native_result.which.resize(static_cast<std::size_t>(natives.count()));
      {
        const NativeCallScope inside;
        native_result.error = native().Waitsome(natives.count(), natives.handles(), &named,
                                                native_result.which.data(), native_result.room());
      }
      has_answer = take_over(named);
    } else {
      has_answer = look();
    }
  }
  if (!has_answer) {
    if (!array.has_active() && natives.is_empty()) return MPI_SUCCESS;
    wait_for(
        array, [&] { return array.has_active() && array.are_all_over(); },
        [&] { return kind == CallKind::test || array.is_any_over(); }, [] { return true; }, look);
  }
  process().endpoint.tested(!native_result.which.empty() || array.is_any_over());
  return answer_some(array, requests, out_count, indices, statuses, native_result, calls);
}

}  // namespace

int wait(MPI_Request* request, MPI_Status* status) {
  if (request == nullptr) return pass_through;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_through;
  wait_for(*found);
  return raised(complete(*request, *found, status));
}

int waitall(int count, MPI_Request array_of_requests[], MPI_Status* array_of_statuses) {
  if (!is_array(count, array_of_requests)) return pass_through;
  const std::span<MPI_Request> variables(array_of_requests, static_cast<std::size_t>(count));
  const auto is_native = [](MPI_Request handle) {
    return handle != MPI_REQUEST_NULL && process().requests.find(handle) == nullptr;
  };
  if (std::ranges::any_of(variables, is_native)) {
    return wait_for_all(count, array_of_requests, array_of_statuses);
  }
  Completion failed;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    Request* const ours =
        variables[i] == MPI_REQUEST_NULL ? nullptr : process().requests.find(variables[i]);
    if (ours != nullptr) wait_for(*ours);
    note(completing.answer_in_array(variables[i], ours, status_at(array_of_statuses, i)), failed);
  }
  return raised(failed);
}

int waitany(int count, MPI_Request array_of_requests[], int* indx, MPI_Status* status) {
  int flag = 0;
  return complete_any(CallKind::wait, count, array_of_requests, indx, &flag, status, completing);
}

int waitsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
             MPI_Status* array_of_statuses) {
  return complete_some(CallKind::wait, incount, array_of_requests, outcount, array_of_indices,
                       array_of_statuses, completing);
}

int test(MPI_Request* request, int* flag, MPI_Status* status) {
  if (request == nullptr || flag == nullptr) return pass_through;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_through;
  *flag = found->is_active ? is_found([&] { return found->is_over(); }) : 1;
  return *flag == 0 ? MPI_SUCCESS : raised(complete(*request, *found, status));
}

int testall(int count, MPI_Request array_of_requests[], int* flag, MPI_Status* array_of_statuses) {
  return complete_all(count, array_of_requests, flag, array_of_statuses, completing);
}

int testany(int count, MPI_Request array_of_requests[], int* indx, int* flag, MPI_Status* status) {
  return complete_any(CallKind::test, count, array_of_requests, indx, flag, status, completing);
}

int testsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
             MPI_Status* array_of_statuses) {
  return complete_some(CallKind::test, incount, array_of_requests, outcount, array_of_indices,
                       array_of_statuses, completing);
}

int request_free(MPI_Request* request) {
  if (request == nullptr) return pass_through;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_through;
  process().requests.abandon(*found);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

int request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  Request* const found = process().requests.find(request);
  if (found == nullptr || flag == nullptr) return pass_through;
  *flag = is_found([&] { return found->is_over(); });
  if (*flag != 0) found->tell(status);
  return MPI_SUCCESS;
}

// What is only told of stays as it is, the program's variables, too.

int request_get_status_all(int count, const MPI_Request array_of_requests[], int* flag,
                           MPI_Status* array_of_statuses) {
  return complete_all(count, const_cast<MPI_Request*>(array_of_requests), flag, array_of_statuses,
                      querying);
}

int request_get_status_any(int count, const MPI_Request array_of_requests[], int* indx, int* flag,
                           MPI_Status* status) {
  return complete_any(CallKind::test, count, const_cast<MPI_Request*>(array_of_requests), indx,
                      flag, status, querying);
}

int request_get_status_some(int incount, const MPI_Request array_of_requests[], int* outcount,
                            int array_of_indices[], MPI_Status* array_of_statuses) {
  return complete_some(CallKind::test, incount, const_cast<MPI_Request*>(array_of_requests),
                       outcount, array_of_indices, array_of_statuses, querying);
}

int cancel(MPI_Request* request) {
  if (request == nullptr) return pass_through;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_through;
  // A send cannot be taken back, which the status of a cancelled one may say.
  if (found->operation == nullptr && found->is_active && !found->side.is_send) {
    process().endpoint.cancel(found->side.transfer);
  }
  return MPI_SUCCESS;
}

int start(MPI_Request* request) {
  if (request == nullptr) return pass_through;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_through;
  if (!found->is_persistent || found->is_active) {
    return mpi::raised(found->communicator(), MPI_ERR_REQUEST);
  }
  found->begin();
  return MPI_SUCCESS;
}

int startall(int count, MPI_Request array_of_requests[]) {
  if (!is_array(count, array_of_requests)) return pass_through;
  if (RequestArray(count, array_of_requests).are_the_mpis()) return pass_through;
  for (int i = 0; i < count; ++i) {
    int error = start(&array_of_requests[i]);
    if (error == pass_through) error = native().Start(&array_of_requests[i]);
    if (error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

}  // namespace strobe::bcs::mpi::handlers
