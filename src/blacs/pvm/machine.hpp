// SPDX-License-Identifier: BSD-3-Clause
//
// PVM as the machine of the BLACS (blacs/machine.hpp). The process that the user starts spawns the
// others when it knows their number: from blacs_setup or from STROBE_PVM_TASKS.
#pragma once

#include <string>

#include "blacs/pool.hpp"
#include "blacs/pvm/tasks.hpp"
#include "strobe/blacs/integer.hpp"

namespace strobe::blacs::pvm {

using Transport = Tasks;

/// Why the machine does not support the levels; empty if it does.
[[nodiscard]] std::string problem_of_levels();

/// Sets the number of processes if it is not known yet.
void want_processes(Int number);
/// Whether the number is known.
[[nodiscard]] bool knows_processes();

/// Joins the virtual machine. The first process spawns the others.
void start();
/// Whether start has been called and end has not.
[[nodiscard]] bool runs() noexcept;
/// Waits until all processes have called this.
void end();
[[noreturn]] void abort(int code) noexcept;

[[nodiscard]] inline int all() { return all_tasks; }
/// The layer of all tasks, from start to end.
[[nodiscard]] PvmLayer& world();
/// A new layer of all tasks, for other users than the BLACS. All tasks call this together.
[[nodiscard]] PvmLayer another_world();

[[nodiscard]] inline bool threads_may_call() { return false; }
/// The highest possible id of a message. The layer uses the tags above.
[[nodiscard]] inline int highest_id() { return 31999; }

/// PVM buffers all sends, so nothing is left to wait for.
inline void drain(Pool<Tasks>& /*pool*/) {}

/// Lets end() write the reports of the levels.
void report_at_end();

/// C and Fortran use the same number of a set of tasks.
[[nodiscard]] inline int from_fortran(Int set) { return static_cast<int>(set); }
[[nodiscard]] inline Int to_fortran(int set) { return set; }

}  // namespace strobe::blacs::pvm
