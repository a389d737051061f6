// SPDX-License-Identifier: BSD-3-Clause
//
// symv: y = alpha A x + beta y with a symmetric A, or with a Hermitian A of complex numbers
// (hemv).
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Symv {
  static Description description() {
    return {
        .stem = "symv",
        .title = "Symmetric matrix times vector",
        .complex_stem = "hemv",
        .alphas = usual_alphas,
        .betas = usual_betas,
        .has_uplo = true,
        .operands = {{.name = OperandName::a, .kind = OperandKind::hermitian, .columns = Extent::n},
                     {.name = OperandName::x},
                     {.name = OperandName::y, .access = Access::accumulates}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    const auto n = static_cast<double>(spec.n);
    return accumulated(spec, n * n, triangle(n) + n, n);
  }

  static void call(const auto& to) {
    to.on_matrices(to.uplo(), to.n(), to.alpha(), to.a(), to.lda(), to.x(), to.increment_x(),
                   to.beta(), to.updated_y(), to.increment_y());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    with_vectors(g.x, g.n, g.increment_x, g.y, g.n, g.increment_y, [&](auto x, auto y) {
      scale_result(g, y, {0, g.n});
      if (g.alpha == T{}) return;
      for (std::int64_t j = 0; j < g.n; ++j) {
        const T* const column = g.a + j * g.lda;
        const T factor = product(g.alpha, x[j]);
        const Rows rows = beside_diagonal(g.is_lower(), j, g.n);
        T sum{};
        y[j] += product(factor, column[j]);
        for (std::int64_t i = rows.first; i < rows.end; ++i) {
          y[i] += product(factor, column[i]);
          sum += product(conjugate(column[i]), x[i]);
        }
        y[j] += product(g.alpha, sum);
      }
    });
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t /*column*/) {
    in.add_sum(element, in.n(), [&](std::int64_t k) { return in.a(row, k) * in.x(k); });
    in.add_scaled_result(element, row);
  }
};

}  // namespace strobe::kernels::blas
