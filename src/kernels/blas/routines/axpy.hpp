// SPDX-License-Identifier: BSD-3-Clause
//
// axpy: y = alpha x + y.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Axpy {
  static Description description() {
    return {.stem = "axpy",
            .title = "Vector plus scaled vector",
            .operands = {{.name = OperandName::x},
                         {.name = OperandName::y, .access = Access::updates}}};
  }

  static OperationCounts counts(double n) {
    return {.multiplications = n, .additions = n, .references = 3.0 * n};
  }

  static void call(const auto& to) {
    to.on_vectors(to.n(), to.alpha(), to.x(), to.increment(), to.updated_y(), to.increment());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    for (std::int64_t i = 0; i < g.n; ++i) g.y[i] += product(g.alpha, g.x[i]);
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t /*column*/) {
    element.add(in.alpha() * in.x(row));
    element.add(in.y(row));
  }
};

}  // namespace strobe::kernels::blas
