// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/process.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "bcs/mpi/argument_checks.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/call_site.hpp"
#include "bcs/mpi/debugger_stop.hpp"
#include "bcs/mpi/ordered_accesses.hpp"
#include "bcs/mpi/poll.hpp"
#include "bcs/mpi/record.hpp"
#include "bcs/mpi/user_report.hpp"
#include "bcs/runtime/deadlock_report.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

namespace {

/// With the call site that this thread is in: "MPI_Send (ring.c:12, in main)".
std::string with_call_site(std::string_view function) {
  const std::string site = call_site();
  return base::format("{}{}", function, site.empty() ? "" : " (" + site + ")");
}

}  // namespace

std::string this_call() { return with_call_site(facts_of(call_state.function).name); }

Process::Process(std::byte* memory, const runtime::Placement& in_job,
                 const runtime::Options& options, std::unique_ptr<runtime::Link> to_other_nodes)
    : segment(memory, static_cast<int>(in_job.members.size())),
      link(std::move(to_other_nodes)),
      endpoint(segment, in_job, options),
      notices(endpoint) {
  if (link != nullptr) locks = std::make_unique<runtime::LockService>(endpoint);
}

Process::~Process() = default;

void Process::report_deadlock(const WaitDescription& waits_for) {
  stuck_.text +=
      base::format("{} in {} {}", stuck_.text.empty() ? "waits" : "; another thread waits",
                   this_call(), waits_for.text);
  stuck_.ranks.insert(stuck_.ranks.end(), waits_for.ranks.begin(), waits_for.ranks.end());
  // The last of the waiting threads reports for all.
  if (interposer.turns != nullptr && interposer.turns->has_waiting()) {
    interposer.turns->leave();
    for (;;) pause();
  }
  stop_for_debugger(stop::deadlock,
                    base::format("rank {} is in a deadlock: it {}", endpoint.rank(), stuck_.text));
  note_unseen_matches();
  write_record("deadlock", base::format("rank {} {}", endpoint.rank(), stuck_.text), EXIT_FAILURE,
               {}, find_call_site(), stuck_.ranks);
  const std::vector<std::string> verdict =
      runtime::collect_deadlock_report(segment, endpoint.placement(), stuck_.text, stuck_.ranks);
  if (verdict.empty()) {
    runtime::wait_for_deadlock_report(segment, endpoint.placement());
  } else {
    std::string report = "deadlock: no rank can continue";
    for (const std::string& line : verdict) report += "\n  " + line;
    report_to_user(report);
  }
  std::_Exit(EXIT_FAILURE);
}

void report_loss(int member, bool is_first) {
  const runtime::Placement& job = process().endpoint.placement();
  const std::string sentence = base::format(
      "rank {} ended before MPI_Finalize (process {}); rank {} cannot continue in {}",
      job.members[static_cast<std::size_t>(member)],
      process().segment.status(member).pid.load(std::memory_order_relaxed), job.rank, this_call());
  write_record("error", sentence);
  if (is_first) report_to_user(sentence);
  // Some launchers kill the other ranks as soon as one ends. They have records to write first.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  std::_Exit(EXIT_FAILURE);
}

void end_job(const std::string& sentence, int status) {
  stop_for_debugger(stop::failed_call, sentence);
  report_to_user(sentence);
  write_record("error", sentence, status, {}, find_call_site());
  // A launcher drops output from other hosts while it ends the job.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  native().Abort(MPI_COMM_WORLD, status);
  std::_Exit(EXIT_FAILURE);
}

void Choices::refuse() const {
  end_job(
      base::format("the choices do not fit the program: rank {} does something else than when "
                   "they were made in its operation {}",
                   process().endpoint.rank(), operations_ - 1));
}

void end_after_failed_assertion(const std::string& failure) {
  if (interposer.process == nullptr) report_and_exit(failure);
  const std::string sentence = base::format("rank {} in {}: {}", process().endpoint.rank(),
                                            facts_of(call_state.function).name, failure);
  report_to_user(sentence);
  try {
    write_record("error", sentence, EXIT_FAILURE);
  } catch (const Error&) {
    // The record may depend on what is broken.
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  native().Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  std::_Exit(EXIT_FAILURE);
}

namespace {

/// Null if the call on this communicator passes through.
Communicator* unless_passed(Communicator* communicator, MPI_Comm handle) {
  if (communicator != nullptr && !communicator->is_revoked) return communicator;
  if (handle != MPI_COMM_NULL) {
    ++interposer.passed_calls[static_cast<int>(call_state.function)];
    enable_mpi_progress();
  }
  return nullptr;
}

}  // namespace

Communicator* served_communicator(MPI_Comm handle) {
  return unless_passed(process().communicator(handle), handle);
}

Communicator* served_intracommunicator(MPI_Comm handle) {
  return unless_passed(process().intracommunicator(handle), handle);
}

MPI_Comm handle_for_errors(const Communicator& communicator) {
  return communicator.is_freed ? MPI_COMM_NULL : communicator.handle;
}

namespace {

/// Explains the next error that this thread raises, if the MPI has no text for it.
thread_local std::string error_explanation;

/// With --check, what replaces MPI_ERRORS_ARE_FATAL.
std::optional<MPI_Errhandler> reporting_handler;

bool is_fatal(MPI_Errhandler handler) {
  return handler == MPI_ERRORS_ARE_FATAL || reporting_handler == handler;
}

std::string text_of(int error) {
  std::array<char, MPI_MAX_ERROR_STRING + 1> text{};
  int length = 0;
  native().Error_string(error, text.data(), &length);
  return text.data();
}

}  // namespace

/// The last line of MPICH's error stack says most about the cause.
std::string reason_of(int error) {
  if (!error_explanation.empty()) return error_explanation;
  std::string reason = text_of(error);
  if (reason.find("error stack:") == std::string::npos) return reason;
  reason.erase(reason.find_last_not_of(" \n") + 1);
  const std::size_t message = reason.find(": ", reason.rfind('\n') + 1);
  return message == std::string::npos ? reason : reason.substr(message + 2);
}

namespace {

/// The function that this thread is in. The runtime has no bindings of functions that do not
/// communicate; MPICH's error stack names them: "(78): MPI_Type_vector(count=-1, ...) failed".
std::string failed_function(int error) {
  if (call_state.depth != 0) return facts_of(call_state.function).name;
  const std::string text = text_of(error);
  const std::size_t name = text.find(": MPI_");
  const std::size_t end = text.find('(', name);
  if (end == std::string::npos) return "a call of MPI";
  return text.substr(name + 2, end - name - 2);
}

}  // namespace

void fail(int error) {
  end_job(base::format("rank {} fails in {}: {}", process().endpoint.rank(),
                       with_call_site(failed_function(error)), reason_of(error)),
          error);
}

namespace {

void report_error_of_mpi(MPI_Comm* /*communicator*/, int* error, ...) { fail(*error); }

}  // namespace

void report_errors_of_mpi() {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  native().Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  if (handler == MPI_ERRORS_ARE_FATAL) {
    reporting_handler.emplace();
    native().Comm_create_errhandler(report_error_of_mpi, &*reporting_handler);
    native().Comm_set_errhandler(MPI_COMM_WORLD, *reporting_handler);
  }
  native().Errhandler_free(&handler);
}

void end_if_fatal(const Communicator& communicator, int error) {
  if (!communicator.is_freed) return;
  bool ends = is_fatal(communicator.errors);
#ifdef MPI_ERRORS_ABORT
  ends = ends || communicator.errors == MPI_ERRORS_ABORT;
#endif
  if (ends) fail(error);
}

void call_error_handler(MPI_Comm handle, int error) {
  if (handle == MPI_COMM_NULL) return;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  native().Comm_get_errhandler(handle, &handler);
  if (is_fatal(handler)) fail(error);
  // The error code only says that there is an error.
  if (error == MPI_ERR_OTHER && !error_explanation.empty()) report_to_user(error_explanation);
  error_explanation.clear();
  native().Errhandler_free(&handler);
  const UserCodeScope running;
  native().Comm_call_errhandler(handle, error);
}

CapturedError::CapturedError() : handle_(handle_for_errors(*call_state.invalid_argument_on)) {
  call_state.invalid_argument_on = nullptr;
  native().Comm_get_errhandler(handle_, &handler_);
  native().Comm_set_errhandler(handle_, MPI_ERRORS_RETURN);
}

int CapturedError::raise(int error) {
  native().Comm_set_errhandler(handle_, handler_);
  native().Errhandler_free(&handler_);
  const bool has_uncommitted_type = std::exchange(call_state.has_uncommitted_type, false);
  if (error != MPI_SUCCESS) {
    call_error_handler(handle_, error);
  } else if (has_uncommitted_type) {
    report_uncommitted_type();
  }
  return error;
}

int explain_error(int error, std::string complaint) {
  error_explanation = std::move(complaint);
  return error;
}

int raise_error(const Communicator& communicator, int error) {
  if (error != MPI_SUCCESS) {
    end_if_fatal(communicator, error);
    call_error_handler(handle_for_errors(communicator), error);
  }
  return error;
}

}  // namespace strobe::bcs::mpi
