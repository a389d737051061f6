// SPDX-License-Identifier: BSD-3-Clause
//
// syr2k: one triangle of C = alpha (A B' + B A') + beta C, or alpha (A' B + B' A) + beta C.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Syr2k {
  static Description description() {
    return {.stem = "syr2k",
            .title = "Symmetric product of two matrices",
            .transpositions = {Transposition::n, Transposition::t},
            .alphas = usual_alphas,
            .betas = usual_betas,
            .has_uplo = true,
            .has_k = true,
            .operands = {{.name = OperandName::a,
                          .kind = OperandKind::matrix,
                          .columns = Extent::k,
                          .swapped = Swapped::with_a},
                         {.name = OperandName::b,
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
    return accumulated(spec, 2.0 * k * triangle(n), 2.0 * n * k, triangle(n));
  }

  static void call(const auto& to) {
    to.on_matrices(to.uplo(), to.transposition_a(), to.n(), to.k(), to.alpha(), to.a(), to.lda(),
                   to.b(), to.ldb(), to.beta(), to.updated_c(), to.ldc());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    for (std::int64_t j = 0; j < g.n; ++j) {
      T* const into = g.c + j * g.ldc;
      const Rows rows = stored_rows(g.is_lower(), j, g.n);
      scale_result(g, into, rows);
      if (g.alpha == T{}) continue;
      if (transposes_a(g.transposition)) {
        add_products_of_columns(g, into, j, rows);
        continue;
      }
      for (std::int64_t k = 0; k < g.k; ++k) {
        const T by_b = product(g.alpha, g.b[j + k * g.ldb]);
        const T by_a = product(g.alpha, g.a[j + k * g.lda]);
        const T* const a = g.a + k * g.lda;
        const T* const b = g.b + k * g.ldb;
        for (std::int64_t i = rows.first; i < rows.end; ++i) {
          into[i] += product(a[i], by_b) + product(b[i], by_a);
        }
      }
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    const bool transposes = transposes_a(in.spec().transposition);
    const auto b = [&](std::int64_t i, std::int64_t k) {
      return transposes ? in.b(k, i) : in.b(i, k);
    };
    in.add_sum(element, in.k(), [&](std::int64_t k) { return in.op_a(row, k) * b(column, k); });
    in.add_sum(element, in.k(), [&](std::int64_t k) { return b(row, k) * in.op_a(column, k); });
    in.add_scaled_result(element, row, column);
  }

 private:
  template <class T>
  static void add_products_of_columns(const Arguments<T>& g, T* into, std::int64_t j, Rows rows) {
    const T* const own_a = g.a + j * g.lda;
    const T* const own_b = g.b + j * g.ldb;
    for (std::int64_t i = rows.first; i < rows.end; ++i) {
      const T* const a = g.a + i * g.lda;
      const T* const b = g.b + i * g.ldb;
      T by_b{};
      T by_a{};
      for (std::int64_t k = 0; k < g.k; ++k) {
        by_b += product(a[k], own_b[k]);
        by_a += product(b[k], own_a[k]);
      }
      into[i] += product(g.alpha, by_b) + product(g.alpha, by_a);
    }
  }
};

}  // namespace strobe::kernels::blas
