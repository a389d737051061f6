// SPDX-License-Identifier: BSD-3-Clause
//
// gemv: y = op(A) x.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Gemv {
  static Description description() {
    return {.stem = "gemv",
            .title = "Matrix times vector",
            .transpositions = {Transposition::n, Transposition::t},
            .operands = {{.name = OperandName::a, .kind = OperandKind::matrix},
                         {.name = OperandName::x},
                         {.name = OperandName::y, .access = Access::writes}}};
  }

  static OperationCounts counts(double n) {
    return {.multiplications = n * n, .additions = n * n, .references = n * n + 2.0 * n};
  }

  static void call(const auto& to) {
    to.on_matrices(to.transposition_a(), to.n(), to.n(), to.alpha(), to.a(), to.leading(), to.x(),
                   to.increment(), to.beta(), to.updated_y(), to.increment());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    scale_result(g, g.y);
    for (std::int64_t j = 0; j < g.n; ++j) {
      const T* const column = g.a + j * g.leading;
      if (transposes_a(g.transposition)) {
        T sum{};
        for (std::int64_t i = 0; i < g.n; ++i) sum += product(column[i], g.x[i]);
        g.y[j] += product(g.alpha, sum);
      } else {
        const T factor = product(g.alpha, g.x[j]);
        for (std::int64_t i = 0; i < g.n; ++i) g.y[i] += product(factor, column[i]);
      }
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t /*column*/) {
    for (std::int64_t k = 0; k < in.n(); ++k) element.add(in.op_a(row, k) * in.x(k));
  }
};

}  // namespace strobe::kernels::blas
