// SPDX-License-Identifier: BSD-3-Clause
//
// The state of the interposer in this process. What belongs to the call of one thread is apart:
// CallState in call_scope.hpp.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "base/tick_clock.hpp"
#include "bcs/mpi/bindings/functions.hpp"
#include "bcs/mpi/last_call.hpp"

namespace strobe::bcs::monitor {
class Live;
class Mmds;
}  // namespace strobe::bcs::monitor

namespace strobe::bcs::runtime {
class ProgressThread;
class ThreadTurns;
}  // namespace strobe::bcs::runtime

namespace strobe::bcs::mpi {

class Checks;
class Process;
struct Recording;

/// Every wrapper reads it, so it lies at a fixed place of the library and is never destroyed: calls
/// of MPI may come after the library's own destructors.
struct Interposer {
  /// Whether the runtime serves the application: between MPI_Init and MPI_Finalize, if it could
  /// start.
  bool is_serving = false;
  bool has_begun = false;                       ///< MPI_Init or the first session
  bool has_finalized = false;                   ///< MPI_Finalize has returned
  bool runs_bcs_program = false;                ///< a program of the BCS API, which links no MPI
  Process* process = nullptr;                   ///< never null while the runtime serves
  runtime::ThreadTurns* turns = nullptr;        ///< null if only one thread uses the runtime
  bool chooses_threads = false;                 ///< which one goes on (thread_choices.hpp)
  runtime::ProgressThread* progress = nullptr;  ///< null unless there is a progress thread
  Checks* checks = nullptr;                     ///< null without --check
  monitor::Mmds* mmds = nullptr;   ///< null unless the rank is monitored, which takes time stamps
  monitor::Live* live = nullptr;   ///< null unless there is a live view
  Recording* recording = nullptr;  ///< null unless the rank writes a record
  /// What to do before the call of the application returns; null if there is nothing.
  std::atomic<void (*)()> before_return{nullptr};
  base::Ticks next_record = 0;  ///< when a watched rank writes its record again
  LastCall last_call;
  /// Calls that were passed through to the MPI and that the run's determinism does not cover.
  std::array<std::uint64_t, function_count> passed_calls{};
};

extern constinit Interposer interposer;

}  // namespace strobe::bcs::mpi
