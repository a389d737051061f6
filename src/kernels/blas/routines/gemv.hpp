// SPDX-License-Identifier: BSD-3-Clause
//
// gemv: y = alpha op(A) x + beta y.
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
            .transpositions = {Transposition::n, Transposition::t, Transposition::c},
            .alphas = usual_alphas,
            .betas = usual_betas,
            .has_m = true,
            .operands = {
                {.name = OperandName::a,
                 .kind = OperandKind::matrix,
                 .rows = Extent::m,
                 .columns = Extent::n},
                {.name = OperandName::x, .rows = Extent::op_columns},
                {.name = OperandName::y, .access = Access::accumulates, .rows = Extent::op_rows}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    const auto m = static_cast<double>(spec.rows());
    const auto n = static_cast<double>(spec.n);
    const bool transposes = transposes_a(spec.transposition);
    return accumulated(spec, m * n, m * n + (transposes ? m : n), transposes ? n : m);
  }

  static void call(const auto& to) {
    to.on_matrices(to.transposition_a(), to.m(), to.n(), to.alpha(), to.a(), to.lda(), to.x(),
                   to.increment_x(), to.beta(), to.updated_y(), to.increment_y());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    const bool transposes = transposes_a(g.transposition);
    const bool conjugates = conjugates_a(g.transposition);
    const std::int64_t rows = transposes ? g.n : g.m;
    const std::int64_t columns = transposes ? g.m : g.n;
    with_vectors(g.x, columns, g.increment_x, g.y, rows, g.increment_y, [&](auto x, auto y) {
      scale_result(g, y, {0, rows});
      if (g.alpha == T{}) return;
      for (std::int64_t j = 0; j < g.n; ++j) {
        const T* const column = g.a + j * g.lda;
        if (transposes) {
          T sum{};
          for (std::int64_t i = 0; i < g.m; ++i) {
            sum += product(conjugate_if(conjugates, column[i]), x[i]);
          }
          y[j] += product(g.alpha, sum);
        } else {
          const T factor = product(g.alpha, x[j]);
          for (std::int64_t i = 0; i < g.m; ++i) y[i] += product(factor, column[i]);
        }
      }
    });
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t /*column*/) {
    const std::int64_t columns = transposes_a(in.spec().transposition) ? in.m() : in.n();
    in.add_sum(element, columns, [&](std::int64_t k) { return in.op_a(row, k) * in.x(k); });
    in.add_scaled_result(element, row);
  }
};

}  // namespace strobe::kernels::blas
