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
            .alphas = scaling_alphas,
            .has_positive_increments_only = true,
            .compounds = true,
            .operands = {{.name = OperandName::x, .access = Access::updates}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    const auto n = static_cast<double>(spec.n);
    return {.multiplications = computes(spec) * n,
            .additions = 0.0,
            .references = (1.0 + computes(spec)) * n};
  }

  static void call(const auto& to) {
    to.on_vectors(to.n(), to.alpha(), to.updated_x(), to.increment_x());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    with_vector(g.x, g.n, g.increment_x, [&](auto x) {
      for (std::int64_t i = 0; i < g.n; ++i) x[i] = product(g.alpha, x[i]);
    });
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t /*column*/) {
    in.add_sum(element, 1, [&](std::int64_t) { return in.x(row); });
  }
};

}  // namespace strobe::kernels::blas
