// SPDX-License-Identifier: BSD-3-Clause
//
// gemm_batch_strided: the products of a batch of matrices in one call, as MKL and OpenBLAS have
// it. The batch of every other routine is one call for each problem.
#pragma once

#include <cstdint>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/gemm.hpp"

namespace strobe::kernels::blas {

struct GemmBatchStrided {
  static constexpr bool takes_batch = true;

  static Description description() {
    Description description = Gemm::description();
    description.stem = "gemm_batch_strided";
    description.title = "Matrix products of a batch in one call";
    description.complex_stem = description.stem;
    return description;
  }

  static OperationCounts counts(const ProblemSpec& spec) { return Gemm::counts(spec); }

  static void call(const auto& to) {
    to.on_matrices(to.transposition_a(), to.transposition_b(), to.m(), to.n(), to.k(), to.alpha(),
                   to.a(), to.lda(), to.stride_a(), to.b(), to.ldb(), to.stride_b(), to.beta(),
                   to.updated_c(), to.ldc(), to.stride_c(), to.batch());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    Gemm::reference(g);
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    Gemm::define(element, in, row, column);
  }
};

}  // namespace strobe::kernels::blas
