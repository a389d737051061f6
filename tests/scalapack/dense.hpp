// SPDX-License-Identifier: BSD-3-Clause
// A whole matrix on one process, in double complex whatever the type that is tested: what
// ScaLAPACK's answers are judged with, by plain loops that share nothing with it.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <vector>

namespace strobe::scalapack {

using Number = std::complex<double>;

class Dense {
 public:
  Dense(int rows, int columns)
      : rows_(rows),
        columns_(columns),
        elements_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  std::vector<Number>& elements() { return elements_; }

  Number& operator()(int i, int j) { return elements_[place(i, j)]; }
  const Number& operator()(int i, int j) const { return elements_[place(i, j)]; }

  Dense adjoint() const {
    return made(columns_, rows_, [&](int i, int j) { return std::conj((*this)(j, i)); });
  }

  // Its part on and above the diagonal, as high as wide.
  Dense upper() const {
    return made(columns_, columns_, [&](int i, int j) { return i <= j ? (*this)(i, j) : 0.0; });
  }

  // The largest sum of a column.
  double norm() const {
    double largest = 0.0;
    for (int j = 0; j < columns_; ++j) {
      double sum = 0.0;
      for (int i = 0; i < rows_; ++i) sum += std::abs((*this)(i, j));
      // A sum that is not a number stays, so that it fails every comparison.
      if (!(sum <= largest)) largest = sum;
    }
    return largest;
  }

  friend Dense operator*(const Dense& a, const Dense& b) {
    Dense product(a.rows_, b.columns_);
    for (int j = 0; j < b.columns_; ++j) {
      for (int k = 0; k < a.columns_; ++k) {
        for (int i = 0; i < a.rows_; ++i) product(i, j) += a(i, k) * b(k, j);
      }
    }
    return product;
  }

  friend Dense operator-(const Dense& a, const Dense& b) {
    return made(a.rows_, a.columns_, [&](int i, int j) { return a(i, j) - b(i, j); });
  }

  template <class Formula>
  static Dense made(int rows, int columns, const Formula& formula) {
    Dense matrix(rows, columns);
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i < rows; ++i) matrix(i, j) = formula(i, j);
    }
    return matrix;
  }

  static Dense identity(int order) {
    return made(order, order, [](int i, int j) { return i == j ? 1.0 : 0.0; });
  }

 private:
  std::size_t place(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(rows_) +
           static_cast<std::size_t>(i);
  }

  int rows_;
  int columns_;
  std::vector<Number> elements_;
};

}  // namespace strobe::scalapack
