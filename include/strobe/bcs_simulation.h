/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs a program that is written for the BCS API (bcs.h) on a machine that does not exist: its
 * processes take turns in one thread, their data are real, and time is virtual. One machine and one
 * seed give one run, event by event.
 */
#ifndef STROBE_BCS_SIMULATION_H
#define STROBE_BCS_SIMULATION_H

#include "strobe/bcs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What waits for a time slice: everything (the paper); everything, in slices that end where nobody
   can go on; only what depends on timing; nothing. */
typedef int32_t bcs_mode;
enum { bcs_strict, bcs_adaptive, bcs_deterministic, bcs_fast };

/* Some ranks of the job, in the order of their ranks in a communicator. */
typedef struct {
  int32_t size;
  const int32_t* ranks;
} bcs_group;

/* bcs_machine_initialise makes it one of 32 nodes with two processes each on QsNet, in strict mode,
   without jitter, noise and faults. */
typedef struct {
  const char* network; /* a name that `strobe simulate` lists, or a file that `strobe fit` writes */
  bcs_mode mode;
  int32_t nodes;
  int32_t ranks_per_node;
  const int32_t* node_of; /* of each rank, where they do not lie in their order; or NULL */
  int32_t groups;         /* so many communicators beside the world, ... */
  const bcs_group* group; /* ... of which the first is communicator 1 */
  double slice_s;
  int64_t slice_bytes; /* that a node receives in a slice at most; 0: in half of it */
  int64_t eager_bytes; /* a send of so many at most is complete at once; -1: none is */
  uint64_t seed;       /* of all that is drawn */
  double call_s;       /* what a process takes for a call */
  double restart_s;    /* and to go on when what it waits for is there */
  double jitter;       /* a block is late by so many start-up times, on average */
  double loss;         /* a block is lost with this probability, and sent again */
  double noise_period_s;
  double noise_s;       /* that the system takes of a node in each such period */
  int32_t slow_node;    /* -1: none */
  double slow_factor;   /* how much longer it computes */
  int32_t stopped_node; /* that stops for ever; -1: none */
  double stops_s;       /* and when */
  uint32_t most_slices; /* after which the run ends */
  int64_t stack_bytes;  /* of a process; memory is taken as it is used */
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
  uint64_t hash; /* of what the scheduling has decided */
  /* What a person should know, a sentence a line; "" where there is nothing, and NULL where
     bcs_simulate itself has failed but for bcs_error_machine. */
  char* report;
} bcs_outcome;

/*
 * Runs `process` with `argument` as each process of the job, and tells what came of it, which
 * bcs_outcome_free frees. Global variables are common to all processes. A process ends where the
 * function returns; a C++ exception that leaves it ends the job.
 *
 * When a job ends before its processes do (a deadlock, a wrong program, a lost node) they are given
 * up where they wait: what they own is not freed, and objects of C++ on their stacks are not
 * destroyed.
 *
 * bcs_ok: the job was run, to whichever end. bcs_error_argument: a pointer is missing, or a process
 * of a job called this. bcs_error_machine: the report says what is wrong with the machine.
 * bcs_error_memory: there is no memory for so many processes.
 */
STROBE_BCS_API int bcs_simulate(const bcs_machine* machine, void (*process)(void* argument),
                                void* argument, bcs_outcome* outcome);

STROBE_BCS_API void bcs_outcome_free(bcs_outcome* outcome);

#ifdef __cplusplus
}
#endif

#endif
