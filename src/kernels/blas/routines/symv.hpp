// SPDX-License-Identifier: BSD-3-Clause
//
// symv: y = A x with a symmetric A, or with a Hermitian A of complex numbers (hemv).
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Symv {
  static Description description() {
    return {.stem = "symv",
            .title = "Symmetric matrix times vector",
            .complex_stem = "hemv",
            .operands = {{.name = OperandName::a, .kind = OperandKind::hermitian},
                         {.name = OperandName::x},
                         {.name = OperandName::y, .access = Access::writes}}};
  }

  static OperationCounts counts(double n) {
    return {.multiplications = n * n, .additions = n * n, .references = triangle(n) + 2.0 * n};
  }

  static void call(const auto& to) {
    to.on_matrices(to.lower_triangle(), to.n(), to.alpha(), to.a(), to.leading(), to.x(),
                   to.increment(), to.beta(), to.updated_y(), to.increment());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    scale_result(g, g.y);
    for (std::int64_t j = 0; j < g.n; ++j) {
      const T* const column = g.a + j * g.leading;
      const T factor = product(g.alpha, g.x[j]);
      T sum{};
      g.y[j] += product(factor, column[j]);
      for (std::int64_t i = j + 1; i < g.n; ++i) {
        g.y[i] += product(factor, column[i]);
        sum += product(conjugate(column[i]), g.x[i]);
      }
      g.y[j] += product(g.alpha, sum);
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t /*column*/) {
    for (std::int64_t k = 0; k < in.n(); ++k) element.add(in.a(row, k) * in.x(k));
  }
};

}  // namespace strobe::kernels::blas
