// SPDX-License-Identifier: BSD-3-Clause
//
// Conjugate gradients for Poisson's equation on a square of size x size points, whose rows are
// shared out: two neighbours exchange a row, and two sums go over all processes, in each step.
#include <algorithm>
#include <cmath>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;

/// Rows of one process, with one of each neighbour before and behind them.
class Rows {
 public:
  Rows(int rows, int columns)
      : rows_(rows),
        columns_(columns),
        values_(static_cast<std::size_t>(rows + 2) * static_cast<std::size_t>(columns), 0.0) {}
  double* row(int number) { return &values_[at(number)]; }
  [[nodiscard]] const double* row(int number) const { return &values_[at(number)]; }

  void exchange(int above, int below) {
    MPI_Sendrecv(row(1), columns_, MPI_DOUBLE, above, 0, row(rows_ + 1), columns_, MPI_DOUBLE,
                 below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(row(rows_), columns_, MPI_DOUBLE, below, 1, row(0), columns_, MPI_DOUBLE, above, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }

 private:
  [[nodiscard]] std::size_t at(int number) const {
    return static_cast<std::size_t>(number) * static_cast<std::size_t>(columns_);
  }
  int rows_;
  int columns_;
  std::vector<double> values_;
};

struct Problem {
  int rows;
  int columns;

  [[nodiscard]] double dot(const Rows& a, const Rows& b) const {
    double own = 0.0;
    for (int i = 1; i <= rows; ++i) {
      for (int j = 0; j < columns; ++j) own += a.row(i)[j] * b.row(i)[j];
    }
    double all = 0.0;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
  }
  /// The five-point stencil.
  void apply(const Rows& x, Rows& y) const {
    for (int i = 1; i <= rows; ++i) {
      const double* const here = x.row(i);
      for (int j = 0; j < columns; ++j) {
        const double sides = (j > 0 ? here[j - 1] : 0.0) + (j + 1 < columns ? here[j + 1] : 0.0);
        y.row(i)[j] = 4.0 * here[j] - sides - x.row(i - 1)[j] - x.row(i + 1)[j];
      }
    }
  }
  /// a = b + factor c.
  void combine(Rows& a, const Rows& b, double factor, const Rows& c) const {
    for (int i = 1; i <= rows; ++i) {
      for (int j = 0; j < columns; ++j) a.row(i)[j] = b.row(i)[j] + factor * c.row(i)[j];
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  const Application application("conjugate_gradient", argc, argv, {{"steps", 100}, {"size", 400}});
  const int rank = application.rank();
  const int size = application.size();
  const int points = application.count("size");
  const int first = points * rank / size;
  const Problem problem{.rows = points * (rank + 1) / size - first, .columns = points};
  const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int below = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  Rows x(problem.rows, points);
  Rows residual(problem.rows, points);
  for (int i = 1; i <= problem.rows; ++i) {
    for (int j = 0; j < points; ++j) residual.row(i)[j] = std::sin(0.1 * (first + i) + 0.07 * j);
  }
  Rows direction = residual;
  Rows applied(problem.rows, points);
  double error = problem.dot(residual, residual);
  for (int step = 0; step < application.count("steps"); ++step) {
    direction.exchange(above, below);
    problem.apply(direction, applied);
    const double length = error / problem.dot(direction, applied);
    problem.combine(x, x, length, direction);
    problem.combine(residual, residual, -length, applied);
    const double next = problem.dot(residual, residual);
    problem.combine(direction, residual, next / error, direction);
    error = next;
  }
  application.end(problem.dot(x, x));
}
