// SPDX-License-Identifier: BSD-3-Clause
//
// syrk: one triangle of C = alpha A A' + beta C, or alpha A' A + beta C.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Syrk {
  static Description description() {
    return {.stem = "syrk",
            .title = "Symmetric product of one matrix",
            .transpositions = {Transposition::n, Transposition::t},
            .alphas = usual_alphas,
            .betas = usual_betas,
            .has_uplo = true,
            .has_k = true,
            .operands = {{.name = OperandName::a,
                          .kind = OperandKind::matrix,
                          .columns = Extent::k,
                          .swapped = Swapped::with_a},
                         {.name = OperandName::c,
                          .kind = OperandKind::symmetric,
                          .access = Access::accumulates,
                          .columns = Extent::n}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    const auto n = static_cast<double>(spec.n);
    const auto k = static_cast<double>(spec.depth());
    return accumulated(spec, k * triangle(n), n * k, triangle(n));
  }

  static void call(const auto& to) {
    to.on_matrices(to.uplo(), to.transposition_a(), to.n(), to.k(), to.alpha(), to.a(), to.lda(),
                   to.beta(), to.updated_c(), to.ldc());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    for (std::int64_t j = 0; j < g.n; ++j) {
      T* const into = g.c + j * g.ldc;
      const Rows rows = stored_rows(g.is_lower(), j, g.n);
      scale_result(g, into, rows);
      if (g.alpha == T{}) continue;
      if (transposes_a(g.transposition)) {
        const T* const own = g.a + j * g.lda;
        for (std::int64_t i = rows.first; i < rows.end; ++i) {
          const T* const column = g.a + i * g.lda;
          T sum{};
          for (std::int64_t k = 0; k < g.k; ++k) sum += product(column[k], own[k]);
          into[i] += product(g.alpha, sum);
        }
        continue;
      }
      for (std::int64_t k = 0; k < g.k; ++k) {
        const T factor = product(g.alpha, g.a[j + k * g.lda]);
        const T* const column = g.a + k * g.lda;
        for (std::int64_t i = rows.first; i < rows.end; ++i) into[i] += product(factor, column[i]);
      }
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    in.add_sum(element, in.k(),
               [&](std::int64_t k) { return in.op_a(row, k) * in.op_a(column, k); });
    in.add_scaled_result(element, row, column);
  }
};

}  // namespace strobe::kernels::blas
