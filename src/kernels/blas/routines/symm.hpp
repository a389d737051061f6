// SPDX-License-Identifier: BSD-3-Clause
//
// symm: C = alpha A B + beta C, or alpha B A + beta C, with a symmetric A.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Symm {
  static Description description() {
    return {.stem = "symm",
            .title = "Symmetric matrix product",
            .alphas = usual_alphas,
            .betas = usual_betas,
            .has_uplo = true,
            .has_side = true,
            .has_m = true,
            .operands = {{.name = OperandName::a,
                          .kind = OperandKind::symmetric,
                          .rows = Extent::order,
                          .columns = Extent::order},
                         {.name = OperandName::b,
                          .kind = OperandKind::matrix,
                          .rows = Extent::m,
                          .columns = Extent::n},
                         {.name = OperandName::c,
                          .kind = OperandKind::matrix,
                          .access = Access::accumulates,
                          .rows = Extent::m,
                          .columns = Extent::n}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    const auto order = static_cast<double>(spec.order());
    const double elements = static_cast<double>(spec.rows()) * static_cast<double>(spec.n);
    return accumulated(spec, order * elements, triangle(order) + elements, elements);
  }

  static void call(const auto& to) {
    to.on_matrices(to.side(), to.uplo(), to.m(), to.n(), to.alpha(), to.a(), to.lda(), to.b(),
                   to.ldb(), to.beta(), to.updated_c(), to.ldc());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    for (std::int64_t j = 0; j < g.n; ++j) {
      T* const into = g.c + j * g.ldc;
      scale_result(g, into, {0, g.m});
      if (g.alpha == T{}) continue;
      if (g.side == Side::left) {
        add_left(g, into, g.b + j * g.ldb);
      } else {
        add_right(g, into, j);
      }
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    const bool is_left = in.spec().side == Side::left;
    in.add_sum(element, in.spec().order(), [&](std::int64_t k) {
      return is_left ? in.a(row, k) * in.b(k, column) : in.b(row, k) * in.a(k, column);
    });
    in.add_scaled_result(element, row, column);
  }

 private:
  template <class T>
  static void add_left(const Arguments<T>& g, T* into, const T* from) {
    for (std::int64_t k = 0; k < g.m; ++k) {
      const T* const column = g.a + k * g.lda;
      const T factor = product(g.alpha, from[k]);
      const Rows rows = beside_diagonal(g.is_lower(), k, g.m);
      T sum{};
      into[k] += product(factor, column[k]);
      for (std::int64_t i = rows.first; i < rows.end; ++i) {
        into[i] += product(factor, column[i]);
        sum += product(column[i], from[i]);
      }
      into[k] += product(g.alpha, sum);
    }
  }

  template <class T>
  static void add_right(const Arguments<T>& g, T* into, std::int64_t j) {
    for (std::int64_t k = 0; k < g.n; ++k) {
      const bool is_stored = g.is_lower() ? k >= j : k <= j;
      const T factor = product(g.alpha, is_stored ? g.a[k + j * g.lda] : g.a[j + k * g.lda]);
      const T* const from = g.b + k * g.ldb;
      for (std::int64_t i = 0; i < g.m; ++i) into[i] += product(factor, from[i]);
    }
  }
};

}  // namespace strobe::kernels::blas
