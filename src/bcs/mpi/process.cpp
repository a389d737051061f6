// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/process.hpp"

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "base/format.hpp"
#include "bcs/mpi/call_site.hpp"
#include "bcs/mpi/entry.hpp"
#include "bcs/mpi/record.hpp"
#include "bcs/mpi/sentence.hpp"
#include "bcs/runtime/testimony.hpp"

namespace strobe::bcs::mpi {

Process* the_process = nullptr;

void Process::report_deadlock(const WaitsFor& waits_for) {
  const std::string site = call_site();
  const std::string text = base::format("waits in {}{} {}", facts_of(place.function).name,
                                        site.empty() ? "" : " (" + site + ")", waits_for.text);
  write_record("deadlock", base::format("rank {} {}", endpoint.rank(), text));
  if (runtime::testify(segment, endpoint.rank(), text, waits_for.ranks)) {
    std::string report = "a deadlock: nobody can ever go on";
    for (const std::string& line : runtime::verdict(segment)) report += "\n  " + line;
    say(report);
    // Each node speaks for its own ranks, and a launcher ends all when one has gone.
    if (link != nullptr) std::this_thread::sleep_for(std::chrono::milliseconds(300));
    std::_Exit(EXIT_FAILURE);
  }
  // A launcher ends all when one has gone; the last to testify has to be heard before.
  using namespace std::chrono_literals;
  const runtime::Control& control = segment.control();
  for (int turn = 0; turn < 200 && control.testified.load() != control.stuck.load(); ++turn) {
    std::this_thread::sleep_for(10ms);
  }
  std::this_thread::sleep_for(200ms);
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
  return communicator.is_freed ? MPI_COMM_WORLD : communicator.handle;
}

void call_error_handler(MPI_Comm handle, int error) {
  native().Comm_call_errhandler(handle, error);
}

int raised(const Communicator& communicator, int error) {
  if (error != MPI_SUCCESS) call_error_handler(handle_for_errors(communicator), error);
  return error;
}

}  // namespace strobe::bcs::mpi
