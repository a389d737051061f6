// SPDX-License-Identifier: BSD-3-Clause
//
// dot: the dot product x' y, of complex vectors without conjugation (dotu).
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Dot {
  static Description description() {
    return {.stem = "dot",
            .title = "Dot product",
            .complex_stem = "dotu",
            .returns = Returns::number,
            .operands = {{.name = OperandName::x}, {.name = OperandName::y}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    const auto n = static_cast<double>(spec.n);
    return {.multiplications = n, .additions = n, .references = 2.0 * n};
  }

  static void call(const auto& to) {
    to.returning_number(to.n(), to.x(), to.increment_x(), to.y(), to.increment_y());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    with_vectors(g.x, g.n, g.increment_x, g.y, g.n, g.increment_y, [&](auto x, auto y) {
      T sum{};
      for (std::int64_t i = 0; i < g.n; ++i) sum += product(x[i], y[i]);
      g.result = sum;
    });
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t /*row*/,
                     std::int64_t /*column*/) {
    for (std::int64_t k = 0; k < in.n(); ++k) element.add(in.x(k) * in.y(k));
  }
};

}  // namespace strobe::kernels::blas
