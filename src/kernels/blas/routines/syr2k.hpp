// SPDX-License-Identifier: BSD-3-Clause
//
// syr2k: the lower triangle of C = A B' + B A'.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Syr2k {
  static Description description() {
    return {
        .stem = "syr2k",
        .title = "Symmetric product of two matrices",
        .operands = {
            {.name = OperandName::a, .kind = OperandKind::matrix},
            {.name = OperandName::b, .kind = OperandKind::matrix},
            {.name = OperandName::c, .kind = OperandKind::symmetric, .access = Access::writes}}};
  }

  static OperationCounts counts(double n) {
    return {.multiplications = 2.0 * n * triangle(n),
            .additions = 2.0 * n * triangle(n),
            .references = 2.0 * n * n + triangle(n)};
  }

  static void call(const auto& to) {
    to.on_matrices(to.lower_triangle(), to.not_transposed(), to.n(), to.n(), to.alpha(), to.a(),
                   to.leading(), to.b(), to.leading(), to.beta(), to.updated_c(), to.leading());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    const std::int64_t ld = g.leading;
    for (std::int64_t j = 0; j < g.n; ++j) {
      T* const into = g.c + j * ld;
      scale_result(g, into, j);
      for (std::int64_t k = 0; k < g.n; ++k) {
        const T by_b = product(g.alpha, g.b[j + k * ld]);
        const T by_a = product(g.alpha, g.a[j + k * ld]);
        const T* const a = g.a + k * ld;
        const T* const b = g.b + k * ld;
        for (std::int64_t i = j; i < g.n; ++i) into[i] += product(a[i], by_b) + product(b[i], by_a);
      }
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    for (std::int64_t k = 0; k < in.n(); ++k) {
      element.add(in.a(row, k) * in.b(column, k));
      element.add(in.b(row, k) * in.a(column, k));
    }
  }
};

}  // namespace strobe::kernels::blas
