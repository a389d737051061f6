// SPDX-License-Identifier: BSD-3-Clause
//
// geqrf of LAPACK: the QR factorisation of A by Householder reflections. The loops are those of
// dgeqr2.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Geqrf {
  static Description description() {
    return {.stem = "geqrf",
            .title = "QR factorisation",
            .package = Package::lapack,
            .has_m = true,
            .consumes_input = true,
            .compared_elements = 16,  // each needs all reflections
            .operands = {{.name = OperandName::a,
                          .kind = OperandKind::matrix,
                          .access = Access::updates,
                          .rows = Extent::m,
                          .columns = Extent::n}}};
  }

  /// LAPACK Working Note 41, appendix C.
  static OperationCounts counts(const ProblemSpec& spec) {
    const auto m = static_cast<double>(spec.rows());
    const auto n = static_cast<double>(spec.n);
    if (m >= n) {
      const double both = n * n * (0.5 - n / 3.0 + m);
      return {.multiplications = both + n * (m + 23.0 / 6.0),
              .additions = both + n * 5.0 / 6.0,
              .references = 2.0 * m * n};
    }
    const double both = m * m * (-0.5 - m / 3.0 + n);
    return {.multiplications = both + m * (2.0 * n + 23.0 / 6.0),
            .additions = both + m * (n + 5.0 / 6.0),
            .references = 2.0 * m * n};
  }

  static void call(const auto& to) {
    if constexpr (std::remove_cvref_t<decltype(to)>::is_fortran) {
      to.factorising(to.m(), to.n(), to.updated_a(), to.lda(), to.tau(), to.work(),
                     to.work_elements());
    } else {
      to.factorising(to.m(), to.n(), to.updated_a(), to.lda(), to.tau());
    }
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    g.info = 0;
    for (std::int64_t j = 0; j < std::min(g.m, g.n); ++j) {
      T* const column = g.a + j * g.lda;
      g.tau[j] = reflection(column + j, g.m - j);
      const T factor = conjugate(g.tau[j]);
      const T diagonal = column[j];
      column[j] = T{1};
      for (std::int64_t k = j + 1; k < g.n; ++k) {
        T* const into = g.a + k * g.lda;
        T sum{};
        for (std::int64_t i = j; i < g.m; ++i) sum += product(conjugate(column[i]), into[i]);
        sum = product(factor, sum);
        for (std::int64_t i = j; i < g.m; ++i) into[i] -= product(sum, column[i]);
      }
      column[j] = diagonal;
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    element.add(in.a(row, column));
  }

  /// An element of Q R. Its rounding error depends on the norm of the whole column.
  template <class T>
  static void reproduce(Expected<T>& element, const Inputs<T>& in, const Outputs<T>& out,
                        std::int64_t row, std::int64_t column) {
    std::vector<Extended<T>> x(static_cast<std::size_t>(in.m()));
    const auto at = [&](std::int64_t i) -> Extended<T>& { return x[static_cast<std::size_t>(i)]; };
    for (std::int64_t i = 0; i <= std::min(column, in.m() - 1); ++i) at(i) = out.at(i, column);
    for (std::int64_t j = std::min(in.m(), in.n()) - 1; j >= 0; --j) {
      const auto v = [&](std::int64_t i) { return i == j ? Extended<T>(1) : out.at(i, j); };
      Extended<T> sum{};
      for (std::int64_t i = j; i < in.m(); ++i) sum += conjugate(v(i)) * at(i);
      sum *= out.tau(j);
      for (std::int64_t i = j; i < in.m(); ++i) at(i) -= sum * v(i);
    }
    long double squares = 0;
    for (const auto& one : x) squares += std::norm(one);
    element.value = at(row);
    element.magnitude = std::sqrt(squares);
    element.terms = in.m();
  }

 private:
  /// Makes the vector a multiple of the first unit vector by a reflection I - tau v v', which it
  /// holds afterwards, and returns tau, as dlarfg does.
  template <class T>
  static T reflection(T* x, std::int64_t count) {
    auto squares = std::norm(T{});
    for (std::int64_t i = 1; i < count; ++i) squares += std::norm(x[i]);
    if (squares == 0 && std::imag(x[0]) == 0) return T{};
    const auto norm = std::sqrt(squares + std::norm(x[0]));
    const auto beta = std::real(x[0]) > 0 ? -norm : norm;
    const T tau = (T(beta) - x[0]) / beta;
    const T scale = T{1} / (x[0] - T(beta));
    for (std::int64_t i = 1; i < count; ++i) x[i] = product(scale, x[i]);
    x[0] = T(beta);
    return tau;
  }
};

}  // namespace strobe::kernels::blas
