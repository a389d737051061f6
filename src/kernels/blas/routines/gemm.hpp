// SPDX-License-Identifier: BSD-3-Clause
//
// gemm, the product of two matrices: C = op(A) op(B).
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
                               Transposition::tt},
            .operands = {
                {.name = OperandName::a, .kind = OperandKind::matrix},
                {.name = OperandName::b, .kind = OperandKind::matrix},
                {.name = OperandName::c, .kind = OperandKind::matrix, .access = Access::writes}}};
  }

  static OperationCounts counts(double n) {
    return {.multiplications = n * n * n, .additions = n * n * n, .references = 3.0 * n * n};
  }

  static void call(const auto& to) {
    to.on_matrices(to.transposition_a(), to.transposition_b(), to.n(), to.n(), to.n(), to.alpha(),
                   to.a(), to.leading(), to.b(), to.leading(), to.beta(), to.updated_c(),
                   to.leading());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    const std::int64_t ld = g.leading;
    const bool ta = transposes_a(g.transposition);
    const bool tb = transposes_b(g.transposition);
    for (std::int64_t j = 0; j < g.n; ++j) {
      T* const into = g.c + j * ld;
      scale_result(g, into);
      if (ta) {
        for (std::int64_t i = 0; i < g.n; ++i) {
          T sum{};
          for (std::int64_t k = 0; k < g.n; ++k) {
            sum += product(g.a[k + i * ld], tb ? g.b[j + k * ld] : g.b[k + j * ld]);
          }
          into[i] += product(g.alpha, sum);
        }
        continue;
      }
      for (std::int64_t k = 0; k < g.n; ++k) {
        const T factor = product(g.alpha, tb ? g.b[j + k * ld] : g.b[k + j * ld]);
        const T* const column = g.a + k * ld;
        for (std::int64_t i = 0; i < g.n; ++i) into[i] += product(factor, column[i]);
      }
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    for (std::int64_t k = 0; k < in.n(); ++k) element.add(in.op_a(row, k) * in.op_b(k, column));
  }
};

}  // namespace strobe::kernels::blas
