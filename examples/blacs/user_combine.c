/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A combine of one's own (LAPACK Working Note 73, section 7.1.3): the mean and the variance of
 * samples that lie on all processes of a grid. Each process initialises its element from what it
 * has measured, two elements are put together as Chan, Golub and LeVeque do ("Updating formulae and
 * a pairwise algorithm for computing sample variances", 1979), and the one that is left is
 * finished.
 *
 *     mpiexec -n 4 ./user_combine
 *
 * It ends with status 1 where the result is not that of one process alone. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include <strobe/blacs_extensions.h>

enum { samples = 1000 };

typedef struct {
  double count;
  double mean;
  double variance; /* times count, until it is finished */
} statistics;

static double sample(int process, int number) { return sin(process * samples + number + 1.0); }

/* Takes in one number after the other. */
static void add_sample(statistics* all, double value) {
  const double above = value - all->mean;
  all->count += 1;
  all->mean += above / all->count;
  all->variance += above * (value - all->mean);
}

static void initialise(void* elements, size_t count, void* user) {
  statistics* all = elements;
  for (size_t i = 0; i < count; ++i) {
    all[i] = (statistics){0, 0, 0};
    for (int number = 0; number < samples; ++number) {
      add_sample(&all[i], sample(*(const int*)user, number));
    }
  }
}

static void operate(const void* theirs, void* ours, size_t count, void* user) {
  const statistics* from = theirs;
  statistics* into = ours;
  (void)user;
  for (size_t i = 0; i < count; ++i) {
    const double all = from[i].count + into[i].count;
    const double apart = from[i].mean - into[i].mean;
    into[i].variance += from[i].variance + apart * apart * from[i].count * into[i].count / all;
    into[i].mean += apart * from[i].count / all;
    into[i].count = all;
  }
}

static void finish(void* elements, size_t count, void* user) {
  statistics* all = elements;
  (void)user;
  for (size_t i = 0; i < count; ++i) all[i].variance /= all[i].count;
}

int main(void) {
  int me = 0;
  int processes = 0;
  int context = 0;
  statistics found = {0, 0, 0};
  statistics serial = {0, 0, 0};
  const strobe_blacs_operation operation = {sizeof(statistics), initialise, operate, finish, &me};
  int is_wrong = 0;

  Cblacs_pinfo(&me, &processes);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", 1, processes);
  strobe_blacs_combine_user(context, STROBE_BLACS_ALL, "2", &operation, "General", "Non-unit", 1, 1,
                            &found, 1, -1, -1);

  for (int process = 0; process < processes; ++process) {
    for (int number = 0; number < samples; ++number) add_sample(&serial, sample(process, number));
  }
  finish(&serial, 1, NULL);
  is_wrong = found.count != serial.count || fabs(found.mean - serial.mean) > 1e-12 ||
             fabs(found.variance - serial.variance) > 1e-12;
  if (me == 0) {
    printf("%.0f samples, mean %.6f, variance %.6f\n", found.count, found.mean, found.variance);
  }
  if (is_wrong) {
    fprintf(stderr, "process %d has mean %.17g and variance %.17g; alone %.17g and %.17g\n", me,
            found.mean, found.variance, serial.mean, serial.variance);
  }
  Cblacs_gridexit(context);
  Cblacs_exit(0);
  return is_wrong;
}
