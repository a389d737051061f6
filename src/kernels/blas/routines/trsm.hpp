// SPDX-License-Identifier: BSD-3-Clause
//
// trsm: solves A X = B with a lower triangular A; X replaces B.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Trsm {
  static Description description() {
    return {.stem = "trsm",
            .title = "Triangular systems",
            .operands = {
                {.name = OperandName::a, .kind = OperandKind::triangular},
                {.name = OperandName::b, .kind = OperandKind::matrix, .access = Access::updates}}};
  }

  static OperationCounts counts(double n) {
    return {.multiplications = n * triangle(n),
            .additions = n * (triangle(n) - n),
            .references = triangle(n) + 2.0 * n * n};
  }

  static void call(const auto& to) {
    to.on_matrices(to.left_side(), to.lower_triangle(), to.not_transposed(), to.not_unit(), to.n(),
                   to.n(), to.alpha(), to.a(), to.leading(), to.updated_b(), to.leading());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    for (std::int64_t j = 0; j < g.n; ++j) {
      T* const column = g.b + j * g.leading;
      for (std::int64_t i = 0; i < g.n; ++i) column[i] = product(g.alpha, column[i]);
      solve(g, column);
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    element.add(in.b(row, column));
  }
};

}  // namespace strobe::kernels::blas
