/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs a program that uses the BCS API (bcs.h) on a simulated machine. Its processes take turns in
 * one thread, their data are real, and time is virtual. One machine and one seed give the same run,
 * event by event.
 */
#ifndef STROBE_BCS_SIMULATION_H
#define STROBE_BCS_SIMULATION_H

#include "strobe/bcs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which operations wait for the end of a time slice. bcs_strict: all, as in the paper.
   bcs_adaptive: all, in slices that end when no process can continue. bcs_deterministic: only
   those that depend on timing. bcs_fast: none. */
typedef int32_t bcs_mode;
enum { bcs_strict, bcs_adaptive, bcs_deterministic, bcs_fast };

/* The members of a communicator: ranks of the job, in the order of their ranks in it. */
typedef struct {
  int32_t size;
  const int32_t* ranks;
} bcs_group;

/* bcs_machine_initialise sets 32 nodes with two processes each on QsNet, in strict mode, without
   jitter, noise and faults. */
typedef struct {
  const char* network; /* a name that `strobe simulate` lists, or a file from `strobe fit` */
  bcs_mode mode;
  int32_t nodes;
  int32_t ranks_per_node;
  const int32_t* node_of; /* by rank, if ranks are not placed in order; or NULL */
  int32_t groups;         /* number of communicators apart from bcs_world, ... */
  const bcs_group* group; /* ... the first of which is communicator 1 */
  double slice_s;
  int64_t slice_bytes; /* limit for what a node receives in a slice; 0: what fits into half of it */
  int64_t eager_bytes; /* a send of at most so many is complete at once; -1: none is */
  uint64_t seed;       /* of all random numbers */
  double call_s;       /* processor time of a call */
  double restart_s;    /* and to continue after a wait */
  double jitter;       /* mean delay of a block, in start-up times */
  double loss;         /* probability that a block is lost, and sent again */
  double noise_period_s;
  double noise_s;       /* time that the operating system takes in each period, on each node */
  int32_t slow_node;    /* -1: none */
  double slow_factor;   /* by which its computation is longer */
  int32_t stopped_node; /* which stops forever; -1: none */
  double stops_s;       /* when it stops */
  uint32_t most_slices; /* the run ends after so many */
  int64_t stack_bytes;  /* of each process; memory is taken as it is used */
} bcs_machine;

STROBE_BCS_API void bcs_machine_initialise(bcs_machine* machine);

typedef enum {
  bcs_end_finished,
  bcs_end_deadlock,
  bcs_end_wrong_program,
  bcs_end_node_lost,
  bcs_end_limit /* of slices */
} bcs_end;

typedef struct {
  bcs_end end;
  double time_s;
  uint32_t slices;
  uint64_t events;
  uint64_t hash; /* of all decisions of the scheduler */
  /* For the user, one sentence a line; "" if there is none, and NULL if bcs_simulate returns an
   error other than bcs_error_machine. */
  char* report;
} bcs_outcome;

/*
 * Runs `process(argument)` as each process of the job and writes the outcome, which
 * bcs_outcome_free frees. All processes share global variables. A process ends when the function
 * returns; a C++ exception that leaves it ends the job.
 *
 * If a job ends before its processes (a deadlock, an error in the program, a lost node), they are
 * abandoned where they wait: resources that they own are not freed, and C++ objects on their stacks
 * are not destroyed.
 *
 * bcs_ok: the job was run, whatever its end. bcs_error_argument: a null pointer, or a process of a
 * job called this. bcs_error_machine: the report says what is wrong with the machine.
 * bcs_error_memory: there is not enough memory for the processes.
 */
STROBE_BCS_API int bcs_simulate(const bcs_machine* machine, void (*process)(void* argument),
                                void* argument, bcs_outcome* outcome);

STROBE_BCS_API void bcs_outcome_free(bcs_outcome* outcome);

#ifdef __cplusplus
}
#endif

#endif
