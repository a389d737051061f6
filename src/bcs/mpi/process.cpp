// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/process.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "bcs/mpi/call_site.hpp"
#include "bcs/mpi/entry.hpp"
#include "bcs/mpi/record.hpp"
#include "bcs/mpi/sentence.hpp"
#include "bcs/runtime/testimony.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

Process* the_process = nullptr;

namespace {

/// The call that this thread is in: "MPI_Send (ring.c:12, in main)".
std::string this_call() {
  const std::string site = call_site();
  return base::format("{}{}", facts_of(place.function).name, site.empty() ? "" : " (" + site + ")");
}

}  // namespace

void Process::report_deadlock(const WaitsFor& waits_for) {
  stuck_.text += base::format("{} in {} {}", stuck_.text.empty() ? "waits" : ", another thread",
                              this_call(), waits_for.text);
  stuck_.ranks.insert(stuck_.ranks.end(), waits_for.ranks.begin(), waits_for.ranks.end());
  // The last of its threads speaks for all.
  if (turns != nullptr && turns->has_waiting()) {
    turns->leave();
    for (;;) pause();
  }
  write_record("deadlock", base::format("rank {} {}", endpoint.rank(), stuck_.text), EXIT_FAILURE);
  const std::vector<std::string> verdict =
      runtime::testify(segment, endpoint.place(), stuck_.text, stuck_.ranks);
  if (verdict.empty()) {
    runtime::wait_for_verdict(segment, endpoint.place());
  } else {
    std::string report = "a deadlock: no rank can ever continue";
    for (const std::string& line : verdict) report += "\n  " + line;
    say(report);
  }
  std::_Exit(EXIT_FAILURE);
}

void report_loss(int member, bool is_first) {
  const runtime::Place& job = process().endpoint.place();
  const std::string sentence = base::format(
      "rank {} has ended before MPI_Finalize (process {}), and rank {} cannot go on in {}",
      job.members[static_cast<std::size_t>(member)],
      process().segment.door(member).pid.load(std::memory_order_relaxed), job.rank, this_call());
  write_record("error", sentence);
  if (is_first) say(sentence);
  // Some launchers kill the others as soon as one ends, which have records to write.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  std::_Exit(EXIT_FAILURE);
}

void end_after_failed_assertion(const std::string& failure) {
  if (the_process == nullptr) end_with(failure);
  const std::string sentence = base::format("rank {} in {}: {}", process().endpoint.rank(),
                                            facts_of(place.function).name, failure);
  say(sentence);
  try {
    write_record("error", sentence, EXIT_FAILURE);
  } catch (const Error&) {
    // What is wrong may keep this rank from saying more.
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  native().Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  std::_Exit(EXIT_FAILURE);
}

Communicator* carried(MPI_Comm handle) {
  Communicator* const communicator = process().communicator(handle);
  if (communicator == nullptr && handle != MPI_COMM_NULL) {
    ++native_calls[static_cast<int>(place.function)];
    keep_mpi_going();
  }
  return communicator;
}

MPI_Comm handle_for_errors(const Communicator& communicator) {
  return communicator.is_freed ? MPI_COMM_NULL : communicator.handle;
}

namespace {

/// What the error says that this thread raises next, where the MPI would say nothing.
thread_local std::string complaint_of_thread;

/// The last line of MPICH's stack of calls says most of what is wrong.
std::string reason_of(int error) {
  if (!complaint_of_thread.empty()) return complaint_of_thread;
  std::array<char, MPI_MAX_ERROR_STRING + 1> text{};
  int length = 0;
  native().Error_string(error, text.data(), &length);
  std::string reason = text.data();
  if (reason.find("error stack:") == std::string::npos) return reason;
  reason.erase(reason.find_last_not_of(" \n") + 1);
  const std::size_t message = reason.find(": ", reason.rfind('\n') + 1);
  return message == std::string::npos ? reason : reason.substr(message + 2);
}

/// What the MPI's own handler does. MPICH's, when it is called from outside, ends the process
/// without a word to its launcher, which then waits for ever for those on other hosts.
[[noreturn]] void fail(int error) {
  const std::string sentence = base::format("rank {} fails in {}: {}", process().endpoint.rank(),
                                            this_call(), reason_of(error));
  say(sentence);
  write_record("error", sentence, error);
  // A launcher drops what comes from another host while it ends the job.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  native().Abort(MPI_COMM_WORLD, error);
  std::_Exit(EXIT_FAILURE);
}

}  // namespace

void end_if_fatal(const Communicator& communicator, int error) {
  if (!communicator.is_freed) return;
  bool is_fatal = communicator.errors == MPI_ERRORS_ARE_FATAL;
#ifdef MPI_ERRORS_ABORT
  is_fatal = is_fatal || communicator.errors == MPI_ERRORS_ABORT;
#endif
  if (is_fatal) fail(error);
}

void call_error_handler(MPI_Comm handle, int error) {
  if (handle == MPI_COMM_NULL) return;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  native().Comm_get_errhandler(handle, &handler);
  if (handler == MPI_ERRORS_ARE_FATAL) fail(error);
  // Of this one the program learns no more than that there is one.
  if (error == MPI_ERR_OTHER && !complaint_of_thread.empty()) say(complaint_of_thread);
  complaint_of_thread.clear();
  native().Errhandler_free(&handler);
  const ProgramsCode running;
  native().Comm_call_errhandler(handle, error);
}

ReturnedError::ReturnedError() : handle_(handle_for_errors(*place.wrong_on)) {
  place.wrong_on = nullptr;
  native().Comm_get_errhandler(handle_, &handler_);
  native().Comm_set_errhandler(handle_, MPI_ERRORS_RETURN);
}

int ReturnedError::raise(int error) {
  native().Comm_set_errhandler(handle_, handler_);
  native().Errhandler_free(&handler_);
  if (error != MPI_SUCCESS) call_error_handler(handle_, error);
  return error;
}

int complain(int error, std::string complaint) {
  complaint_of_thread = std::move(complaint);
  return error;
}

int raised(const Communicator& communicator, int error) {
  if (error != MPI_SUCCESS) {
    end_if_fatal(communicator, error);
    call_error_handler(handle_for_errors(communicator), error);
  }
  return error;
}

}  // namespace strobe::bcs::mpi
