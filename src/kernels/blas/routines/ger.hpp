// SPDX-License-Identifier: BSD-3-Clause
//
// ger: A = alpha x y' + A, of complex numbers without conjugation (geru).
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Ger {
  static Description description() {
    return {.stem = "ger",
            .title = "Matrix plus outer product",
            .complex_stem = "geru",
            .alphas = scaling_alphas,
            .has_m = true,
            .operands = {{.name = OperandName::a,
                          .kind = OperandKind::matrix,
                          .access = Access::updates,
                          .rows = Extent::m,
                          .columns = Extent::n},
                         {.name = OperandName::x, .rows = Extent::m},
                         {.name = OperandName::y}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    const double m = computes(spec) * static_cast<double>(spec.rows());
    const auto n = static_cast<double>(spec.n);
    return {.multiplications = m * n,
            .additions = m * n,
            .references = 2.0 * m * n + m + computes(spec) * n};
  }

  static void call(const auto& to) {
    to.on_matrices(to.m(), to.n(), to.alpha(), to.x(), to.increment_x(), to.y(), to.increment_y(),
                   to.updated_a(), to.lda());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    if (g.alpha == T{}) return;
    with_vectors(g.x, g.m, g.increment_x, g.y, g.n, g.increment_y, [&](auto x, auto y) {
      for (std::int64_t j = 0; j < g.n; ++j) {
        const T factor = product(g.alpha, y[j]);
        T* const column = g.a + j * g.lda;
        for (std::int64_t i = 0; i < g.m; ++i) column[i] += product(factor, x[i]);
      }
    });
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    in.add_sum(element, 1, [&](std::int64_t) { return in.x(row) * in.y(column); });
    element.add(in.a(row, column));
  }
};

}  // namespace strobe::kernels::blas
