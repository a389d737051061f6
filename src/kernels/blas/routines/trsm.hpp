// SPDX-License-Identifier: BSD-3-Clause
//
// trsm: solves op(A) X = alpha B, or X op(A) = alpha B, with a triangular A; X replaces B.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Trsm {
  static Description description() {
    return {.stem = "trsm",
            .title = "Triangular systems",
            .transpositions = {Transposition::n, Transposition::t, Transposition::c},
            .alphas = usual_alphas,
            .has_uplo = true,
            .has_side = true,
            .has_diag = true,
            .has_m = true,
            .compounds = true,
            .operands = {{.name = OperandName::a,
                          .kind = OperandKind::triangular,
                          .rows = Extent::order,
                          .columns = Extent::order},
                         {.name = OperandName::b,
                          .kind = OperandKind::matrix,
                          .access = Access::updates,
                          .rows = Extent::m,
                          .columns = Extent::n}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    const auto order = static_cast<double>(spec.order());
    const double elements = static_cast<double>(spec.rows()) * static_cast<double>(spec.n);
    const double systems = elements / order;
    if (spec.alpha == Scalar::zero) {
      return {.multiplications = 0.0, .additions = 0.0, .references = elements};
    }
    const double stored = triangle(order) - (spec.diag == Diag::unit ? order : 0.0);
    return {.multiplications = systems * stored,
            .additions = systems * (triangle(order) - order),
            .references = stored + 2.0 * elements};
  }

  static void call(const auto& to) {
    to.on_matrices(to.side(), to.uplo(), to.transposition_a(), to.diag(), to.m(), to.n(),
                   to.alpha(), to.a(), to.lda(), to.updated_b(), to.ldb());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    for (std::int64_t j = 0; j < g.n; ++j) {
      T* const column = g.b + j * g.ldb;
      for (std::int64_t i = 0; i < g.m; ++i) {
        column[i] = g.alpha == T{} ? T{} : product(g.alpha, column[i]);
      }
      if (g.side == Side::left && g.alpha != T{}) solve(g, g.m, column);
    }
    if (g.side == Side::right && g.alpha != T{}) solve_right(g);
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    in.add_sum(element, 1, [&](std::int64_t) { return in.b(row, column); });
  }

  /// An element of op(A) X, or of X op(A).
  template <class T>
  static void reproduce(Expected<T>& element, const Inputs<T>& in, const Outputs<T>& out,
                        std::int64_t row, std::int64_t column) {
    const bool is_left = in.spec().side == Side::left;
    for (std::int64_t k = 0; k < in.spec().order(); ++k) {
      element.add(is_left ? in.op_a(row, k) * out.at(k, column)
                          : out.at(row, k) * in.op_a(k, column));
    }
  }

 private:
  template <class T>
  static void solve_right(const Arguments<T>& g) {
    const bool transposes = transposes_a(g.transposition);
    const bool conjugates = conjugates_a(g.transposition);
    const auto op_a = [&](std::int64_t k, std::int64_t j) {
      return conjugate_if(conjugates, transposes ? g.a[j + k * g.lda] : g.a[k + j * g.lda]);
    };
    // The columns of X before column j of an upper triangular op(A) are known before it.
    const bool is_upper = g.is_lower() == transposes;
    for (std::int64_t step = 0; step < g.n; ++step) {
      const std::int64_t j = is_upper ? step : g.n - 1 - step;
      T* const into = g.b + j * g.ldb;
      const Rows known = beside_diagonal(!is_upper, j, g.n);
      for (std::int64_t k = known.first; k < known.end; ++k) {
        const T factor = op_a(k, j);
        if (factor == T{}) continue;
        const T* const from = g.b + k * g.ldb;
        for (std::int64_t i = 0; i < g.m; ++i) into[i] -= product(factor, from[i]);
      }
      if (g.diag == Diag::unit) continue;
      const T divisor = op_a(j, j);
      for (std::int64_t i = 0; i < g.m; ++i) into[i] /= divisor;
    }
  }
};

}  // namespace strobe::kernels::blas
