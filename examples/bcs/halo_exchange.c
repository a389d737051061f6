/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Heat in a rod, under buffered coscheduling: each process has a part of the rod, exchanges its
 * ends with its neighbours while it computes, and a reduction tells all how much has changed. At
 * the end rank 0 takes what comes, from whom it comes (the fan-in with wildcards), and holds the
 * rod against one that was computed by itself.
 *
 *     ./halo_exchange [strict|adaptive|deterministic|fast [nodes [processes a node]]]
 *     strobe run -n RANKS ./halo_exchange run
 *
 * The first form simulates the processes, and prints the virtual time, the slices and the hash of
 * what was decided. In the second they are real. The program ends with status 1 where the rod is
 * wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strobe/bcs_run.h>
#include <strobe/bcs_simulation.h>

enum { points_each = 16, steps = 20, to_left = 1, to_right = 2, result = 3 };

/* What rank 0 tells main. Simulated processes share all memory. */
struct told {
  double change;
  int wrong;
};

/* One step of a part whose neighbours' ends lie beside it; how much has changed. */
static double advance(double* rod, int points) {
  double change = 0;
  double before = rod[0];
  for (int i = 1; i <= points; ++i) {
    const double now = rod[i];
    rod[i] = now + 0.25 * (before - 2 * now + rod[i + 1]);
    change += (rod[i] - now) * (rod[i] - now);
    before = now;
  }
  return change;
}

static double begin_at(int point) { return point % 7 == 0 ? 100.0 : 1.0 * (point % 5); }

/* Sends the ends of a part to those beside it, and gets theirs. */
static void exchange(double* rod, int me, int processes) {
  bcs_request requests[4];
  int open = 0;
  if (me > 0) {
    bcs_recv(&rod[0], sizeof(double), me - 1, to_right, bcs_world, bcs_non_blocking,
             &requests[open++], NULL);
    bcs_send(&rod[1], sizeof(double), me - 1, to_left, bcs_world, bcs_non_blocking,
             &requests[open++]);
  }
  if (me < processes - 1) {
    bcs_recv(&rod[points_each + 1], sizeof(double), me + 1, to_left, bcs_world, bcs_non_blocking,
             &requests[open++], NULL);
    bcs_send(&rod[points_each], sizeof(double), me + 1, to_right, bcs_world, bcs_non_blocking,
             &requests[open++]);
  }
  bcs_compute(200e-6); /* what needs no neighbour */
  bcs_testall(open, requests, bcs_blocking, NULL, NULL);
}

/* Rank 0: the points that differ from those of a rod that nobody has cut. */
static int compare(const double* mine, int processes) {
  const int points = processes * points_each;
  double* whole = calloc((size_t)points + 2, sizeof(double));
  int wrong = 0;
  for (int i = 0; i < points; ++i) whole[i + 1] = begin_at(i);
  for (int step = 0; step < steps; ++step) advance(whole, points);
  for (int parts = 0; parts < processes; ++parts) {
    double part[points_each];
    bcs_status status = {0, 0, 0};
    if (parts == 0) {
      memcpy(part, mine, sizeof part);
    } else {
      bcs_recv(part, sizeof part, bcs_any_source, result, bcs_world, bcs_blocking, NULL, &status);
    }
    for (int i = 0; i < points_each; ++i) {
      wrong += part[i] != whole[1 + status.source * points_each + i];
    }
  }
  free(whole);
  return wrong;
}

static void process(void* argument) {
  struct told* told = argument;
  double rod[points_each + 2] = {0};
  double change = 0;
  int32_t me = 0;
  int32_t processes = 0;
  bcs_rank(bcs_world, &me);
  bcs_size(bcs_world, &processes);
  for (int i = 0; i < points_each; ++i) rod[i + 1] = begin_at(me * points_each + i);
  for (int step = 0; step < steps; ++step) {
    exchange(rod, me, processes);
    change = advance(rod, points_each);
    bcs_reduce(&change, &change, 1, bcs_double, bcs_sum, bcs_all, bcs_world, bcs_blocking, NULL);
  }
  if (me == 0) {
    told->wrong = compare(rod + 1, processes);
    told->change = change;
  } else {
    bcs_send(rod + 1, points_each * sizeof(double), 0, result, bcs_world, bcs_blocking, NULL);
  }
}

static int run(void) {
  struct told told = {0, 0};
  const int error = bcs_run(process, &told, 0, NULL);
  if (error != bcs_ok) {
    fprintf(stderr, "%s\n", bcs_error_string(error));
    return 1;
  }
  if (told.change > 0) printf("change %.17g\n", told.change);
  if (told.wrong > 0) printf("ERROR: %d points are wrong\n", told.wrong);
  return told.wrong > 0;
}

int main(int argc, char** argv) {
  static const char* const modes[] = {"strict", "adaptive", "deterministic", "fast"};
  if (argc > 1 && strcmp(argv[1], "run") == 0) return run();
  struct told told = {0, -1};
  bcs_machine machine;
  bcs_outcome outcome;
  bcs_machine_initialise(&machine);
  machine.nodes = argc > 2 ? atoi(argv[2]) : 4;
  machine.ranks_per_node = argc > 3 ? atoi(argv[3]) : 2;
  machine.mode = argc > 1 ? -1 : bcs_strict;
  for (int mode = 0; argc > 1 && mode < 4; ++mode) {
    if (strcmp(argv[1], modes[mode]) == 0) machine.mode = mode;
  }
  const int error = bcs_simulate(&machine, process, &told, &outcome);
  if (error != bcs_ok) {
    fprintf(stderr, "%s: %s\n", bcs_error_string(error),
            outcome.report != NULL ? outcome.report : "");
  } else {
    printf("%.6f ms in %u slices, hash %016llx, change %.17g\n", 1e3 * outcome.time_s,
           (unsigned)outcome.slices, (unsigned long long)outcome.hash, told.change);
    fputs(outcome.report, stdout);
  }
  const int is_right = error == bcs_ok && outcome.end == bcs_end_finished && told.wrong == 0;
  if (error == bcs_ok && told.wrong > 0) printf("ERROR: %d points are wrong\n", told.wrong);
  bcs_outcome_free(&outcome);
  return is_right ? 0 : 1;
}
