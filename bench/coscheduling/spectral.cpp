// SPDX-License-Identifier: BSD-3-Clause
//
// A spectral solver: each step computes along the rows of a matrix whose rows are shared out, and
// transposes it, so that each process exchanges a block with each other one (MPI_Alltoall).
#include <algorithm>
#include <cmath>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;

/// The `rows` rows of one process, of a square matrix of `rows * processes` rows.
class Rows {
 public:
  Rows(int rows, int processes, int rank)
      : rows_(static_cast<std::size_t>(rows)),
        processes_(static_cast<std::size_t>(processes)),
        values_(rows_ * length()),
        packed_(values_.size()),
        received_(values_.size()) {
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < length(); ++j) {
        const double row = static_cast<double>(rank) * rows + static_cast<double>(i);
        at(i, j) = std::sin(0.01 * row) * std::cos(0.02 * static_cast<double>(j));
      }
    }
  }

  /// A stand-in for the transform of each row: sums and differences at each distance, as in a fast
  /// transform of Walsh and Hadamard, with the norm kept.
  void transform() {
    const double scale = std::sqrt(0.5);
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t distance = 1; distance < length(); distance *= 2) {
        for (std::size_t j = 0; j + distance < length(); j += 2 * distance) {
          const double sum = at(i, j) + at(i, j + distance);
          at(i, j + distance) = scale * (at(i, j) - at(i, j + distance));
          at(i, j) = scale * sum;
        }
      }
    }
  }

  void transpose() {
    const std::size_t block = rows_ * rows_;
    for (std::size_t to = 0; to < processes_; ++to) {
      for (std::size_t i = 0; i < rows_; ++i) {
        for (std::size_t j = 0; j < rows_; ++j) {
          packed_[to * block + j * rows_ + i] = at(i, to * rows_ + j);
        }
      }
    }
    const int count = static_cast<int>(block);
    MPI_Alltoall(packed_.data(), count, MPI_DOUBLE, received_.data(), count, MPI_DOUBLE,
                 MPI_COMM_WORLD);
    for (std::size_t from = 0; from < processes_; ++from) {
      for (std::size_t i = 0; i < rows_; ++i) {
        for (std::size_t j = 0; j < rows_; ++j) {
          at(i, from * rows_ + j) = received_[from * block + i * rows_ + j];
        }
      }
    }
  }

  [[nodiscard]] double sum_of_squares() const {
    double own = 0.0;
    for (const double value : values_) own += value * value;
    double all = 0.0;
    MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return all;
  }

 private:
  [[nodiscard]] std::size_t length() const { return rows_ * processes_; }
  double& at(std::size_t i, std::size_t j) { return values_[i * length() + j]; }

  std::size_t rows_;
  std::size_t processes_;
  std::vector<double> values_;
  std::vector<double> packed_;
  std::vector<double> received_;
};

}  // namespace

int main(int argc, char** argv) {
  const Application application("spectral", argc, argv, {{"steps", 100}, {"size", 256}});
  const int rows = std::max(application.count("size") / application.size(), 1);
  Rows matrix(rows, application.size(), application.rank());
  for (int step = 0; step < application.count("steps"); ++step) {
    matrix.transform();
    matrix.transpose();
  }
  application.end(matrix.sum_of_squares());
}
