// SPDX-License-Identifier: BSD-3-Clause
//
// The list of the routines. A new routine is one file in routines/, its include and one line of the
// list here.
#include "kernels/blas/call.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/axpy.hpp"
#include "kernels/blas/routines/copy.hpp"
#include "kernels/blas/routines/dot.hpp"
#include "kernels/blas/routines/gemm.hpp"
#include "kernels/blas/routines/gemm_batch_strided.hpp"
#include "kernels/blas/routines/gemv.hpp"
#include "kernels/blas/routines/geqrf.hpp"
#include "kernels/blas/routines/ger.hpp"
#include "kernels/blas/routines/getrf.hpp"
#include "kernels/blas/routines/nrm2.hpp"
#include "kernels/blas/routines/potrf.hpp"
#include "kernels/blas/routines/scal.hpp"
#include "kernels/blas/routines/symm.hpp"
#include "kernels/blas/routines/symv.hpp"
#include "kernels/blas/routines/syr2k.hpp"
#include "kernels/blas/routines/syrk.hpp"
#include "kernels/blas/routines/trsm.hpp"
#include "kernels/blas/routines/trsv.hpp"

namespace strobe::kernels::blas {

template <class Definition>
Routine Routine::of() {
  const auto of_type = []<class T>(T) {
    Implementation<T> code{.call = &blas::call<Definition, T>,
                           .reference = &Definition::template reference<T>,
                           .define = &Definition::template define<T>,
                           .reproduce = nullptr};
    if constexpr (requires { &Definition::template reproduce<T>; }) {
      code.reproduce = &Definition::template reproduce<T>;
    }
    return code;
  };
  return {Definition::description(),
          &Definition::counts,
          {of_type(double{}), of_type(float{}), of_type(std::complex<float>{}),
           of_type(std::complex<double>{})}};
}

const std::vector<Routine>& routines() {
  static const std::vector<Routine> all{
      Routine::of<Axpy>(),   //
      Routine::of<Dot>(),    //
      Routine::of<Scal>(),   //
      Routine::of<Copy>(),   //
      Routine::of<Nrm2>(),   //
      Routine::of<Gemv>(),   //
      Routine::of<Ger>(),    //
      Routine::of<Trsv>(),   //
      Routine::of<Symv>(),   //
      Routine::of<Gemm>(),   //
      Routine::of<Trsm>(),   //
      Routine::of<Syrk>(),   //
      Routine::of<Syr2k>(),  //
      Routine::of<Symm>(),   //
      Routine::of<GemmBatchStrided>(),
      Routine::of<Getrf>(),  //
      Routine::of<Potrf>(),  //
      Routine::of<Geqrf>(),
  };
  return all;
}

}  // namespace strobe::kernels::blas
