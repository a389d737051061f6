// SPDX-License-Identifier: BSD-3-Clause
//
// A BLAS with little more than a matrix product, built several times: with the symbols and the
// integer widths of real libraries, and with the errors that a comparison must survive.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>

#ifdef TINY_BLAS_SYMBOL

using Integer = TINY_BLAS_INTEGER;

namespace {

void multiply(Integer n, const double* a, const double* b, double* c) {
  // An integer of the wrong width has another value; then no product is better than an endless one.
  if (n < 1 || n > 1000) return;
#ifdef TINY_BLAS_CRASHES
  if (n > 8) std::abort();
#endif
#ifdef TINY_BLAS_HANGS
  while (n > 8) {
    const timespec moment{.tv_sec = 0, .tv_nsec = 1000000};
    nanosleep(&moment, nullptr);
  }
#endif
  for (Integer column = 0; column < n; ++column) {
    for (Integer row = 0; row < n; ++row) {
      double sum = TINY_BLAS_ERROR;
      for (Integer k = 0; k < n; ++k) sum += a[row + k * n] * b[k + column * n];
      c[row + column * n] = sum;
    }
  }
}

}  // namespace

#ifdef TINY_BLAS_C
extern "C" void TINY_BLAS_SYMBOL(int, int, int, Integer m, Integer, Integer, double,
                                 const double* a, Integer, const double* b, Integer, double,
                                 double* c, Integer) {
  multiply(m, a, b, c);
}
#else
extern "C" void TINY_BLAS_SYMBOL(const char*, const char*, const Integer* m, const Integer*,
                                 const Integer*, const double*, const double* a, const Integer*,
                                 const double* b, const Integer*, const double*, double* c,
                                 const Integer*) {
  multiply(*m, a, b, c);
}
#endif

#ifdef TINY_BLAS_BATCH
// As in MKL: the products of a batch in one call, in both conventions.
namespace {

void multiply_all(Integer n, const double* a, Integer stride_a, const double* b, Integer stride_b,
                  double* c, Integer stride_c, Integer batch) {
  for (Integer i = 0; i < batch; ++i) {
    multiply(n, a + i * stride_a, b + i * stride_b, c + i * stride_c);
  }
}

}  // namespace

#ifdef TINY_BLAS_C
extern "C" void cblas_dgemm_batch_strided(int, int, int, Integer m, Integer, Integer, double,
                                          const double* a, Integer, Integer stride_a,
                                          const double* b, Integer, Integer stride_b, double,
                                          double* c, Integer, Integer stride_c, Integer batch) {
  multiply_all(m, a, stride_a, b, stride_b, c, stride_c, batch);
}
#else
extern "C" void dgemm_batch_strided_(const char*, const char*, const Integer* m, const Integer*,
                                     const Integer*, const double*, const double* a, const Integer*,
                                     const Integer* stride_a, const double* b, const Integer*,
                                     const Integer* stride_b, const double*, double* c,
                                     const Integer*, const Integer* stride_c,
                                     const Integer* batch) {
  multiply_all(*m, a, *stride_a, b, *stride_b, c, *stride_c, *batch);
}
#endif
#endif

#ifdef TINY_BLAS_LAPACKE
// A Cholesky factorisation of the lower triangle, in LAPACKE's convention.
extern "C" Integer LAPACKE_dpotrf(int, char, Integer n, double* a, Integer leading) {
  for (Integer j = 0; j < n; ++j) {
    double rest = a[j + j * leading];
    for (Integer k = 0; k < j; ++k) rest -= a[j + k * leading] * a[j + k * leading];
    if (!(rest > 0)) return j + 1;
    a[j + j * leading] = std::sqrt(rest);
    for (Integer i = j + 1; i < n; ++i) {
      double sum = a[i + j * leading];
      for (Integer k = 0; k < j; ++k) sum -= a[i + k * leading] * a[j + k * leading];
      a[i + j * leading] = sum / a[j + j * leading];
    }
  }
  return 0;
}
#endif

#ifdef TINY_BLAS_ISAMAX
extern "C" Integer isamax_(const Integer* n, const float*, const Integer*) {
  return *n < 1 ? 0 : 1;
}
#endif

#else

extern "C" void not_a_blas() {}

#endif
