// SPDX-License-Identifier: BSD-3-Clause
//
// gemm, the product of two matrices: C = alpha op(A) op(B) + beta C.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Gemm {
  static Description description() {
    return {.stem = "gemm",
            .title = "Matrix product",
            .transpositions = {Transposition::nn, Transposition::nt, Transposition::tn,
                               Transposition::tt, Transposition::nc, Transposition::cn,
                               Transposition::tc, Transposition::ct, Transposition::cc},
            .alphas = usual_alphas,
            .betas = usual_betas,
            .has_m = true,
            .has_k = true,
            .operands = {{.name = OperandName::a,
                          .kind = OperandKind::matrix,
                          .rows = Extent::m,
                          .columns = Extent::k,
                          .swapped = Swapped::with_a},
                         {.name = OperandName::b,
                          .kind = OperandKind::matrix,
                          .rows = Extent::k,
                          .columns = Extent::n,
                          .swapped = Swapped::with_b},
                         {.name = OperandName::c,
                          .kind = OperandKind::matrix,
                          .access = Access::accumulates,
                          .rows = Extent::m,
                          .columns = Extent::n}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    const auto m = static_cast<double>(spec.rows());
    const auto n = static_cast<double>(spec.n);
    const auto k = static_cast<double>(spec.depth());
    return accumulated(spec, m * n * k, m * k + k * n, m * n);
  }

  static void call(const auto& to) {
    to.on_matrices(to.transposition_a(), to.transposition_b(), to.m(), to.n(), to.k(), to.alpha(),
                   to.a(), to.lda(), to.b(), to.ldb(), to.beta(), to.updated_c(), to.ldc());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    const bool ta = transposes_a(g.transposition);
    const bool tb = transposes_b(g.transposition);
    const bool ca = conjugates_a(g.transposition);
    const bool cb = conjugates_b(g.transposition);
    const auto op_b = [&](std::int64_t k, std::int64_t j) {
      return conjugate_if(cb, tb ? g.b[j + k * g.ldb] : g.b[k + j * g.ldb]);
    };
    for (std::int64_t j = 0; j < g.n; ++j) {
      T* const into = g.c + j * g.ldc;
      scale_result(g, into, {0, g.m});
      if (g.alpha == T{}) continue;
      if (ta) {
        for (std::int64_t i = 0; i < g.m; ++i) {
          T sum{};
          for (std::int64_t k = 0; k < g.k; ++k) {
            sum += product(conjugate_if(ca, g.a[k + i * g.lda]), op_b(k, j));
          }
          into[i] += product(g.alpha, sum);
        }
        continue;
      }
      for (std::int64_t k = 0; k < g.k; ++k) {
        const T factor = product(g.alpha, op_b(k, j));
        const T* const column = g.a + k * g.lda;
        for (std::int64_t i = 0; i < g.m; ++i) into[i] += product(factor, column[i]);
      }
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    in.add_sum(element, in.k(),
               [&](std::int64_t k) { return in.op_a(row, k) * in.op_b(k, column); });
    in.add_scaled_result(element, row, column);
  }
};

}  // namespace strobe::kernels::blas
