// SPDX-License-Identifier: BSD-3-Clause
//
// LU factorization of a dense matrix without pivots: columns are dealt out one by one. The process
// of a column computes its factors and broadcasts them, and all processes update the columns that
// are left. Each step is one matrix.
#include <cmath>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;

/// The columns of one process: those whose number is its rank, modulo the processes.
class Columns {
 public:
  Columns(int rows, int rank, int processes) : rows_(rows), rank_(rank), processes_(processes) {
    for (int column = rank; column < rows; column += processes) {
      for (int row = 0; row < rows; ++row) {
        const double off = 1.0 / (1.0 + std::abs(row - column));
        values_.push_back(row == column ? rows : off);
      }
    }
  }

  void factorize() {
    std::vector<double> factors(static_cast<std::size_t>(rows_));
    for (int pivot = 0; pivot < rows_; ++pivot) {
      const int owner = pivot % processes_;
      if (owner == rank_) {
        double* const column = begin_of(pivot);
        for (int row = pivot + 1; row < rows_; ++row) {
          factors[static_cast<std::size_t>(row)] = column[row] /= column[pivot];
        }
      }
      MPI_Bcast(factors.data() + pivot, rows_ - pivot, MPI_DOUBLE, owner, MPI_COMM_WORLD);
      for (int next = first_after(pivot); next < rows_; next += processes_) {
        double* const column = begin_of(next);
        for (int row = pivot + 1; row < rows_; ++row) {
          column[row] -= factors[static_cast<std::size_t>(row)] * column[pivot];
        }
      }
    }
  }

  /// The logarithm of the determinant.
  [[nodiscard]] double log_determinant() {
    double own = 0.0;
    for (int column = rank_; column < rows_; column += processes_) {
      own += std::log(begin_of(column)[column]);
    }
    double all = 0.0;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
  }

 private:
  double* begin_of(int column) {
    return values_.data() + static_cast<std::ptrdiff_t>(column / processes_) * rows_;
  }
  /// Of this process.
  [[nodiscard]] int first_after(int column) const {
    return column + 1 + (rank_ - (column + 1) % processes_ + processes_) % processes_;
  }

  int rows_;
  int rank_;
  int processes_;
  std::vector<double> values_;
};

}  // namespace

int main(int argc, char** argv) {
  const Application application("factorization", argc, argv, {{"steps", 10}, {"size", 100}});
  double sum = 0.0;
  for (int step = 0; step < application.count("steps"); ++step) {
    Columns columns(application.count("size"), application.rank(), application.size());
    columns.factorize();
    sum += columns.log_determinant();
  }
  application.end(sum);
}
