// SPDX-License-Identifier: BSD-3-Clause
//
// What the reference loops of several routines share. The loops are those of netlib's Fortran, in
// the same order and as simple: vendors' libraries are compared with them (BLASBench, section 1.2:
// how efficient is the compiler, how good the library?).
#pragma once

#include <complex>
#include <cstdint>

#include "kernels/blas/routine.hpp"

namespace strobe::kernels::blas {

/// A product without the test for infinities that C++ makes in a complex one.
template <class T>
T product(T a, T b) {
  return a * b;
}
template <class T>
std::complex<T> product(std::complex<T> a, std::complex<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

template <class T>
T conjugate(T a) {
  return a;
}
template <class T>
std::complex<T> conjugate(std::complex<T> a) {
  return std::conj(a);
}

/// Multiplies a column from row `first` on with beta. With beta = 0 it is set to 0, also where an
/// element is not a number.
template <class T>
void scale_result(const Arguments<T>& g, T* column, std::int64_t first = 0) {
  for (std::int64_t i = first; i < g.n; ++i) {
    column[i] = g.beta == T{} ? T{} : product(g.beta, column[i]);
  }
}

/// Solves the lower triangular system A x = b, with b in `x` before and x after the call.
template <class T>
void solve(const Arguments<T>& g, T* x) {
  for (std::int64_t j = 0; j < g.n; ++j) {
    if (x[j] == T{}) continue;
    const T* const column = g.a + j * g.leading;
    x[j] /= column[j];
    for (std::int64_t i = j + 1; i < g.n; ++i) x[i] -= product(x[j], column[i]);
  }
}

/// Number of elements of the lower triangle of a matrix of order n.
[[nodiscard]] constexpr double triangle(double n) { return n * (n + 1.0) / 2.0; }

}  // namespace strobe::kernels::blas
