// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/stop.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "base/format.hpp"
#include "blacs/machine.hpp"
#include "blacs/observed_call.hpp"
#include "blacs/process.hpp"
#include "strobe/blacs_extensions.h"

namespace strobe::blacs {
namespace {

/// The error handler of the user.
struct ErrorHandler {
  strobe_blacs_error_handler function = nullptr;
  void* data = nullptr;
};
ErrorHandler error_handler;

[[nodiscard]] std::string caller_of(const MachineMesh* mesh, std::int64_t context) {
  if (mesh != nullptr) {
    return base::format("process {{{},{}}} of context {}", mesh->row(), mesh->column(), context);
  }
  int rank = -1;
  if (machine::runs()) rank = machine::rank_in(machine::all());
  return base::format("process {}, context {}", rank, context);
}

}  // namespace

void stop(const Call& call, const char* why) noexcept {
  const MachineMesh* const mesh = process().find_mesh(call.context);
  // Reports name the routine that the program called, so the error does, too.
  const ObservedCall* const observed = ObservedCall::current();
  const char* const routine = observed != nullptr ? observed->routine() : call.routine;
  const std::string sentence =
      base::format("strobe blacs: {} on {}: {}", routine, caller_of(mesh, call.context), why);
  if (error_handler.function != nullptr) {
    const strobe_blacs_error error{.sentence = sentence.c_str(),
                                   .routine = routine,
                                   .context = static_cast<Int>(call.context),
                                   .row = mesh != nullptr ? mesh->row() : -1,
                                   .column = mesh != nullptr ? mesh->column() : -1};
    error_handler.function(&error, error_handler.data);
  }
  end_all(sentence.c_str(), EXIT_FAILURE);
}

void end_all(const char* sentence, int code) noexcept {
  std::fprintf(stderr, "%s\n", sentence);
  std::fflush(stderr);
  if (machine::runs()) {
    // Some launchers end all processes before they have read the last output.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    machine::abort(code);
  }
  std::_Exit(code);
}

}  // namespace strobe::blacs

extern "C" void strobe_blacs_set_error_handler(strobe_blacs_error_handler handler, void* data) {
  strobe::blacs::error_handler = {handler, data};
}
