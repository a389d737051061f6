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
            .operands = {
                {.name = OperandName::a, .kind = OperandKind::matrix, .access = Access::updates},
                {.name = OperandName::x},
                {.name = OperandName::y}}};
  }

  static OperationCounts counts(double n) {
    return {.multiplications = n * n, .additions = n * n, .references = 2.0 * n * n + 2.0 * n};
  }

  static void call(const auto& to) {
    to.on_matrices(to.n(), to.n(), to.alpha(), to.x(), to.increment(), to.y(), to.increment(),
                   to.updated_a(), to.leading());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    for (std::int64_t j = 0; j < g.n; ++j) {
      const T factor = product(g.alpha, g.y[j]);
      T* const column = g.a + j * g.leading;
      for (std::int64_t i = 0; i < g.n; ++i) column[i] += product(factor, g.x[i]);
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    element.add(in.alpha() * in.x(row) * in.y(column));
    element.add(in.a(row, column));
  }
};

}  // namespace strobe::kernels::blas
