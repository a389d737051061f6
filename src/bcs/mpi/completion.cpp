// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of requests. An array may hold requests of the runtime and of the MPI: the call is
// completed by both together (ArrayCompletion).
#include <sched.h>

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/native_requests.hpp"
#include "bcs/mpi/native_wait.hpp"
#include "bcs/mpi/poll.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

bool is_array(int count, const void* array) {
  return count >= 0 && (count == 0 || array != nullptr);
}

/// The requests of the application's array that are the runtime's.
class RequestArray {
 public:
  /// The requests of the MPI are added to `natives`.
  RequestArray(int count, const MPI_Request* handles, NativeRequests& natives)
      : requests_(static_cast<std::size_t>(std::max(count, 0))) {
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      if (handles[i] == MPI_REQUEST_NULL) continue;
      requests_[i] = process().requests.find(handles[i]);
      if (requests_[i] == nullptr) {
        natives.add(i, handles[i]);
      } else {
        is_empty_ = false;
        needs_mpi_ = needs_mpi_ || requests_[i]->needs_mpi();
      }
    }
  }

  /// The size of the application's array.
  [[nodiscard]] std::size_t size() const { return requests_.size(); }
  /// Null where there is no request of the runtime.
  [[nodiscard]] Request* at(std::size_t i) const { return requests_[i]; }
  [[nodiscard]] bool is_empty() const { return is_empty_; }
  /// Whether an operation of the runtime needs the MPI to make progress.
  [[nodiscard]] bool needs_mpi() const { return needs_mpi_; }

  [[nodiscard]] bool has_active() const { return first_active() != size(); }
  /// size() if there is none.
  [[nodiscard]] std::size_t first_active() const {
    return first([this](std::size_t i) { return is_active(i); });
  }
  [[nodiscard]] std::span<Request* const> all() const { return requests_; }
  /// From now on only the chosen requests count as complete.
  void choose(const Choice& choice) { chosen_ = &choice; }
  /// From now on a request counts as complete only if that is certain, or else if it is so.
  void count_certain_only(bool is_certain_only) {
    is_certain_only_ = is_certain_only;
    complete_ = 0;
  }
  /// Whether an active request is complete.
  [[nodiscard]] bool is_complete(std::size_t i) const {
    if (!is_active(i)) return false;
    if (chosen_ != nullptr && !std::ranges::binary_search(chosen_->requests, static_cast<int>(i)))
      return false;
    return is_certain_only_ ? requests_[i]->is_certain() : requests_[i]->is_complete();
  }
  [[nodiscard]] bool is_any_complete() const {
    return first([this](std::size_t i) { return is_complete(i); }) != size();
  }
  [[nodiscard]] bool are_chosen_complete() const {
    return std::ranges::all_of(
        chosen_->requests, [this](int at) { return is_complete(static_cast<std::size_t>(at)); });
  }
  [[nodiscard]] bool are_all_complete() {
    while (complete_ < size() && (!is_active(complete_) || is_complete(complete_))) ++complete_;
    return complete_ == size();
  }

  [[nodiscard]] WaitDescription waits_for() const {
    WaitDescription all;
    for (const Request* request : requests_) {
      if (request == nullptr || request->is_complete()) continue;
      const WaitDescription one = request->waits_for();
      if (all.text.empty()) all.text = one.text;
      all.ranks.insert(all.ranks.end(), one.ranks.begin(), one.ranks.end());
    }
    return all;
  }

 private:
  template <class Predicate>
  [[nodiscard]] std::size_t first(Predicate&& predicate) const {
    std::size_t i = 0;
    while (i < size() && !predicate(i)) ++i;
    return i;
  }
  [[nodiscard]] bool is_active(std::size_t i) const {
    return requests_[i] != nullptr && requests_[i]->is_active;
  }

  std::vector<Request*> requests_;
  std::size_t complete_ = 0;  ///< the first requests, which are known to be complete or inactive
  bool is_empty_ = true;
  bool needs_mpi_ = false;
  bool is_certain_only_ = false;
  const Choice* chosen_ = nullptr;
};

void wait_for(Request& request) {
  if (request.is_complete()) return;
  if (request.operation == nullptr) {
    request.point_to_point.wait();
    return;
  }
  if (request.needs_mpi()) {
    process().wait_with_mpi_progress([&] { return request.is_complete(); }, [] { return false; });
    return;
  }
  process().wait([&] { return request.is_complete(); }, [] { return false; },
                 [&] { return request.waits_for(); });
}

/// Whether a test finds a request complete, for which that is chosen.
bool is_complete_as_chosen(Request& request, const Choice& choice) {
  if (choice.is_nothing()) {
    process().endpoint.progress();
  } else {
    wait_for(request);
  }
  process().endpoint.tested(!choice.is_nothing());
  return !choice.is_nothing();
}

/// The same where nothing is chosen.
bool is_complete_unchosen(Request& request) {
  const auto is_certain = [&] { return request.is_certain(); };
  return answer_poll(is_certain, [&] {
    return is_so_by_slice([&] { return request.is_complete(); }, is_certain);
  });
}

/// Whether a test finds that a request is complete.
bool is_complete_by_poll(Request& request) {
  Request* const requests[] = {&request};
  constexpr int positions[] = {0};
  const std::optional<Poll> poll = Poll::of_requests(PollScope::all, false, requests);
  const bool is_complete = poll && poll->choice() != nullptr
                               ? is_complete_as_chosen(request, *poll->choice())
                               : is_complete_unchosen(request);
  if (poll) poll->ends(std::span(positions).first(is_complete ? 1 : 0), requests);
  return is_complete;
}

/// The result of a completed request.
struct Completion {
  int error = MPI_SUCCESS;
  MPI_Comm raised_on = MPI_COMM_NULL;  ///< null if the MPI has raised the error itself
};

/// Completes a request of the runtime, or a null handle: its status is empty.
Completion complete(MPI_Request& handle, Request* request, MPI_Status* status) {
  Completion end;
  if (request == nullptr) {
    set_empty(status);
    return end;
  }
  if (!request->is_active) request->history.was_awaited = true;
  request->write_status(status);
  end.error = request->deliver();
  if (end.error != MPI_SUCCESS) {
    end_if_fatal(request->communicator(), end.error);
    end.raised_on = handle_for_errors(request->communicator());
  }
  if (!request->is_persistent) {
    process().requests.recycle(*request);
    handle = MPI_REQUEST_NULL;
  }
  return end;
}

int raise_error(const Completion& end) {
  if (end.error != MPI_SUCCESS && end.raised_on != MPI_COMM_NULL) {
    call_error_handler(end.raised_on, end.error);
  }
  return end.error;
}

MPI_Status* status_at(MPI_Status* statuses, std::size_t i) {
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + i;
}

/// Each status of an array has the error of its request, to which the error of the call refers.
void write_error(const Completion& end, MPI_Status* status, Completion& call) {
  if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = end.error;
  if (end.error != MPI_SUCCESS) {
    call = {.error = MPI_ERR_IN_STATUS, .raised_on = end.raised_on};
  }
}

/// The arguments that a call on an array writes. Null if it has no such argument.
struct CompletionResults {
  int* flag = nullptr;
  int* count = nullptr;
  int* indices = nullptr;  ///< or the only index
  MPI_Status* statuses;    ///< or the only status; never null
};

/// A call on an array of requests that holds some of the runtime, and perhaps some of the MPI.
class ArrayCompletion {
 public:
  ArrayCompletion(const CompletionCall& call, int count, MPI_Request* handles,
                  const CompletionResults& results)
      : call_(call),
        handles_(handles),
        results_(results),
        natives_(results.statuses != (is_single() ? MPI_STATUS_IGNORE : MPI_STATUSES_IGNORE)),
        requests_(count, handles, natives_) {}

  int run() {
    const bool is_for_mpi = requests_.is_empty() && (natives_.is_empty() || !call_.blocks);
    if (is_missing() ? !natives_.is_empty() : is_for_mpi) return pass_through;
    bool is_any_active = true;
    const auto look = [&] {
      requests_.count_certain_only(false);
      is_any_active = wait();
      return is_any_active && is_found();
    };
    bool has_found = false;
    const std::optional<Poll> poll = begin_poll();
    if (poll && poll->choice() != nullptr) {
      has_found = find_chosen(*poll->choice());
    } else if (call_.blocks) {
      has_found = look();
      // It is no decision that MPI_Waitall completes all requests.
      if (!is_all() && is_any_active && !requests_.is_empty()) process().endpoint.tested(has_found);
    } else if (natives_.is_empty() && !is_all() && !requests_.has_active()) {
      is_any_active = false;
    } else {
      has_found = answer_poll([&] { return is_certain(); }, look);
    }
    if (poll) poll->ends(completed_by(has_found), requests_.all());
    if (!is_any_active) return write_none_active();
    if (call_.completes) natives_.write_handles(handles_);
    if (results_.flag != nullptr) *results_.flag = has_found ? 1 : 0;
    return write_completed(has_found);
  }

 private:
  [[nodiscard]] bool is_all() const { return call_.scope == CompletionScope::all; }
  [[nodiscard]] bool is_single() const { return call_.scope == CompletionScope::any; }

  /// Empty unless the call leaves it open what it completes, and a file of choices is there.
  [[nodiscard]] std::optional<Poll> begin_poll() const {
    if (!natives_.is_empty() || (call_.blocks && is_all())) return std::nullopt;
    const PollScope scope = is_all()      ? PollScope::all
                            : is_single() ? PollScope::any
                                          : PollScope::some;
    return Poll::of_requests(scope, call_.blocks, requests_.all());
  }

  /// Waits for what is chosen, and says whether it is anything.
  bool find_chosen(const Choice& choice) {
    requests_.choose(choice);
    const auto is_over = [&] { return requests_.are_chosen_complete(); };
    const auto at_edge = [] { return false; };
    if (requests_.needs_mpi()) {
      process().wait_with_mpi_progress(is_over, at_edge);
    } else {
      process().wait(is_over, at_edge, [&] { return requests_.waits_for(); });
    }
    process().endpoint.tested(!choice.is_nothing());
    return !choice.is_nothing();
  }

  /// The positions of the active requests that the call completes.
  [[nodiscard]] std::vector<int> completed_by(bool has_found) const {
    std::vector<int> completed;
    for (std::size_t i = 0; has_found && i < requests_.size(); ++i) {
      const Request* const request = requests_.at(i);
      if (request == nullptr || !request->is_active || !is_completed(i)) continue;
      completed.push_back(static_cast<int>(i));
      if (is_single()) break;
    }
    return completed;
  }

  /// Whether the MPI has no such function, as one before 4.1 has no MPI_Request_get_status_any.
  [[nodiscard]] bool is_missing() const {
    return !call_.completes && native().Request_get_status_any == nullptr;
  }

  /// Whether the call may return for what the requests of the runtime say. MPI_Waitany and
  /// MPI_Waitsome choose what they would choose at the end of the slice, and so need not wait for
  /// it: the first of all active requests, and all of them.
  [[nodiscard]] bool is_decided() {
    if (is_single()) {
      const std::size_t first = requests_.first_active();
      const bool is_first = natives_.is_empty() || first < natives_.first_index();
      return first != requests_.size() && is_first && requests_.is_complete(first);
    }
    if (is_all() ? !natives_.is_empty() : !requests_.has_active()) return false;
    return requests_.are_all_complete();
  }

  [[nodiscard]] bool may_end_with_slice() const {
    return !call_.blocks || (!is_all() && requests_.is_any_complete());
  }

  [[nodiscard]] bool may_ask_mpi() { return !is_all() || requests_.are_all_complete(); }

  /// Asks the MPI, unless the call is decided without it. True if the call has its result.
  bool ask_mpi() {
    if (is_single() && is_decided()) return true;
    if (!may_ask_mpi()) return false;
    return natives_.complete(call_);
  }

  /// Waits until the call may return. False if no request is active.
  bool wait() {
    if (call_.blocks && is_all()) {
      process().wait_with_mpi_progress([&] { return requests_.are_all_complete(); },
                                       [] { return false; });
    }
    if (call_.blocks && !natives_.is_empty() && (is_all() || !requests_.has_active())) {
      wait_for_requests_of_mpi([&] { return ask_mpi() || natives_.is_empty(); });
      return !natives_.is_empty();
    }
    if (!natives_.is_empty() && wait_with_mpi()) return true;
    if (!is_all() && !requests_.has_active()) return false;
    const auto is_complete = [&] { return is_decided(); };
    const auto at_edge = [&] { return may_end_with_slice(); };
    if (requests_.needs_mpi()) {
      process().wait_with_mpi_progress(is_complete, at_edge);
      return true;
    }
    for (;;) {
      const WaitOutcome outcome =
          process().wait(is_complete, at_edge, [&] { return requests_.waits_for(); });
      if (outcome != WaitOutcome::edge || !finds_what_is_certain()) return true;
      requests_.count_certain_only(true);
      if (may_end_with_slice()) return true;
      requests_.count_certain_only(false);
    }
  }

  /// The same for requests of the runtime and of the MPI. False if none of the MPI's is active. The
  /// MPI is asked here and not within the endpoint's wait, since it may call the application back.
  bool wait_with_mpi() {
    enable_mpi_progress();
    NativePollTimer timer;
    for (;;) {
      if (ask_mpi()) return true;
      if (natives_.is_empty()) return false;
      timer.restart();
      const WaitOutcome outcome = process().endpoint.wait(
          [&] { return is_decided() || (may_ask_mpi() && timer.is_due()); }, [] { return true; });
      if (is_decided()) return true;
      if (outcome == WaitOutcome::complete) continue;
      if (may_end_with_slice()) {
        ask_mpi();
        return true;
      }
      sched_yield();
    }
  }

  /// As is_found, by the requests that are certain to be complete, if only the runtime's are there.
  [[nodiscard]] bool is_certain() {
    if (!natives_.is_empty() || requests_.needs_mpi()) return false;
    requests_.count_certain_only(true);
    return is_found();
  }

  /// Whether the call completes any request, or has to complete all and does.
  [[nodiscard]] bool is_found() {
    if (!is_all()) return natives_.has_result() || requests_.is_any_complete();
    return requests_.are_all_complete() && (natives_.is_empty() || natives_.completed_count() != 0);
  }

  [[nodiscard]] int write_none_active() const {
    if (results_.flag != nullptr) *results_.flag = 1;
    if (results_.count != nullptr) *results_.count = MPI_UNDEFINED;
    if (is_single()) {
      *results_.indices = MPI_UNDEFINED;
      set_empty(results_.statuses);
    }
    return MPI_SUCCESS;
  }

  /// Whether the call completes what the runtime has at this index.
  [[nodiscard]] bool is_completed(std::size_t i) const {
    if (is_all()) return true;
    return requests_.is_complete(i) && !(is_single() && natives_.has_result());
  }

  void write(std::size_t i, MPI_Status* status, Completion& call) {
    Completion end;
    if (call_.completes || requests_.at(i) == nullptr) {
      end = complete(handles_[i], requests_.at(i), status);
    } else {
      requests_.at(i)->is_known = true;
      if (interposer.checks != nullptr) [[unlikely]]
        interposer.checks->is_known(*requests_.at(i));
      requests_.at(i)->write_status(status);
    }
    if (is_single()) {
      call = end;
    } else {
      write_error(end, status, call);
    }
  }

  int write_completed(bool has_found) {
    Completion call{.error = natives_.error()};
    int count = 0;
    std::size_t native = 0;
    if (is_single()) *results_.indices = MPI_UNDEFINED;
    for (std::size_t i = 0; has_found && i < requests_.size(); ++i) {
      const bool is_native =
          native < natives_.completed_count() && natives_.completed_index(native) == i;
      if (!is_native && !is_completed(i)) continue;
      MPI_Status* const status =
          is_single() ? results_.statuses
                      : status_at(results_.statuses, static_cast<std::size_t>(count));
      if (is_native) {
        natives_.write_status(native++, !is_single(), status);
      } else {
        write(i, status, call);
      }
      if (results_.indices != nullptr) results_.indices[count] = static_cast<int>(i);
      ++count;
      if (is_single()) break;
    }
    if (results_.count != nullptr) *results_.count = count;
    return raise_error(call);
  }

  CompletionCall call_;
  MPI_Request* handles_;
  CompletionResults results_;
  NativeRequests natives_;
  RequestArray requests_;
};

constexpr CompletionCall wait_for_all{CompletionScope::all, true, true};
constexpr CompletionCall wait_for_any{CompletionScope::any, true, true};
constexpr CompletionCall wait_for_some{CompletionScope::some, true, true};
constexpr CompletionCall test_all{CompletionScope::all, false, true};
constexpr CompletionCall test_any{CompletionScope::any, false, true};
constexpr CompletionCall test_some{CompletionScope::some, false, true};
constexpr CompletionCall query_all{CompletionScope::all, false, false};
constexpr CompletionCall query_any{CompletionScope::any, false, false};
constexpr CompletionCall query_some{CompletionScope::some, false, false};

int wait_for_native(MPI_Request& request, MPI_Status* status) {
  int flag = 0;
  int error = MPI_SUCCESS;
  wait_for_requests_of_mpi([&] {
    error = native().Test(&request, &flag, status);
    return flag != 0 || error != MPI_SUCCESS;
  });
  return error;
}

int complete_array(const CompletionCall& call, int count, const MPI_Request* requests,
                   const CompletionResults& results) {
  if (!is_array(count, requests)) return pass_through;
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->completes({requests, static_cast<std::size_t>(count)});
  // A call that completes nothing does not write to the handles, either.
  return ArrayCompletion(call, count, const_cast<MPI_Request*>(requests), results).run();
}

}  // namespace

int wait(MPI_Request* request, MPI_Status* status) {
  if (request == nullptr) return pass_through;
  if (*request == MPI_REQUEST_NULL) return pass_through;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return wait_for_native(*request, status);
  wait_for(*found);
  return raise_error(complete(*request, found, status));
}

int waitall(int count, MPI_Request array_of_requests[], MPI_Status* array_of_statuses) {
  if (!is_array(count, array_of_requests)) return pass_through;
  const std::span<MPI_Request> handles(array_of_requests, static_cast<std::size_t>(count));
  const auto is_native = [](MPI_Request handle) {
    return handle != MPI_REQUEST_NULL && process().requests.find(handle) == nullptr;
  };
  if (std::ranges::any_of(handles, is_native)) {
    return complete_array(wait_for_all, count, array_of_requests, {.statuses = array_of_statuses});
  }
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->completes(handles);
  Completion call;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    Request* const request =
        handles[i] == MPI_REQUEST_NULL ? nullptr : process().requests.find(handles[i]);
    if (request != nullptr) wait_for(*request);
    MPI_Status* const status = status_at(array_of_statuses, i);
    write_error(complete(handles[i], request, status), status, call);
  }
  return raise_error(call);
}

int waitany(int count, MPI_Request array_of_requests[], int* indx, MPI_Status* status) {
  if (indx == nullptr) return pass_through;
  return complete_array(wait_for_any, count, array_of_requests,
                        {.indices = indx, .statuses = status});
}

int waitsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
             MPI_Status* array_of_statuses) {
  if (outcount == nullptr) return pass_through;
  return complete_array(
      wait_for_some, incount, array_of_requests,
      {.count = outcount, .indices = array_of_indices, .statuses = array_of_statuses});
}

int test(MPI_Request* request, int* flag, MPI_Status* status) {
  if (request == nullptr || flag == nullptr) return pass_through;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_through;
  *flag = !found->is_active || is_complete_by_poll(*found) ? 1 : 0;
  return *flag == 0 ? MPI_SUCCESS : raise_error(complete(*request, found, status));
}

int testall(int count, MPI_Request array_of_requests[], int* flag, MPI_Status* array_of_statuses) {
  if (flag == nullptr) return pass_through;
  return complete_array(test_all, count, array_of_requests,
                        {.flag = flag, .statuses = array_of_statuses});
}

int testany(int count, MPI_Request array_of_requests[], int* indx, int* flag, MPI_Status* status) {
  if (indx == nullptr || flag == nullptr) return pass_through;
  return complete_array(test_any, count, array_of_requests,
                        {.flag = flag, .indices = indx, .statuses = status});
}

int testsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
             MPI_Status* array_of_statuses) {
  if (outcount == nullptr) return pass_through;
  return complete_array(
      test_some, incount, array_of_requests,
      {.count = outcount, .indices = array_of_indices, .statuses = array_of_statuses});
}

int request_free(MPI_Request* request) {
  if (request == nullptr) return pass_through;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_through;
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->frees(*found);
  process().requests.detach(*found);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

int request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  Request* const found = process().requests.find(request);
  if (found == nullptr || flag == nullptr) return pass_through;
  *flag = is_complete_by_poll(*found) ? 1 : 0;
  found->is_known = *flag != 0;
  if (interposer.checks != nullptr && *flag != 0) [[unlikely]]
    interposer.checks->is_known(*found);
  if (*flag != 0) found->write_status(status);
  return MPI_SUCCESS;
}

int request_get_status_all(int count, const MPI_Request array_of_requests[], int* flag,
                           MPI_Status* array_of_statuses) {
  if (flag == nullptr) return pass_through;
  return complete_array(query_all, count, array_of_requests,
                        {.flag = flag, .statuses = array_of_statuses});
}

int request_get_status_any(int count, const MPI_Request array_of_requests[], int* indx, int* flag,
                           MPI_Status* status) {
  if (indx == nullptr || flag == nullptr) return pass_through;
  return complete_array(query_any, count, array_of_requests,
                        {.flag = flag, .indices = indx, .statuses = status});
}

int request_get_status_some(int incount, const MPI_Request array_of_requests[], int* outcount,
                            int array_of_indices[], MPI_Status* array_of_statuses) {
  if (outcount == nullptr) return pass_through;
  return complete_array(
      query_some, incount, array_of_requests,
      {.count = outcount, .indices = array_of_indices, .statuses = array_of_statuses});
}

int cancel(MPI_Request* request) {
  if (request == nullptr) return pass_through;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_through;
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->cancels(*found);
  if (found->operation != nullptr || !found->is_active) return MPI_SUCCESS;
  found->point_to_point.checked.is_cancel_called = true;
  runtime::Transfer& transfer = found->point_to_point.transfer;
  if (found->point_to_point.is_send) {
    if (process().endpoint.begin_cancel(transfer)) {
      ++process().cancelled_sends;
    } else {
      process().kept_sends.insert({transfer.context, transfer.peer, transfer.tag});
    }
    return MPI_SUCCESS;
  }
  // Whether a message comes before depends on timing, so that the runtime decides it as it decides
  // a test.
  const bool has_come =
      is_so_by_slice([&] { return transfer.is_complete; }, [&] { return found->is_certain(); });
  if (!has_come) process().endpoint.cancel(transfer);
  return MPI_SUCCESS;
}

int start(MPI_Request* request) {
  if (request == nullptr) return pass_through;
  Request* const found = process().requests.find(*request);
  if (found == nullptr) return pass_through;
  const auto refuse = [found](const char* why) {
    return mpi::raise_error(found->communicator(), explain_error(MPI_ERR_REQUEST, why));
  };
  if (!found->is_persistent) {
    return refuse("the request is not persistent, as those of MPI_Send_init are");
  }
  if (found->is_active) {
    return refuse("the request is active already; complete it first, by MPI_Wait for instance");
  }
  found->begin();
  return MPI_SUCCESS;
}

int startall(int count, MPI_Request array_of_requests[]) {
  if (!is_array(count, array_of_requests)) return pass_through;
  const auto is_ours = [](MPI_Request handle) {
    return process().requests.find(handle) != nullptr;
  };
  if (std::none_of(array_of_requests, array_of_requests + count, is_ours)) return pass_through;
  for (int i = 0; i < count; ++i) {
    int error = start(&array_of_requests[i]);
    if (error == pass_through) error = native().Start(&array_of_requests[i]);
    if (error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

}  // namespace strobe::bcs::mpi::handlers
