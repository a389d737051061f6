// SPDX-License-Identifier: BSD-3-Clause
//
// trsv: solves op(A) x = b with a triangular A; x replaces b.
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
            .transpositions = {Transposition::n, Transposition::t, Transposition::c},
            .has_uplo = true,
            .has_diag = true,
            .operands = {
                {.name = OperandName::a, .kind = OperandKind::triangular, .columns = Extent::n},
                {.name = OperandName::x, .access = Access::updates}}};
  }

  static OperationCounts counts(const ProblemSpec& spec) {
    const auto n = static_cast<double>(spec.n);
    const double diagonal = spec.diag == Diag::unit ? n : 0.0;
    return {.multiplications = triangle(n) - diagonal,
            .additions = triangle(n) - n,
            .references = triangle(n) - diagonal + 2.0 * n};
  }

  static void call(const auto& to) {
    to.on_matrices(to.uplo(), to.transposition_a(), to.diag(), to.n(), to.a(), to.lda(),
                   to.updated_x(), to.increment_x());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    with_vector(g.x, g.n, g.increment_x, [&](auto x) { solve(g, g.n, x); });
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t /*column*/) {
    element.add(in.x(row));
  }

  /// An element of op(A) x.
  template <class T>
  static void reproduce(Expected<T>& element, const Inputs<T>& in, const Outputs<T>& out,
                        std::int64_t row, std::int64_t /*column*/) {
    for (std::int64_t k = 0; k < in.n(); ++k) element.add(in.op_a(row, k) * out.at(k, 0));
  }
};

}  // namespace strobe::kernels::blas
