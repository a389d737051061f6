// SPDX-License-Identifier: BSD-3-Clause
//
// A call of MPI on its way in and out: whether it is the application's or one of those that an MPI
// makes to itself, and what is to be noted of it.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/tick_clock.hpp"
#include "bcs/monitor/live.hpp"
#include "bcs/monitor/mmds.hpp"
#include "bcs/mpi/bindings/functions.hpp"
#include "bcs/mpi/call_mode.hpp"
#include "bcs/mpi/interposer.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/thread_turns.hpp"

#define STROBE_EXPORT __attribute__((visibility("default")))

namespace strobe::bcs::mpi {

struct Communicator;

/// Where this thread is.
struct CallState {
  int depth = 0;  ///< of calls of MPI within calls of MPI
  Function function{};
  std::int64_t size_bytes = monitor::no_size;  ///< of what the call moves
  base::Ticks entered = 0;                     ///< while it is watched
  /// Where the call has a wrong argument: the communicator that the MPI will raise the error on.
  const Communicator* invalid_argument_on = nullptr;
  bool is_within_mpi = false;    ///< where it may wait for other processes
  bool is_end_recorded = false;  ///< the watched call, for the rest of it
};
extern thread_local constinit CallState call_state;

/// The call of this thread moves so many bytes more, which are returned.
inline std::int64_t add_call_bytes(std::size_t bytes) {
  const auto more = static_cast<std::int64_t>(bytes);
  call_state.size_bytes =
      (call_state.size_bytes == monitor::no_size ? 0 : call_state.size_bytes) + more;
  return more;
}

/// The watched call of this thread is over.
void record_call_end();
/// The same in a signal handler, behind which the process ends.
void record_call_end_in_handler();

/// From now on the MPI gets on with what it was left to do while this process is blocked.
void enable_mpi_progress();

/// The call of this thread waits, or waits no more, within the MPI.
void set_within_mpi(bool is_inside);

/// While it lives, what the MPI finds wrong with a call comes back from it, so that an error which
/// ends the job is told with the rank and the place, as those that the runtime finds are.
class CapturedError {
 public:
  CapturedError();
  CapturedError(const CapturedError&) = delete;
  CapturedError& operator=(const CapturedError&) = delete;

  /// The end of it: raises what came back as the application wants it.
  int raise(int error);

 private:
  MPI_Comm handle_;
  MPI_Errhandler handler_ = MPI_ERRHANDLER_NULL;
};

/// Within the MPI as long as this lives.
class NativeCallScope {
 public:
  explicit NativeCallScope(bool is_told = true) : may_wait_(is_told) {
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

/// The application's code runs within a call of this thread as long as this lives: its calls are
/// full calls, and it may leave this one by longjmp, or throw something.
class UserCodeScope {
 public:
  UserCodeScope();
  UserCodeScope(const UserCodeScope&) = delete;
  UserCodeScope& operator=(const UserCodeScope&) = delete;
  ~UserCodeScope();

 private:
  CallState saved_;
};

class CallScope {
 public:
  explicit CallScope(Function function)
      : is_application_call_(call_state.depth++ == 0 && interposer.is_serving) {
    if (!is_application_call_) return;
    if (interposer.turns != nullptr) [[unlikely]]
      interposer.turns->enter();
    call_state.function = function;
    const OutsideGuarantee outside = facts_of(function).outside;
    if (outside != OutsideGuarantee::no) ++interposer.passed_calls[static_cast<int>(function)];
    if (outside != OutsideGuarantee::no && outside != OutsideGuarantee::clock)
      enable_mpi_progress();
    if (interposer.mmds != nullptr) [[unlikely]] {
      call_state.size_bytes = monitor::no_size;
      call_state.entered = base::ticks_now();
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
    if (interposer.turns != nullptr) [[unlikely]]
      interposer.turns->leave();
  }
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;

  [[nodiscard]] static bool is_outermost() { return call_state.depth == 1; }
  [[nodiscard]] static bool is_served() { return interposer.is_serving; }
  /// It is one of the application, which the runtime serves.
  [[nodiscard]] bool is_application_call() const { return is_application_call_; }

  /// Has the MPI do it.
  template <class Result, class... Parameters>
  Result pass(Result (*function)(Parameters...),
              std::type_identity_t<Parameters>... arguments) const {
    if (function == nullptr) return static_cast<Result>(MPI_ERR_UNSUPPORTED_OPERATION);
    if constexpr (std::is_same_v<Result, int>) {
      if (call_state.invalid_argument_on != nullptr) [[unlikely]] {
        CapturedError returned;
        return returned.raise(function(arguments...));
      }
    }
    return function(arguments...);
  }
  /// The same, where it may wait for other processes.
  template <class Result, class... Parameters>
  Result pass_blocking(Result (*function)(Parameters...),
                       std::type_identity_t<Parameters>... arguments) const {
    // Finalize ends the serving.
    const NativeCallScope inside(is_application_call_ && interposer.is_serving);
    return pass(function, arguments...);
  }

 private:
  bool is_application_call_;
};

/// A call about requests of ours within a call of the MPI: a callback of the application makes it,
/// since the MPI knows nothing of them. It is served as long as this lives, wherever it is made.
class CallbackScope {
 public:
  template <class... Requests>
  explicit CallbackScope(const CallScope& call, Requests... requests)
      : is_served_(call.is_application_call() || (interposer.is_serving && are_ours(requests...))),
        is_callback_(!call.is_application_call() && is_served_ && call_state.is_within_mpi) {
    if (is_callback_) set_within_mpi(false);
  }
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;
  ~CallbackScope() {
    if (is_callback_) set_within_mpi(true);
  }

  /// Also where the application calls from outside.
  [[nodiscard]] bool is_served() const { return is_served_; }

 private:
  // Whether one of them is.
  static bool are_ours(MPI_Request request);
  static bool are_ours(const MPI_Request* request);
  static bool are_ours(int count, const MPI_Request* requests);

  bool is_served_;
  bool is_callback_;
};

}  // namespace strobe::bcs::mpi
