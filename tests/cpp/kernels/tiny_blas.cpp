// SPDX-License-Identifier: BSD-3-Clause
//
// A BLAS that is nothing but a matrix product, built several times: under the names and with the
// integers that libraries really use, and once with a product that is wrong.
#include <cstdint>

#ifdef TINY_BLAS_SYMBOL

using Integer = TINY_BLAS_INTEGER;

extern "C" void TINY_BLAS_SYMBOL(const char*, const char*, const Integer* m, const Integer*,
                                 const Integer*, const double*, const double* a, const Integer*,
                                 const double* b, const Integer*, const double*, double* c,
                                 const Integer*) {
  // An integer of the wrong width reads as something else; better no product than one without end.
  const Integer n = *m;
  if (n < 1 || n > 1000) return;
  for (Integer column = 0; column < n; ++column) {
    for (Integer row = 0; row < n; ++row) {
      double sum = TINY_BLAS_ERROR;
      for (Integer k = 0; k < n; ++k) sum += a[row + k * n] * b[k + column * n];
      c[row + column * n] = sum;
    }
  }
}

#else

extern "C" void not_a_blas() {}

#endif
