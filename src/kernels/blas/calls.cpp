// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/calls.hpp"

#include <complex>
#include <cstddef>

#include "base/opaque.hpp"

namespace strobe::kernels::blas {
namespace {

template <class T>
struct RealOf {
  using type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
  using type = T;
};
template <class T>
using Real = typename RealOf<T>::type;

/// The routine at `symbol`, called with these arguments again and again.
template <class Result, class... Given>
void repeat(void* symbol, std::int64_t repetitions, Given... given) {
  const auto routine = reinterpret_cast<Result (*)(Given...)>(symbol);
  base::repeat(repetitions, [&] { routine(given...); });
}

template <class Result, class Into, class... Given>
void repeat_for(void* symbol, std::int64_t repetitions, Into& into, Given... given) {
  const auto routine = reinterpret_cast<Result (*)(Given...)>(symbol);
  base::repeat(repetitions, [&] { into = routine(given...); });
}

/// Everything by its address. The lengths of the arguments that are characters follow the others,
/// as gfortran and its relatives expect; others do not look at them.
template <class T, class Integer>
void call_fortran(Routine routine, void* symbol, Arguments<T>& g, std::int64_t repetitions) {
  const auto order = static_cast<Integer>(g.n);
  const auto rows = static_cast<Integer>(g.leading);
  const Integer one = 1;
  const Integer* const n = &order;
  const Integer* const ld = &rows;
  const Integer* const inc = &one;
  const T* const alpha = &g.alpha;
  const T* const beta = &g.beta;
  const T* const a = g.a;
  const T* const b = g.b;
  const T* const x = g.x;
  const char* const ta = transposes_a(g.form) ? "T" : "N";
  const char* const tb = transposes_b(g.form) ? "T" : "N";
  const char* const lower = "L";
  const char* const left = "L";
  const char* const plain = "N";
  constexpr std::size_t length = 1;
  switch (routine) {
    case Routine::axpy:
      return repeat<void>(symbol, repetitions, n, alpha, x, inc, g.y, inc);
    case Routine::dot:
      return repeat_for<T>(symbol, repetitions, g.result, n, x, inc, static_cast<const T*>(g.y),
                           inc);
    case Routine::scal:
      return repeat<void>(symbol, repetitions, n, alpha, g.x, inc);
    case Routine::copy:
      return repeat<void>(symbol, repetitions, n, x, inc, g.y, inc);
    case Routine::nrm2:
      return repeat_for<Real<T>>(symbol, repetitions, g.result, n, x, inc);
    case Routine::gemv:
      return repeat<void>(symbol, repetitions, ta, n, n, alpha, a, ld, x, inc, beta, g.y, inc,
                          length);
    case Routine::ger:
      return repeat<void>(symbol, repetitions, n, n, alpha, x, inc, static_cast<const T*>(g.y), inc,
                          g.a, ld);
    case Routine::trsv:
      return repeat<void>(symbol, repetitions, lower, plain, plain, n, a, ld, g.x, inc, length,
                          length, length);
    case Routine::symv:
      return repeat<void>(symbol, repetitions, lower, n, alpha, a, ld, x, inc, beta, g.y, inc,
                          length);
    case Routine::gemm:
      return repeat<void>(symbol, repetitions, ta, tb, n, n, n, alpha, a, ld, b, ld, beta, g.c, ld,
                          length, length);
    case Routine::trsm:
      return repeat<void>(symbol, repetitions, left, lower, plain, plain, n, n, alpha, a, ld, g.b,
                          ld, length, length, length, length);
    case Routine::syrk:
      return repeat<void>(symbol, repetitions, lower, plain, n, n, alpha, a, ld, beta, g.c, ld,
                          length, length);
    case Routine::syr2k:
      return repeat<void>(symbol, repetitions, lower, plain, n, n, alpha, a, ld, b, ld, beta, g.c,
                          ld, length, length);
    case Routine::symm:
      return repeat<void>(symbol, repetitions, left, lower, n, n, alpha, a, ld, b, ld, beta, g.c,
                          ld, length, length);
  }
}

// The values of CBLAS's enumerations, which every implementation shares.
enum Order : int { column_major = 102 };
enum Transpose : int { no_trans = 111, trans = 112 };
enum Uplo : int { lower_triangle = 122 };
enum Diagonal : int { non_unit = 131 };
enum Side : int { left_side = 141 };

/// Numbers by value where they are real, by their address where they are complex.
template <class T>
auto number(const T& value) {
  if constexpr (is_complex_number<T>) {
    return static_cast<const void*>(&value);
  } else {
    return value;
  }
}

template <class T, class Integer>
void call_c(Routine routine, void* symbol, Arguments<T>& g, std::int64_t repetitions) {
  const auto n = static_cast<Integer>(g.n);
  const auto ld = static_cast<Integer>(g.leading);
  const Integer inc = 1;
  const auto alpha = number(g.alpha);
  const auto beta = number(g.beta);
  const T* const a = g.a;
  const T* const b = g.b;
  const T* const x = g.x;
  const Transpose ta = transposes_a(g.form) ? trans : no_trans;
  const Transpose tb = transposes_b(g.form) ? trans : no_trans;
  switch (routine) {
    case Routine::axpy:
      return repeat<void>(symbol, repetitions, n, alpha, x, inc, g.y, inc);
    case Routine::dot:
      if constexpr (is_complex_number<T>) {
        return repeat<void>(symbol, repetitions, n, x, inc, static_cast<const T*>(g.y), inc,
                            &g.result);
      } else {
        return repeat_for<T>(symbol, repetitions, g.result, n, x, inc, static_cast<const T*>(g.y),
                             inc);
      }
    case Routine::scal:
      return repeat<void>(symbol, repetitions, n, alpha, g.x, inc);
    case Routine::copy:
      return repeat<void>(symbol, repetitions, n, x, inc, g.y, inc);
    case Routine::nrm2:
      return repeat_for<Real<T>>(symbol, repetitions, g.result, n, x, inc);
    case Routine::gemv:
      return repeat<void>(symbol, repetitions, column_major, ta, n, n, alpha, a, ld, x, inc, beta,
                          g.y, inc);
    case Routine::ger:
      return repeat<void>(symbol, repetitions, column_major, n, n, alpha, x, inc,
                          static_cast<const T*>(g.y), inc, g.a, ld);
    case Routine::trsv:
      return repeat<void>(symbol, repetitions, column_major, lower_triangle, no_trans, non_unit, n,
                          a, ld, g.x, inc);
    case Routine::symv:
      return repeat<void>(symbol, repetitions, column_major, lower_triangle, n, alpha, a, ld, x,
                          inc, beta, g.y, inc);
    case Routine::gemm:
      return repeat<void>(symbol, repetitions, column_major, ta, tb, n, n, n, alpha, a, ld, b, ld,
                          beta, g.c, ld);
    case Routine::trsm:
      return repeat<void>(symbol, repetitions, column_major, left_side, lower_triangle, no_trans,
                          non_unit, n, n, alpha, a, ld, g.b, ld);
    case Routine::syrk:
      return repeat<void>(symbol, repetitions, column_major, lower_triangle, no_trans, n, n, alpha,
                          a, ld, beta, g.c, ld);
    case Routine::syr2k:
      return repeat<void>(symbol, repetitions, column_major, lower_triangle, no_trans, n, n, alpha,
                          a, ld, b, ld, beta, g.c, ld);
    case Routine::symm:
      return repeat<void>(symbol, repetitions, column_major, left_side, lower_triangle, n, n, alpha,
                          a, ld, b, ld, beta, g.c, ld);
  }
}

}  // namespace

template <class T>
void call(Routine routine, const Entry& entry, Arguments<T>& arguments, std::int64_t repetitions) {
  const auto as = [&]<class Integer>(Integer) {
    if (entry.convention == Convention::fortran) {
      call_fortran<T, Integer>(routine, entry.symbol, arguments, repetitions);
    } else {
      call_c<T, Integer>(routine, entry.symbol, arguments, repetitions);
    }
  };
  if (entry.has_long_integers) {
    as(std::int64_t{});
  } else {
    as(std::int32_t{});
  }
}

template void call(Routine, const Entry&, Arguments<float>&, std::int64_t);
template void call(Routine, const Entry&, Arguments<double>&, std::int64_t);
template void call(Routine, const Entry&, Arguments<std::complex<float>>&, std::int64_t);
template void call(Routine, const Entry&, Arguments<std::complex<double>>&, std::int64_t);

}  // namespace strobe::kernels::blas
