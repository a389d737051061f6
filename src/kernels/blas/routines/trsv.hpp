// SPDX-License-Identifier: BSD-3-Clause
//
// trsv: solves A x = b with a lower triangular A; x replaces b.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Trsv {
  static Description description() {
    return {.stem = "trsv",
            .title = "Triangular system",
            .operands = {{.name = OperandName::a, .kind = OperandKind::triangular},
                         {.name = OperandName::x, .access = Access::updates}}};
  }

  static OperationCounts counts(double n) {
    return {.multiplications = triangle(n),
            .additions = triangle(n) - n,
            .references = triangle(n) + 2.0 * n};
  }

  static void call(const auto& to) {
    to.on_matrices(to.lower_triangle(), to.not_transposed(), to.not_unit(), to.n(), to.a(),
                   to.leading(), to.updated_x(), to.increment());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    solve(g, g.x);
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t /*column*/) {
    element.add(in.x(row));
  }
};

}  // namespace strobe::kernels::blas
