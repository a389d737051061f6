// SPDX-License-Identifier: BSD-3-Clause
//
// nrm2: the Euclidean norm of x, a real number also where x is complex.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"

namespace strobe::kernels::blas {

struct Nrm2 {
  static Description description() {
    return {.stem = "nrm2",
            .title = "Euclidean norm",
            .returns = Returns::real_number,
            .has_positive_increments_only = true,
            .operands = {{.name = OperandName::x}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    const auto n = static_cast<double>(spec.n);
    return {.multiplications = n, .additions = n, .references = n};
  }

  static void call(const auto& to) { to.returning_real_number(to.n(), to.x(), to.increment_x()); }

  template <class T>
  static void reference(Arguments<T>& g) {
    // Scaled by the largest element so far, so that no square overflows.
    auto scale = std::abs(T{});
    auto sum = scale + 1;
    const auto add = [&](auto part) {
      if (part == 0) return;
      const auto size = std::abs(part);
      if (scale < size) {
        sum = 1 + sum * (scale / size) * (scale / size);
        scale = size;
      } else {
        sum += (size / scale) * (size / scale);
      }
    };
    with_vector(g.x, g.n, g.increment_x, [&](auto x) {
      for (std::int64_t i = 0; i < g.n; ++i) {
        add(std::real(x[i]));
        if constexpr (is_complex_number<T>) add(std::imag(x[i]));
      }
    });
    g.result = scale * std::sqrt(sum);
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t /*row*/,
                     std::int64_t /*column*/) {
    for (std::int64_t k = 0; k < in.n(); ++k) element.add(std::norm(in.x(k)));
    element.value = std::sqrt(element.value);
    element.magnitude = std::abs(element.value);
  }
};

}  // namespace strobe::kernels::blas
