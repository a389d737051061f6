// SPDX-License-Identifier: BSD-3-Clause
//
// What the reference loops of several routines share. The loops are those of netlib's Fortran, in
// the same order and as simple: vendors' libraries are compared with them (BLASBench, section 1.2:
// how efficient is the compiler, how good the library?).
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <type_traits>

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

/// The number, conjugated where op conjugates its matrix.
template <class T>
T conjugate_if(bool conjugates, T a) {
  return conjugates ? conjugate(a) : a;
}

/// A vector with a distance between its elements; with a negative one the last element comes first.
template <class T, class Increment>
class Strided {
 public:
  Strided(T* operand, std::int64_t count, Increment increment)
      : first_(operand + (increment < 0 ? (1 - count) * increment : 0)), increment_(increment) {}
  T& operator[](std::int64_t i) const { return first_[i * increment_]; }

 private:
  T* first_;
  [[no_unique_address]] Increment increment_;
};

using Adjacent = std::integral_constant<std::int64_t, 1>;

/// Calls `loop` with the vectors. Vectors of adjacent elements have a type of their own, so that
/// the compiler sees a loop without a stride, as in netlib's Fortran.
template <class T>
void with_vector(T* x, std::int64_t count, std::int64_t increment, auto&& loop) {
  if (increment == 1) return loop(Strided<T, Adjacent>(x, count, {}));
  loop(Strided<T, std::int64_t>(x, count, increment));
}
template <class T>
void with_vectors(T* x, std::int64_t count_x, std::int64_t increment_x, T* y, std::int64_t count_y,
                  std::int64_t increment_y, auto&& loop) {
  if (increment_x == 1 && increment_y == 1) {
    return loop(Strided<T, Adjacent>(x, count_x, {}), Strided<T, Adjacent>(y, count_y, {}));
  }
  loop(Strided<T, std::int64_t>(x, count_x, increment_x),
       Strided<T, std::int64_t>(y, count_y, increment_y));
}

/// A range of rows.
struct Rows {
  std::int64_t first;
  std::int64_t end;
};

/// The rows of column `column` that are stored beside the diagonal, of a matrix of order `order`.
[[nodiscard]] inline Rows beside_diagonal(bool is_lower, std::int64_t column, std::int64_t order) {
  return is_lower ? Rows{column + 1, order} : Rows{0, column};
}

/// The same with the diagonal.
[[nodiscard]] inline Rows stored_rows(bool is_lower, std::int64_t column, std::int64_t order) {
  return is_lower ? Rows{column, order} : Rows{0, column + 1};
}

/// Multiplies some rows of a column with beta. With beta = 0 they are set to 0, also where an
/// element is not a number.
template <class T>
void scale_result(const Arguments<T>& g, auto&& column, Rows rows) {
  if (g.beta == T{1}) return;
  for (std::int64_t i = rows.first; i < rows.end; ++i) {
    column[i] = g.beta == T{} ? T{} : product(g.beta, column[i]);
  }
}

/// Solves op(A) x = b with a triangular A of order `order`, with b in `x` before and x after.
template <class T>
void solve(const Arguments<T>& g, std::int64_t order, auto&& x) {
  const bool transposes = transposes_a(g.transposition);
  const bool conjugates = conjugates_a(g.transposition);
  const bool is_unit = g.diag == Diag::unit;
  // A lower triangular system is solved from the first equation on; transposed it is an upper one.
  const bool is_forward = g.is_lower() != transposes;
  for (std::int64_t step = 0; step < order; ++step) {
    const std::int64_t j = is_forward ? step : order - 1 - step;
    const T* const column = g.a + j * g.lda;
    const Rows rows = beside_diagonal(g.is_lower(), j, order);
    if (transposes) {
      T sum = x[j];
      for (std::int64_t i = rows.first; i < rows.end; ++i) {
        sum -= product(conjugate_if(conjugates, column[i]), T(x[i]));
      }
      x[j] = is_unit ? sum : sum / conjugate_if(conjugates, column[j]);
      continue;
    }
    if (x[j] == T{}) continue;
    if (!is_unit) x[j] /= column[j];
    for (std::int64_t i = rows.first; i < rows.end; ++i) x[i] -= product(T(x[j]), column[i]);
  }
}

/// Number of elements of one triangle of a matrix of order n.
[[nodiscard]] constexpr double triangle(double n) { return n * (n + 1.0) / 2.0; }

/// What a routine computes: 0 for alpha = 0, which leaves the product out, else 1.
[[nodiscard]] inline double computes(const ProblemSpec& spec) {
  return spec.alpha == Scalar::zero ? 0.0 : 1.0;
}

/// How often an element of a result is referred to that is beta times itself plus a product: read
/// unless beta is 0, and written unless it stays.
[[nodiscard]] inline double result_references(const ProblemSpec& spec) {
  if (spec.beta == Scalar::zero) return 1.0;
  return spec.beta == Scalar::one && spec.alpha == Scalar::zero ? 0.0 : 2.0;
}

/// Multiplications of such an element by beta.
[[nodiscard]] inline double result_multiplications(const ProblemSpec& spec) {
  return spec.beta == Scalar::zero || spec.beta == Scalar::one ? 0.0 : 1.0;
}

/// The counts of C = alpha (a product of `operations` multiplications and additions, which reads
/// `references` elements) + beta C, where `elements` of C are stored.
[[nodiscard]] inline OperationCounts accumulated(const ProblemSpec& spec, double operations,
                                                 double references, double elements) {
  return {.multiplications = computes(spec) * operations + result_multiplications(spec) * elements,
          .additions = computes(spec) * operations,
          .references = computes(spec) * references + result_references(spec) * elements};
}

}  // namespace strobe::kernels::blas
