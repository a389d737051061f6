// SPDX-License-Identifier: BSD-3-Clause
//
// symm: C = A B with a symmetric A.
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
            .operands = {
                {.name = OperandName::a, .kind = OperandKind::symmetric},
                {.name = OperandName::b, .kind = OperandKind::matrix},
                {.name = OperandName::c, .kind = OperandKind::matrix, .access = Access::writes}}};
  }

  static OperationCounts counts(double n) {
    return {.multiplications = n * n * n,
            .additions = n * n * n,
            .references = triangle(n) + 2.0 * n * n};
  }

  static void call(const auto& to) {
    to.on_matrices(to.left_side(), to.lower_triangle(), to.n(), to.n(), to.alpha(), to.a(),
                   to.leading(), to.b(), to.leading(), to.beta(), to.updated_c(), to.leading());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    const std::int64_t ld = g.leading;
    for (std::int64_t j = 0; j < g.n; ++j) {
      T* const into = g.c + j * ld;
      const T* const from = g.b + j * ld;
      scale_result(g, into);
      for (std::int64_t k = 0; k < g.n; ++k) {
        const T* const column = g.a + k * ld;
        const T factor = product(g.alpha, from[k]);
        T sum{};
        into[k] += product(factor, column[k]);
        for (std::int64_t i = k + 1; i < g.n; ++i) {
          into[i] += product(factor, column[i]);
          sum += product(column[i], from[i]);
        }
        into[k] += product(g.alpha, sum);
      }
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    for (std::int64_t k = 0; k < in.n(); ++k) element.add(in.a(row, k) * in.b(k, column));
  }
};

}  // namespace strobe::kernels::blas
