// SPDX-License-Identifier: BSD-3-Clause
//
// syrk: the lower triangle of C = A A'.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Syrk {
  static Description description() {
    return {
        .stem = "syrk",
        .title = "Symmetric product of one matrix",
        .operands = {
            {.name = OperandName::a, .kind = OperandKind::matrix},
            {.name = OperandName::c, .kind = OperandKind::symmetric, .access = Access::writes}}};
  }

  static OperationCounts counts(double n) {
    return {.multiplications = n * triangle(n),
            .additions = n * triangle(n),
            .references = n * n + triangle(n)};
  }

  static void call(const auto& to) {
    to.on_matrices(to.lower_triangle(), to.not_transposed(), to.n(), to.n(), to.alpha(), to.a(),
                   to.leading(), to.beta(), to.updated_c(), to.leading());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    const std::int64_t ld = g.leading;
    for (std::int64_t j = 0; j < g.n; ++j) {
      T* const into = g.c + j * ld;
      scale_result(g, into, j);
      for (std::int64_t k = 0; k < g.n; ++k) {
        const T factor = product(g.alpha, g.a[j + k * ld]);
        const T* const column = g.a + k * ld;
        for (std::int64_t i = j; i < g.n; ++i) into[i] += product(factor, column[i]);
      }
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    for (std::int64_t k = 0; k < in.n(); ++k) element.add(in.a(row, k) * in.a(column, k));
  }
};

}  // namespace strobe::kernels::blas
