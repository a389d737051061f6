// SPDX-License-Identifier: BSD-3-Clause
//
// scal: x = alpha x.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Scal {
  static Description description() {
    return {.stem = "scal",
            .title = "Scaled vector",
            .operands = {{.name = OperandName::x, .access = Access::updates}}};
  }

  static OperationCounts counts(double n) {
    return {.multiplications = n, .additions = 0.0, .references = 2.0 * n};
  }

  static void call(const auto& to) {
    to.on_vectors(to.n(), to.alpha(), to.updated_x(), to.increment());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    for (std::int64_t i = 0; i < g.n; ++i) g.x[i] = product(g.alpha, g.x[i]);
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t /*column*/) {
    element.add(in.alpha() * in.x(row));
  }
};

}  // namespace strobe::kernels::blas
