// SPDX-License-Identifier: BSD-3-Clause
//
// copy: y = x.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Copy {
  static Description description() {
    return {
        .stem = "copy",
        .title = "Copied vector",
        .operands = {{.name = OperandName::x}, {.name = OperandName::y, .access = Access::writes}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    return {
        .multiplications = 0.0, .additions = 0.0, .references = 2.0 * static_cast<double>(spec.n)};
  }

  static void call(const auto& to) {
    to.on_vectors(to.n(), to.x(), to.increment_x(), to.updated_y(), to.increment_y());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    with_vectors(g.x, g.n, g.increment_x, g.y, g.n, g.increment_y, [&](auto x, auto y) {
      for (std::int64_t i = 0; i < g.n; ++i) y[i] = x[i];
    });
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t /*column*/) {
    element.add(in.x(row));
  }
};

}  // namespace strobe::kernels::blas
