/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs a program that uses the BCS API (bcs.h) on a simulated machine. Its processes take turns in
 * one thread, their data are real, and time is virtual. The same machine and seed give the same
 * run, event by event.
 */
#ifndef STROBE_BCS_SIMULATION_H
#define STROBE_BCS_SIMULATION_H

#include "strobe/bcs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which operations wait for a time slice.
     bcs_strict         all operations, in slices of fixed length, as in the paper
     bcs_adaptive       all operations, but a slice ends early if no process can continue
     bcs_deterministic  only operations whose result depends on timing
     bcs_fast           none */
typedef int32_t bcs_mode;
enum { bcs_strict, bcs_adaptive, bcs_deterministic, bcs_fast };

/* A simulated machine. bcs_machine_initialise sets all members to their defaults: 32 nodes with two
   processes each, connected by QsNet, in strict mode, without jitter, noise and faults. */
typedef struct {
  const char* network; /* a name from the list of `strobe simulate`, or a file of `strobe fit` */
  bcs_mode mode;
  int32_t nodes;
  int32_t ranks_per_node;
  const int32_t* node_of; /* the node of each rank; NULL places ranks in their order */
  int32_t groups;         /* number of communicators in addition to bcs_world */
  const bcs_group* group; /* their members; the first group is communicator 1 */
  double slice_s;         /* length of a time slice, in seconds */
  int64_t
      slice_bytes; /* limit of what a node receives in a slice; 0: as much as half a slice allows */
  int64_t eager_bytes;   /* largest send that completes immediately; -1: no send does */
  uint64_t seed;         /* of all random numbers */
  double call_s;         /* time that a process needs for a call, in seconds */
  double restart_s;      /* time from the end of a wait to the next instruction, in seconds */
  double jitter;         /* mean delay of a block, in start-up times of the network */
  double loss;           /* probability that a block is lost; the sender sends it again */
  double noise_period_s; /* period of the operating system noise, in seconds */
  double noise_s; /* time that the operating system takes from a node in each period, in seconds */
  int32_t slow_node;    /* a node that computes more slowly; -1: none */
  double slow_factor;   /* ratio of its computing times to those of other nodes */
  int32_t stopped_node; /* a node that fails; -1: none */
  double stops_s;       /* time of its failure, in seconds */
  uint32_t most_slices; /* the run ends after so many slices */
  int64_t stack_bytes;  /* stack size of a process; unused pages take no memory */
  const char* events;   /* file for the record of all events, as CSV; NULL: none */
  const char* delays;   /* the record of another run (of `strobe run --mode strict --events`, for
                           instance) whose delays this run takes instead of those of bcs_compute:
                           each call falls into the same slice; NULL: none */
} bcs_machine;

STROBE_BCS_API void bcs_machine_initialise(bcs_machine* machine);

typedef enum {
  bcs_end_finished,
  bcs_end_deadlock,
  bcs_end_wrong_program,
  bcs_end_node_lost,
  bcs_end_limit /* most_slices reached */
} bcs_end;

typedef struct {
  bcs_end end;
  double time_s;
  uint32_t slices;
  uint64_t events;
  uint64_t hash; /* of all scheduling decisions; equal hashes mean equal runs */
  /* Messages for the user, one sentence a line; "" without messages. NULL if bcs_simulate returned
     an error other than bcs_error_machine. */
  char* report;
} bcs_outcome;

/*
 * Runs the function `process` with `argument` as each process of the job and stores the outcome;
 * bcs_outcome_free frees it. All processes share the program's global variables. A process ends
 * when the function returns. A C++ exception that leaves the function ends the job.
 *
 * If a job ends before its processes do (deadlock, wrong program, lost node), the processes are
 * abandoned in their calls: the memory that they own is not freed, and C++ objects on their stacks
 * are not destroyed.
 *
 * bcs_ok: the job has run and `outcome` says how it ended. bcs_error_argument: a pointer is
 * missing, or a process of a job made this call. bcs_error_machine: the machine is not possible;
 * the report says why. bcs_error_memory: not enough memory for the processes.
 */
STROBE_BCS_API int bcs_simulate(const bcs_machine* machine, void (*process)(void* argument),
                                void* argument, bcs_outcome* outcome);

STROBE_BCS_API void bcs_outcome_free(bcs_outcome* outcome);

#ifdef __cplusplus
}
#endif

#endif
