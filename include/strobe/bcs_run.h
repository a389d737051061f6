/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs a program that uses the BCS API (bcs.h) as one process of a real job. `strobe run -n RANKS
 * PROGRAM` starts the processes; the runtime that it loads into them serves their calls. The same
 * program may call bcs_simulate instead, with the same result.
 *
 * The runtime uses an MPI to connect the processes. It opens the MPI of the launcher, and a program
 * needs to link none. A program that has called MPI_Init itself may call MPI and BCS: bcs_world
 * are the processes of MPI_COMM_WORLD, and a message of MPI_Send may be received by bcs_recv. As
 * for MPI, a monitor or a deadlock report names the calls of table 4.2.
 */
#ifndef STROBE_BCS_RUN_H
#define STROBE_BCS_RUN_H

#include "strobe/bcs.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Calls the function `process` with `argument` in this process, which is one of the job, and
 * returns when all processes of the job have ended theirs. The first of the `groups` groups is
 * communicator 1. All processes pass the same groups.
 *
 * bcs_ok: the process has run. An error of the program ends the job with a sentence, and the call
 * does not return. With an error code the process has not run:
 * bcs_error_argument: a pointer is missing, a group is empty or has a rank twice or one that the
 * job does not have, or this is a process of a job already.
 * bcs_error_no_runtime: the process was not started by `strobe run`.
 * bcs_error_release: `strobe run` and this library are of different releases of Strobe.
 * bcs_error_repeated: this process has run before, and has finalized the MPI.
 * bcs_error_memory: not enough memory.
 */
STROBE_BCS_API int bcs_run(void (*process)(void* argument), void* argument, int32_t groups,
                           const bcs_group* group);

#ifdef __cplusplus
}
#endif

#endif
