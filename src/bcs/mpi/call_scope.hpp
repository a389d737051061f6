// SPDX-License-Identifier: BSD-3-Clause
//
// One call of an MPI function by this thread, from entry to return: who made it, the application or
// the MPI itself, and what the monitor records of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/tick_clock.hpp"
#include "bcs/monitor/live.hpp"
#include "bcs/monitor/mmds.hpp"
#include "bcs/mpi/bindings/functions.hpp"
#include "bcs/mpi/call_mode.hpp"
#include "bcs/mpi/interposer.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/small_counts.hpp"
#include "bcs/runtime/envelope.hpp"
#include "bcs/runtime/thread_turns.hpp"

#define STROBE_EXPORT __attribute__((visibility("default")))

namespace strobe::bcs::mpi {

struct Communicator;
void begin_in_turn();

/// The call of MPI that a thread is in.
struct CallState {
  int depth = 0;  ///< of nested calls of MPI
  Function function{};
  const void* caller = nullptr;                ///< its return address
  const void* frame = nullptr;                 ///< on the stack, below the frames of the program
  std::int64_t size_bytes = monitor::no_size;  ///< of the data that the call transfers
  base::Ticks entered = 0;                     ///< if the rank is monitored and the call timed
  /// If the rank is monitored: since when the call waits, and the rank of the job that it has
  /// waited for since then.
  base::Ticks waits_since = monitor::Mmds::untimed;
  runtime::Rank waited_for = runtime::any_source;
  /// The communicator on which the MPI will raise the error of an invalid argument.
  const Communicator* invalid_argument_on = nullptr;
  /// --check has found a datatype that is not committed, and the MPI has to raise an error.
  bool has_uncommitted_type = false;
  bool is_within_mpi = false;    ///< where the call may wait for other processes
  bool is_end_recorded = false;  ///< by the monitor, although the call has not returned
  bool has_learned = false;      ///< what others have done (thread_choices.hpp)
  bool is_in_callback = false;   ///< of the application, within a call of MPI
};
extern thread_local constinit CallState call_state;

/// Adds bytes to the size of the call of this thread, and returns them.
inline std::int64_t add_call_bytes(std::size_t bytes) {
  const auto more = static_cast<std::int64_t>(bytes);
  call_state.size_bytes =
      (call_state.size_bytes == monitor::no_size ? 0 : call_state.size_bytes) + more;
  return more;
}

/// For the monitor: the call of this thread waits from now on for one rank.
void record_wait_begin();
/// It has waited for this rank of the job, or for none if that is `runtime::any_source`.
void record_wait_end(runtime::Rank whom);

/// Gives the monitor the call of this thread, which ends now.
void record_call_end();
/// The same in a signal handler after which the process ends.
void record_call_end_in_handler();

/// The MPI makes progress, also for other processes, which access windows of this one.
void make_mpi_progress();
/// From now on the MPI makes progress while this process is blocked: it has operations of its own.
void enable_mpi_progress();

/// The call of this thread enters or leaves a function of the MPI that may wait for others.
void set_within_mpi(bool is_inside);

/// Has the MPI return the error of an invalid argument instead of raising it, so that a fatal error
/// is reported with the rank and the call site, as errors of the runtime are.
class CapturedError {
 public:
  CapturedError();
  CapturedError(const CapturedError&) = delete;
  CapturedError& operator=(const CapturedError&) = delete;

  /// Restores the error handler, and raises the error that the MPI has returned.
  int raise(int error);

 private:
  MPI_Comm handle_;
  MPI_Errhandler handler_ = MPI_ERRHANDLER_NULL;
};

/// This thread is in a function of the MPI as long as this lives.
class NativeCallScope {
 public:
  explicit NativeCallScope(bool may_wait = true) : may_wait_(may_wait) {
    if (may_wait_) set_within_mpi(true);
  }
  NativeCallScope(const NativeCallScope&) = delete;
  NativeCallScope& operator=(const NativeCallScope&) = delete;
  ~NativeCallScope() {
    if (may_wait_) set_within_mpi(false);
  }

 private:
  bool may_wait_;
};

/// A callback of the application runs within a call of this thread as long as this lives. It may
/// call MPI, and may leave the call by longjmp or an exception.
class UserCodeScope {
 public:
  UserCodeScope();
  UserCodeScope(const UserCodeScope&) = delete;
  UserCodeScope& operator=(const UserCodeScope&) = delete;
  ~UserCodeScope();

 private:
  [[nodiscard]] bool has_turn() const;

  CallState saved_;
  std::uint64_t last_call_;
};

class CallScope {
 public:
  /// `caller` is the return address of the call; null if it is a callback of the MPI. `frame` is
  /// that of the function that makes this.
  explicit CallScope(Function function, const void* caller = nullptr,
                     const void* frame = __builtin_frame_address(0))
      : is_application_call_(call_state.depth++ == 0 && interposer.is_serving) {
    if (call_state.depth == 1) {
      call_state.function = function;
      call_state.caller = caller;
      call_state.frame = frame;
    }
    if (!is_application_call_) {
      if (call_state.depth == 1 && !interposer.is_serving) [[unlikely]]
        enter_unserved();
      return;
    }
    if (interposer.checks != nullptr) [[unlikely]]
      enter_checked();
    if (interposer.turns != nullptr) [[unlikely]]
      interposer.turns->enter();
    interposer.last_call.entered(function, caller);
    if (interposer.chooses_threads) [[unlikely]]
      begin_in_turn();
    const OutsideGuarantee outside = facts_of(function).outside;
    if (outside != OutsideGuarantee::no) ++interposer.passed_calls[static_cast<int>(function)];
    if (outside != OutsideGuarantee::no && outside != OutsideGuarantee::clock)
      enable_mpi_progress();
    if (interposer.mmds != nullptr) [[unlikely]] {
      call_state.size_bytes = monitor::no_size;
      call_state.entered = interposer.mmds->entered(static_cast<std::uint32_t>(function));
      call_state.waits_since = call_state.entered;
      call_state.waited_for = runtime::any_source;
      call_state.is_end_recorded = false;
      if (interposer.live != nullptr)
        interposer.live->entered(static_cast<std::uint32_t>(function), call_state.entered);
    }
  }
  ~CallScope() {
    --call_state.depth;
    if (!is_application_call_) return;
    if (interposer.mmds != nullptr && !call_state.is_end_recorded) [[unlikely]]
      record_call_end();
    interposer.last_call.left();
    if (interposer.before_return.load(std::memory_order_relaxed) != nullptr) [[unlikely]]
      interposer.before_return.load(std::memory_order_relaxed)();
    if (interposer.turns != nullptr) [[unlikely]]
      interposer.turns->leave();
    if (interposer.checks != nullptr) [[unlikely]]
      leave_checked();
  }
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;

  [[nodiscard]] static bool is_outermost() { return call_state.depth == 1; }
  [[nodiscard]] static bool is_served() { return interposer.is_serving; }
  /// The application made the call, and the runtime serves it.
  [[nodiscard]] bool is_application_call() const { return is_application_call_; }

  /// Passes the call through to the MPI.
  template <class Result, class... Parameters>
  Result pass(Result (*function)(Parameters...),
              std::type_identity_t<Parameters>... arguments) const {
    if constexpr (std::is_same_v<Result, int>) {
      if (function == nullptr) [[unlikely]]
        return raise_missing_function();
      if (call_state.invalid_argument_on != nullptr) [[unlikely]] {
        CapturedError returned;
        return returned.raise(function(arguments...));
      }
    }
    return function(arguments...);
  }
  /// The same for a function that may wait for other processes.
  template <class Result, class... Parameters>
  Result pass_blocking(Result (*function)(Parameters...),
                       std::type_identity_t<Parameters>... arguments) const {
    // The runtime has stopped if this is MPI_Finalize.
    const NativeCallScope inside(is_application_call_ && interposer.is_serving);
    return pass(function, arguments...);
  }
  /// As the former two, for a function with large counts: an MPI that lacks it gets the call for
  /// the one with small counts, whose arrays have `length_of_arrays()` counts, if that is known.
  template <class Result, class... Larges, class... Smalls, class Length>
  Result pass_large(Result (*large)(Larges...), Result (*small)(Smalls...),
                    Length&& length_of_arrays, std::type_identity_t<Larges>... arguments) const {
    if (large != nullptr || small == nullptr) return pass(large, arguments...);
    const std::optional<std::size_t> length = length_of_arrays();
    if (!length) return pass(large, arguments...);
    const auto narrowed = std::make_shared<std::tuple<SmallCount<Smalls, Larges>...>>(
        SmallCount<Smalls, Larges>(arguments, *length)...);
    return std::apply(
        [&](auto&... each) -> Result {
          if (!(each.fits() && ...)) return raise_large_count();
          const Result result = pass(small, each.get()...);
          (each.write_back(), ...);
          MPI_Request* const requests[] = {as_request(arguments)...};
          for (MPI_Request* const request : requests) {
            if (request != nullptr && *length != 0 && result == MPI_SUCCESS && is_application_call_)
              keep_for(*request, narrowed);
          }
          return result;
        },
        *narrowed);
  }
  template <class Result, class... Larges, class... Smalls, class Length>
  Result pass_large_blocking(Result (*large)(Larges...), Result (*small)(Smalls...),
                             Length&& length_of_arrays,
                             std::type_identity_t<Larges>... arguments) const {
    const NativeCallScope inside(is_application_call_ && interposer.is_serving);
    return pass_large(large, small, length_of_arrays, arguments...);
  }

 private:
  // --check knows which thread is in a call.
  static void enter_checked();
  /// Nor does it miss calls before MPI_Init and after MPI_Finalize.
  [[gnu::cold]] static void enter_unserved();
  static void leave_checked();
  // Errors that the MPI cannot raise itself.
  [[nodiscard]] int raise_missing_function() const;
  [[nodiscard]] int raise_large_count() const;

  bool is_application_call_;
};

/// A call on requests. A callback of the application may make it within a call of the MPI: if a
/// request is of the runtime, which the MPI does not know, the runtime serves the call as long as
/// this lives.
class CallbackScope {
 public:
  template <class... Requests>
  explicit CallbackScope(const CallScope& call, Requests... requests)
      : is_served_(call.is_application_call() || (interposer.is_serving && are_known(requests...))),
        is_callback_(!call.is_application_call() && is_served_ && call_state.is_within_mpi) {
    if (is_callback_) set_within_mpi(false);
    if (interposer.checks != nullptr && call.is_application_call()) [[unlikely]]
      refused_ = check_requests(requests...);
  }
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;
  ~CallbackScope() {
    if (is_callback_) set_within_mpi(true);
    if (!pending_.empty()) [[unlikely]]
      note_completed();
  }

  /// Whether the runtime serves the call, made by a callback or not.
  [[nodiscard]] bool is_served() const { return is_served_; }
  /// The error that --check has raised since the application has no such request; otherwise
  /// MPI_SUCCESS.
  [[nodiscard]] int refused() const { return refused_; }

 private:
  /// Has --check know that the call may complete requests, and look at their handles.
  int check_requests(MPI_Request request);
  int check_requests(const MPI_Request* request);
  int check_requests(int count, const MPI_Request* requests);
  /// Requests of the MPI whose handles are null now were completed or freed by the call.
  void note_completed();
  // Whether the runtime knows one of them.
  static bool are_known(MPI_Request request);
  static bool are_known(const MPI_Request* request);
  static bool are_known(int count, const MPI_Request* requests);

  bool is_served_;
  bool is_callback_;
  int refused_ = MPI_SUCCESS;
  /// With --check: the requests of the MPI that were pending before the call, and their places in
  /// the application's array.
  std::vector<std::pair<const MPI_Request*, MPI_Request>> pending_;
};

/// The call of this thread has begun an operation of the MPI.
void note_request_of_mpi(MPI_Request request);
/// Returns the result of such a call.
[[nodiscard]] inline int noted_request(const CallScope& call, int result,
                                       const MPI_Request* request) {
  if (interposer.checks != nullptr && call.is_application_call() && result == MPI_SUCCESS)
      [[unlikely]]
    note_request_of_mpi(*request);
  return result;
}

}  // namespace strobe::bcs::mpi
