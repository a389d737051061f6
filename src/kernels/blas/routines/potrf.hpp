// SPDX-License-Identifier: BSD-3-Clause
//
// potrf of LAPACK: the Cholesky factorisation of a Hermitian positive definite A. The loops are
// those of dpotf2.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Potrf {
  static Description description() {
    return {.stem = "potrf",
            .title = "Cholesky factorisation",
            .package = Package::lapack,
            .has_uplo = true,
            .consumes_input = true,
            .operands = {{.name = OperandName::a,
                          .kind = OperandKind::positive_definite,
                          .access = Access::updates,
                          .columns = Extent::n}}};
  }

  /// LAPACK Working Note 41, appendix C.
  static OperationCounts counts(const ProblemSpec& spec) {
    const auto n = static_cast<double>(spec.n);
    return {.multiplications = n * (n * n / 6.0 + n / 2.0 + 1.0 / 3.0),
            .additions = n * (n * n - 1.0) / 6.0,
            .references = 2.0 * triangle(n)};
  }

  static void call(const auto& to) {
    to.factorising(to.lapack_uplo(), to.n(), to.updated_a(), to.lda());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    // Element (i, j) of the triangle: of L below the diagonal, of U above it.
    const std::int64_t row_step = g.is_lower() ? 1 : g.lda;
    const std::int64_t column_step = g.is_lower() ? g.lda : 1;
    const auto at = [&](std::int64_t i, std::int64_t j) -> T& {
      return g.a[i * row_step + j * column_step];
    };
    g.info = 0;
    for (std::int64_t j = 0; j < g.n; ++j) {
      auto rest = std::real(at(j, j));
      for (std::int64_t k = 0; k < j; ++k) rest -= std::norm(at(j, k));
      if (!(rest > 0)) {
        g.info = j + 1;
        return;
      }
      const auto diagonal = std::sqrt(rest);
      at(j, j) = T(diagonal);
      for (std::int64_t k = 0; k < j; ++k) {
        const T factor = conjugate(at(j, k));
        for (std::int64_t i = j + 1; i < g.n; ++i) at(i, j) -= product(factor, at(i, k));
      }
      for (std::int64_t i = j + 1; i < g.n; ++i) at(i, j) /= diagonal;
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    element.add(in.a(row, column));
  }

  /// An element of L L', or of U' U.
  template <class T>
  static void reproduce(Expected<T>& element, const Inputs<T>& in, const Outputs<T>& out,
                        std::int64_t row, std::int64_t column) {
    const bool is_lower = in.spec().uplo == Uplo::lower;
    for (std::int64_t k = 0; k <= std::min(row, column); ++k) {
      element.add(is_lower ? out.at(row, k) * conjugate(out.at(column, k))
                           : conjugate(out.at(k, row)) * out.at(k, column));
    }
  }
};

}  // namespace strobe::kernels::blas
