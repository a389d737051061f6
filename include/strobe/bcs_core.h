/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The BCS core primitives in C and C++ (section 2 of the BCS-MPI paper): Xfer-And-Signal,
 * Test-Event and Compare-And-Write, on global variables. They work in a process of a job (bcs.h),
 * on the simulator and as real processes.
 *
 * Each process has its own copy of each global variable, 0 at first, and its own events. All
 * Xfer-And-Signals, Compare-And-Writes and bcs_writes of a job are performed one after the other,
 * in one order that all processes see, and those of one process in the order of its calls
 * (sequential consistency). Each of them changes all the copies that it names, or none.
 *
 * The answer of a Compare-And-Write, and of a test of an event, depends on how far other processes
 * are. In the modes deterministic and adaptive such a call waits for the next slice, and the
 * Compare-And-Writes of a slice are performed in the order of ranks, so that the answers are the
 * same in every run. A bcs_read does not wait. It sees what the own process has written, what an
 * event or an own Compare-And-Write has told it, and of the rest what has arrived.
 *
 * A real process takes part in the primitives of others while it is in a call of BCS or MPI.
 *
 * All calls return bcs_error_argument for an undefined variable, event, communicator, destination
 * or comparison, and have then done nothing.
 */
#ifndef STROBE_BCS_CORE_H
#define STROBE_BCS_CORE_H

#include "strobe/bcs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Variables are numbered from 0 to bcs_variables - 1, events from 0 to bcs_events - 1. */
enum { bcs_variables = 128, bcs_events = 64 };
typedef int32_t bcs_variable;
typedef int32_t bcs_event;
enum { bcs_no_variable = -1, bcs_no_event = -1 };

/* The own copy of a variable. */
STROBE_BCS_API int bcs_read(bcs_variable variable, int64_t* value);
/* Writes the own copy of a variable, and does not wait. */
STROBE_BCS_API int bcs_write(bcs_variable variable, int64_t value);

/*
 * Xfer-And-Signal: copies `count` values to the variables from `first` on, of the process
 * `destination` of the communicator, or of all its processes if that is bcs_all. It does not wait.
 * If the values have arrived everywhere, the event `local_event` of this process is signaled; if
 * they have arrived at a process, its event `remote_event`. Each event may be bcs_no_event. The
 * caller need not be a destination. Before a process ends, all that it has begun is performed.
 */
STROBE_BCS_API int bcs_xfer_and_signal(const int64_t* values, int32_t count, bcs_variable first,
                                       int32_t destination, bcs_communicator communicator,
                                       bcs_event local_event, bcs_event remote_event);

/* Test-Event: takes one signal of an event of this process. *flag becomes 1 if there was one, else
   0. A blocking call waits for a signal; `flag` may be NULL then. Signals are counted: two signals
   end two waits. */
STROBE_BCS_API int bcs_test_event(bcs_event event, bcs_waiting waiting, int* flag);

typedef int32_t bcs_comparison;
enum { bcs_greater_equal, bcs_less, bcs_equal, bcs_not_equal };

/*
 * Compare-And-Write: compares the variable of each process of the communicator with `value`
 * (variable >= value, and so on). *holds becomes 1 if the comparison holds for all of them, else 0.
 * If it does, the variable `written` of all of them gets the value `new_value`, unless `written` is
 * bcs_no_variable. It may be the same variable. The call waits for the answer; then all processes
 * of the communicator have the new value.
 */
STROBE_BCS_API int bcs_compare_and_write(bcs_communicator communicator, bcs_variable variable,
                                         bcs_comparison comparison, int64_t value,
                                         bcs_variable written, int64_t new_value, int* holds);

#ifdef __cplusplus
}
#endif

#endif
