/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The panels of an LU factorisation, broadcast along the rows of a grid by every topology: the
 * source moves one process column on with each panel, so a ring keeps its pipeline where a tree
 * starts anew (LAPACK Working Note 73, sections 2.2 and 4.3.1).
 *
 *     mpiexec -n 4 ./panel_broadcast [rows of a panel] [columns of a panel] [panels]
 *
 * It prints milliseconds for all panels, of the process that took longest, and ends with status 1
 * where a panel arrived wrong. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <strobe/blacs.h>

static double at(int panel, int i) { return panel + 1e-6 * i; }

/* Sends and receives all panels; the number of wrong elements. */
static int broadcast_panels(int context, const char *topology, int m, int n, int panels,
                            double *panel) {
  int rows = 0;
  int columns = 0;
  int my_row = 0;
  int my_column = 0;
  int wrong = 0;
  Cblacs_gridinfo(context, &rows, &columns, &my_row, &my_column);
  for (int k = 0; k < panels; ++k) {
    const int source = k % columns;
    if (my_column == source) {
      for (int i = 0; i < m * n; ++i) panel[i] = at(k, i);
      Cdgebs2d(context, "Row", topology, m, n, panel, m);
    } else {
      Cdgebr2d(context, "Row", topology, m, n, panel, m, my_row, source);
      wrong += panel[0] != at(k, 0);
      wrong += panel[m * n - 1] != at(k, m * n - 1);
    }
  }
  return wrong;
}

static int argument(int argc, char **argv, int number, int otherwise) {
  const int value = argc > number ? atoi(argv[number]) : otherwise;
  return value > 0 ? value : otherwise;
}

int main(int argc, char **argv) {
  static const char *const topologies[] = {" ", "I", "D", "S", "M", "H", "1", "2", "F"};
  const int m = argument(argc, argv, 1, 512);
  const int n = argument(argc, argv, 2, 32);
  const int panels = argument(argc, argv, 3, 40);
  int me = 0;
  int processes = 0;
  Cblacs_pinfo(&me, &processes);
  const int rows = (int)sqrt((double)processes);
  int context = 0;
  int my_row = -1;
  int my_column = -1;
  int grid_rows = 0;
  int grid_columns = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", rows, processes / rows);
  Cblacs_gridinfo(context, &grid_rows, &grid_columns, &my_row, &my_column);
  int wrong = 0;
  if (my_row >= 0) {
    double *panel = malloc(sizeof(double) * (size_t)m * (size_t)n);
    if (me == 0) printf("topology  ms for %d panels of %d x %d\n", panels, m, n);
    for (size_t t = 0; t < sizeof topologies / sizeof *topologies; ++t) {
      int row_of = 0;
      int column_of = 0;
      wrong += broadcast_panels(context, topologies[t], m, n, 2, panel); /* the first are slower */
      Cblacs_barrier(context, "All");
      const double begin = Cdwalltime00();
      wrong += broadcast_panels(context, topologies[t], m, n, panels, panel);
      double took = Cdwalltime00() - begin;
      Cdgamx2d(context, "All", " ", 1, 1, &took, 1, &row_of, &column_of, -1, 0, 0);
      if (me == 0) printf("'%s'       %10.3f\n", topologies[t], 1e3 * took);
    }
    Cigsum2d(context, "All", " ", 1, 1, &wrong, 1, -1, 0);
    if (me == 0 && wrong != 0) printf("ERROR: %d elements are wrong\n", wrong);
    free(panel);
    Cblacs_gridexit(context);
  }
  Cblacs_exit(0);
  return wrong != 0;
}
