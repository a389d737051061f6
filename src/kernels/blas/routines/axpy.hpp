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
            .alphas = scaling_alphas,
            .operands = {{.name = OperandName::x},
                         {.name = OperandName::y, .access = Access::updates}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    const double n = computes(spec) * static_cast<double>(spec.n);
    return {.multiplications = n, .additions = n, .references = 3.0 * n};
  }

  static void call(const auto& to) {
    to.on_vectors(to.n(), to.alpha(), to.x(), to.increment_x(), to.updated_y(), to.increment_y());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    if (g.alpha == T{}) return;
    with_vectors(g.x, g.n, g.increment_x, g.y, g.n, g.increment_y, [&](auto x, auto y) {
      for (std::int64_t i = 0; i < g.n; ++i) y[i] += product(g.alpha, x[i]);
    });
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t /*column*/) {
    in.add_sum(element, 1, [&](std::int64_t) { return in.x(row); });
    element.add(in.y(row));
  }
};

}  // namespace strobe::kernels::blas
