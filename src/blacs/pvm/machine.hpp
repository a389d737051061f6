// SPDX-License-Identifier: BSD-3-Clause
//
// PVM as the machine of the BLACS (blacs/machine.hpp). The process that a person has started spawns
// the others when it learns how many there are to be: from blacs_setup, or from STROBE_PVM_TASKS.
#pragma once

#include <string>

#include "blacs/pool.hpp"
#include "blacs/pvm/tasks.hpp"
#include "strobe/blacs/integer.hpp"

namespace strobe::blacs::pvm {

using Wire = Tasks;

/// What the levels want that this machine has not got; empty where there is nothing.
[[nodiscard]] std::string problem_of_levels();

/// How many processes there are to be, if nobody has said it yet.
void want_processes(Int number);
/// Whether that is known.
[[nodiscard]] bool knows_processes();

/// Joins the virtual machine, and spawns the others where this is the first.
void start();
/// Whether it has been started and not ended.
[[nodiscard]] bool runs() noexcept;
/// Waits until all processes have come here.
void end();
[[noreturn]] void abort(int code) noexcept;

[[nodiscard]] inline int all() { return all_tasks; }
/// All tasks; they are there from start to end.
[[nodiscard]] PvmLayer& world();
/// A layer of all for others than the BLACS, each time another one. All call it.
[[nodiscard]] PvmLayer another_world();

[[nodiscard]] inline bool threads_may_call() { return false; }
/// The highest id that a message may have: the layer keeps those above for itself.
[[nodiscard]] inline int highest_id() { return 31999; }

/// What has been sent has left.
inline void drain(Pool<Tasks>& /*pool*/) {}

/// Has what the levels report written at the end.
void report_at_end();

/// Fortran knows a set of tasks by its number, too.
[[nodiscard]] inline int from_fortran(Int set) { return static_cast<int>(set); }
[[nodiscard]] inline Int to_fortran(int set) { return set; }

}  // namespace strobe::blacs::pvm
