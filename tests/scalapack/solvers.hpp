// SPDX-License-Identifier: BSD-3-Clause
// Each driver of ScaLAPACK on known matrices, and the residual of its answer as LAPACK's own tests
// scale it: of the order of 1 where the answer is as good as the arithmetic.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "dense.hpp"
#include "distributed.hpp"
#include "formulas.hpp"
#include "scalapack.hpp"

namespace strobe::scalapack {

// What LAPACK's tests allow.
constexpr double usual_threshold = 30.0;

struct Residual {
  std::string name;
  double value;
  double allowed = usual_threshold;

  // Written so that what is not a number is too large.
  bool is_too_large() const { return !(value <= allowed); }
};

constexpr int first = 1;  // where a submatrix begins, as Fortran counts

template <class Element>
class Solvers {
 public:
  Solvers(const Grid& grid, int order, int block) : grid_(grid), order_(order), block_(block) {}

  std::vector<Residual> residuals() const {
    std::vector<Residual> all;
    for (const auto& some : {lu(), cholesky(), orthogonal(), eigenvalues()}) {
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }

 private:
  using Own = Routines<Element>;
  using Real = typename Own::Real;
  using Matrix = Distributed<Element>;
  static constexpr double epsilon = std::numeric_limits<Real>::epsilon() / 2.0;
  static constexpr bool is_complex = !std::is_same_v<Element, Real>;
  static constexpr int right_sides = 5;

  template <class Formula>
  Matrix matrix(int rows, int columns, const Formula& formula) const {
    return Matrix(grid_, rows, columns, block_, block_, formula);
  }

  Matrix right_side() const {
    return matrix(order_, right_sides, [](int i, int j) { return general(j, i + 1); });
  }

  Residual named(const std::string& routine, int info, double value) const {
    return {std::string(Own::prefix) + routine,
            info == 0 ? value : std::numeric_limits<double>::quiet_NaN()};
  }

  double solution_error(const Dense& a, const Dense& x, const Dense& b) const {
    return (b - a * x).norm() / (a.norm() * x.norm() * order_ * epsilon);
  }

  double unitary_error(const Dense& q) const {
    return (Dense::identity(q.columns()) - q.adjoint() * q).norm() / (q.rows() * epsilon);
  }

  // Calls a routine twice, as they want it: to ask for the workspace, and to work.
  template <class Call>
  static void with_workspace(const Call& call) {
    Element wanted{};
    int asks = -1;
    call(&wanted, &asks);
    int length = static_cast<int>(std::real(wanted));
    std::vector<Element> work(static_cast<std::size_t>(length));
    call(work.data(), &length);
  }

  std::vector<Residual> lu() const {
    Matrix a = matrix(order_, order_, general);
    Matrix b = right_side();
    const Dense whole_a = a.gathered();
    const Dense whole_b = b.gathered();
    std::vector<int> pivots(static_cast<std::size_t>(order_ + block_));
    int info = 0;
    Own::gesv(&order_, &right_sides, a.data(), &first, &first, a.descriptor(), pivots.data(),
              b.data(), &first, &first, b.descriptor(), &info);
    return {named("gesv", info, solution_error(whole_a, b.gathered(), whole_b))};
  }

  std::vector<Residual> cholesky() const {
    Matrix a = matrix(order_, order_, KnownSpectrum(order_, is_complex));
    Matrix b = right_side();
    const Dense whole_a = a.gathered();
    const Dense whole_b = b.gathered();
    int factor_info = 0;
    Own::potrf("U", &order_, a.data(), &first, &first, a.descriptor(), &factor_info, 1);
    const Dense u = a.gathered().upper();
    const double error = (whole_a - u.adjoint() * u).norm() / (order_ * whole_a.norm() * epsilon);
    int info = 0;
    Own::potrs("U", &order_, &right_sides, a.data(), &first, &first, a.descriptor(), b.data(),
               &first, &first, b.descriptor(), &info, 1);
    return {named("potrf", factor_info, error),
            named("potrs", info, solution_error(whole_a, b.gathered(), whole_b))};
  }

  std::vector<Residual> orthogonal() const {
    const int rows = order_ + order_ / 2;
    Matrix a = matrix(rows, order_, general);
    const Dense whole_a = a.gathered();
    std::vector<Element> tau(static_cast<std::size_t>(order_ + block_));
    int info = 0;
    with_workspace([&](Element* work, const int* length) {
      Own::geqrf(&rows, &order_, a.data(), &first, &first, a.descriptor(), tau.data(), work, length,
                 &info);
    });
    const Dense r = a.gathered().upper();
    int form_info = 0;
    with_workspace([&](Element* work, const int* length) {
      Own::unitary(&rows, &order_, &order_, a.data(), &first, &first, a.descriptor(), tau.data(),
                   work, length, &form_info);
    });
    const Dense q = a.gathered();
    const double error = (whole_a - q * r).norm() / (rows * whole_a.norm() * epsilon);
    return {named("geqrf", info, error), named("geqrf.orthogonal", form_info, unitary_error(q))};
  }

  std::vector<Residual> eigenvalues() const {
    Matrix a = matrix(order_, order_, KnownSpectrum(order_, is_complex));
    Matrix z = matrix(order_, order_, [](int, int) { return Number(0.0); });
    const Dense whole_a = a.gathered();
    std::vector<Real> values(static_cast<std::size_t>(order_));
    int info = 0;
    with_workspace([&](Element* work, const int* length) {
      const auto call = [&](auto... real_workspace) {
        Own::eigen("V", "L", &order_, a.data(), &first, &first, a.descriptor(), values.data(),
                   z.data(), &first, &first, z.descriptor(), work, length, real_workspace..., &info,
                   1, 1);
      };
      if constexpr (is_complex) {
        // The routine asks for too few of these on some grids (Reference-ScaLAPACK), hence 4 n.
        int real_length = *length < 0 ? -1 : 4 * order_;
        std::vector<Real> real_work(static_cast<std::size_t>(4 * order_));
        call(real_work.data(), &real_length);
      } else {
        call();
      }
    });
    const Dense vectors = z.gathered();
    const Dense scaled = Dense::made(order_, order_, [&](int i, int j) {
      return vectors(i, j) * static_cast<double>(values[static_cast<std::size_t>(j)]);
    });
    double furthest = 0.0;
    for (int i = 0; i < order_; ++i) {
      const double off = values[static_cast<std::size_t>(i)] - KnownSpectrum::eigenvalue(i);
      furthest = std::max(furthest, std::abs(off));
    }
    const double scale = order_ * whole_a.norm() * epsilon;
    const std::string routine = Own::eigen_name;
    return {named(routine, info, (whole_a * vectors - scaled).norm() / scale),
            named(routine + ".orthogonal", info, unitary_error(vectors)),
            named(routine + ".values", info, furthest / scale)};
  }

  const Grid& grid_;
  int order_;
  int block_;
};

// Copies a part of a matrix to a grid and blocks of other shapes; tells how many elements, inside
// and outside the part, are not bit for bit what they should be.
template <class Element>
Residual copy(const Grid& from, const Grid& to, const Grid& all, int order) {
  constexpr int skipped_rows = 3;
  constexpr int skipped_columns = 2;
  const int rows = order;
  const int columns = order / 2;
  const auto source = [](int i, int j) { return 1000.0 * general(i, j); };
  const auto before = [](int, int) { return Number(-7.0); };
  const Distributed<Element> a(from, rows, columns, 3, 5, source);
  Distributed<Element> b(to, columns + 4, rows + 1, 4, 2, before);
  const int copied_rows = columns - skipped_rows;
  const int copied_columns = columns - skipped_columns;
  const int a_row = skipped_rows + 1;
  const int a_column = skipped_columns + 1;
  constexpr int b_row = 2;
  constexpr int b_column = 4;
  const int context = all.context();
  Routines<Element>::gemr2d(&copied_rows, &copied_columns, a.data(), &a_row, &a_column,
                            a.descriptor(), b.data(), &b_row, &b_column, b.descriptor(), &context);
  // The same elements, made where they should be: what is equal there has been copied.
  Distributed<Element> wanted(to, columns + 4, rows + 1, 4, 2, [&](int i, int j) {
    const int row = i - (b_row - 1);
    const int column = j - (b_column - 1);
    const bool is_copied = row >= 0 && row < copied_rows && column >= 0 && column < copied_columns;
    return is_copied ? source(row + skipped_rows, column + skipped_columns) : before(i, j);
  });
  const Dense difference = b.gathered() - wanted.gathered();
  double wrong = 0.0;
  for (int j = 0; j < difference.columns(); ++j) {
    for (int i = 0; i < difference.rows(); ++i) wrong += difference(i, j) != 0.0;
  }
  const std::string routine = std::string(Routines<Element>::prefix) + "gemr2d";
  return {routine + "." + from.shape() + "." + to.shape(), wrong, 0.0};
}

}  // namespace strobe::scalapack
