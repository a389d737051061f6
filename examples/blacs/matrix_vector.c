/* SPDX-License-Identifier: BSD-3-Clause
 *
 * b = A x on a grid of processes, and the infinity norms of all three: the program of LAPACK Working
 * Note 73, appendix A, with a serial result beside it.
 *
 *     mpiexec -n 4 ./matrix_vector
 *
 * Over PVM it makes four processes itself, or as many as STROBE_PVM_TASKS says.
 *
 * It ends with status 0 where both agree. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <strobe/blacs.h>

enum { rows = 50, columns = 50 }; /* of A on each process */

/* Element (i, j) of the whole matrix, and element j of the whole vector. */
static double a_at(int i, int j) { return sin(1.0 + 17.0 * i + 29.0 * j); }
static double x_at(int j) { return cos(3.0 + 11.0 * j); }

static double larger(double a, double b) { return a > b ? a : b; }

static double largest(int n, const double *values) {
  double found = 0.0;
  for (int i = 0; i < n; ++i) found = larger(found, fabs(values[i]));
  return found;
}

/* The largest sum of magnitudes in a row of A: rows are added up on process column 0, compared
 * there, and the answer is sent to all. `a` is stored by columns. */
static double norm_of_matrix(int context, const double *a) {
  int process_rows = 0;
  int process_columns = 0;
  int my_row = 0;
  int my_column = 0;
  double sums[rows] = {0.0};
  double norm = 0.0;
  int row_of = 0;
  int column_of = 0;
  for (int j = 0; j < columns; ++j) {
    for (int i = 0; i < rows; ++i) sums[i] += fabs(a[i + j * rows]);
  }
  Cblacs_gridinfo(context, &process_rows, &process_columns, &my_row, &my_column);
  Cdgsum2d(context, "Row", "1", rows, 1, sums, rows, my_row, 0);
  norm = largest(rows, sums);
  if (my_column == 0) {
    Cdgamx2d(context, "Column", "H", 1, 1, &norm, 1, &row_of, &column_of, 1, -1, 0);
    Cdgebs2d(context, "Row", "H", 1, 1, &norm, 1);
  } else {
    Cdgebr2d(context, "Row", "H", 1, 1, &norm, 1, my_row, 0);
  }
  return norm;
}

/* The same three norms, by one process alone. */
static void serial_norms(int m, int n, double norms[3]) {
  norms[0] = norms[1] = norms[2] = 0.0;
  for (int j = 0; j < n; ++j) norms[1] = larger(norms[1], fabs(x_at(j)));
  for (int i = 0; i < m; ++i) {
    double sum = 0.0;
    double product = 0.0;
    for (int j = 0; j < n; ++j) {
      sum += fabs(a_at(i, j));
      product += a_at(i, j) * x_at(j);
    }
    norms[0] = larger(norms[0], sum);
    norms[2] = larger(norms[2], fabs(product));
  }
}

int main(void) {
  int me = 0;
  int processes = 0;
  Cblacs_pinfo(&me, &processes);
  if (processes < 1) { /* over PVM, where a program makes its processes itself */
    processes = 4;
    Cblacs_setup(&me, &processes);
  }
  int process_rows = (int)sqrt((double)processes);
  int process_columns = processes / process_rows;
  int context = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", process_rows, process_columns);
  int my_row = -1;
  int my_column = -1;
  Cblacs_gridinfo(context, &process_rows, &process_columns, &my_row, &my_column);
  int status = 0;
  if (my_row >= 0) { /* a process that is left over has no place in the grid */
    double a[rows * columns];
    double x[columns];
    double b[rows] = {0.0};
    int row_of = 0;
    int column_of = 0;
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i < rows; ++i) {
        a[i + j * rows] = a_at(my_row * rows + i, my_column * columns + j);
      }
    }
    const double norm_a = norm_of_matrix(context, a);

    /* x is made on process row 0; the others get their piece of it. */
    if (my_row == 0) {
      for (int j = 0; j < columns; ++j) x[j] = x_at(my_column * columns + j);
      Cdgebs2d(context, "Column", "H", columns, 1, x, columns);
    } else {
      Cdgebr2d(context, "Column", "H", columns, 1, x, columns, 0, my_column);
    }
    double norm_x = largest(columns, x);
    Cdgamx2d(context, "Row", "H", 1, 1, &norm_x, 1, &row_of, &column_of, 1, -1, 0);

    /* Every process has a part of the sums in its rows of b. */
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i < rows; ++i) b[i] += a[i + j * rows] * x[j];
    }
    Cdgsum2d(context, "Row", "H", rows, 1, b, rows, -1, 0);
    double norm_b = largest(rows, b);
    Cdgamx2d(context, "Column", "H", 1, 1, &norm_b, 1, &row_of, &column_of, 1, -1, 0);

    /* The first and the last process must know the same. */
    const int is_first = my_row == 0 && my_column == 0;
    const int is_last = my_row == process_rows - 1 && my_column == process_columns - 1;
    if (is_last && !is_first) Cdgesd2d(context, 1, 1, &norm_b, 1, 0, 0);
    if (is_first) {
      double last = norm_b;
      if (!is_last) Cdgerv2d(context, 1, 1, &last, 1, process_rows - 1, process_columns - 1);
      double expected[3];
      const double found[3] = {norm_a, norm_x, norm_b};
      const char *const names[3] = {"A", "x", "b"};
      serial_norms(process_rows * rows, process_columns * columns, expected);
      for (int k = 0; k < 3; ++k) {
        printf("||%s|| = %.15g\n", names[k], found[k]);
        if (fabs(found[k] - expected[k]) > 1e-11 * expected[k]) {
          printf("ERROR: ||%s|| is %.15g by one process alone\n", names[k], expected[k]);
          status = 1;
        }
      }
      if (last != norm_b) {
        printf("ERROR: the last process found ||b|| = %.17g and not %.17g\n", last, norm_b);
        status = 1;
      }
    }
    Cblacs_gridexit(context);
  }
  Cblacs_exit(0);
  return status;
}
