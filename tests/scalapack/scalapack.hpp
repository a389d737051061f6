// SPDX-License-Identifier: BSD-3-Clause
// The routines of ScaLAPACK that the client calls, under one name for all types of elements.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace strobe::scalapack {

// gfortran hands over the length of every text behind the other arguments.
using Length = std::size_t;

extern "C" {
#define STROBE_SCALAPACK_COPY(letter, Element)                                         \
  void p##letter##gemr2d_(const int* m, const int* n, const Element* a, const int* ia, \
                          const int* ja, const int* desca, Element* b, const int* ib,  \
                          const int* jb, const int* descb, const int* context);
#define STROBE_SCALAPACK(letter, Element, unitary)                                                 \
  STROBE_SCALAPACK_COPY(letter, Element)                                                           \
  void p##letter##gesv_(const int* n, const int* nrhs, Element* a, const int* ia, const int* ja,   \
                        const int* desca, int* pivots, Element* b, const int* ib, const int* jb,   \
                        const int* descb, int* info);                                              \
  void p##letter##potrf_(const char* uplo, const int* n, Element* a, const int* ia, const int* ja, \
                         const int* desca, int* info, Length);                                     \
  void p##letter##potrs_(const char* uplo, const int* n, const int* nrhs, const Element* a,        \
                         const int* ia, const int* ja, const int* desca, Element* b,               \
                         const int* ib, const int* jb, const int* descb, int* info, Length);       \
  void p##letter##geqrf_(const int* m, const int* n, Element* a, const int* ia, const int* ja,     \
                         const int* desca, Element* tau, Element* work, const int* lwork,          \
                         int* info);                                                               \
  void p##letter##unitary##_(const int* m, const int* n, const int* k, Element* a, const int* ia,  \
                             const int* ja, const int* desca, const Element* tau, Element* work,   \
                             const int* lwork, int* info);
#define STROBE_SCALAPACK_SYMMETRIC(letter, Real)                                                  \
  void p##letter##syev_(const char* jobz, const char* uplo, const int* n, Real* a, const int* ia, \
                        const int* ja, const int* desca, Real* w, Real* z, const int* iz,         \
                        const int* jz, const int* descz, Real* work, const int* lwork, int* info, \
                        Length, Length);
#define STROBE_SCALAPACK_HERMITIAN(letter, Real)                                                 \
  void p##letter##heev_(const char* jobz, const char* uplo, const int* n, std::complex<Real>* a, \
                        const int* ia, const int* ja, const int* desca, Real* w,                 \
                        std::complex<Real>* z, const int* iz, const int* jz, const int* descz,   \
                        std::complex<Real>* work, const int* lwork, Real* rwork,                 \
                        const int* lrwork, int* info, Length, Length);

STROBE_SCALAPACK_COPY(i, int)
STROBE_SCALAPACK(s, float, orgqr)
STROBE_SCALAPACK(d, double, orgqr)
STROBE_SCALAPACK(c, std::complex<float>, ungqr)
STROBE_SCALAPACK(z, std::complex<double>, ungqr)
STROBE_SCALAPACK_SYMMETRIC(s, float)
STROBE_SCALAPACK_SYMMETRIC(d, double)
STROBE_SCALAPACK_HERMITIAN(c, float)
STROBE_SCALAPACK_HERMITIAN(z, double)
#undef STROBE_SCALAPACK_COPY
#undef STROBE_SCALAPACK
#undef STROBE_SCALAPACK_SYMMETRIC
#undef STROBE_SCALAPACK_HERMITIAN
}

template <class Element>
struct Routines;

template <>
struct Routines<int> {
  static constexpr auto prefix = "pi";
  static constexpr auto gemr2d = pigemr2d_;
};

template <>
struct Routines<float> {
  using Real = float;
  static constexpr auto prefix = "ps";
  static constexpr auto gesv = psgesv_;
  static constexpr auto potrf = pspotrf_;
  static constexpr auto potrs = pspotrs_;
  static constexpr auto geqrf = psgeqrf_;
  static constexpr auto unitary = psorgqr_;
  static constexpr auto eigen = pssyev_;
  static constexpr auto eigen_name = "syev";
  static constexpr auto gemr2d = psgemr2d_;
};

template <>
struct Routines<double> {
  using Real = double;
  static constexpr auto prefix = "pd";
  static constexpr auto gesv = pdgesv_;
  static constexpr auto potrf = pdpotrf_;
  static constexpr auto potrs = pdpotrs_;
  static constexpr auto geqrf = pdgeqrf_;
  static constexpr auto unitary = pdorgqr_;
  static constexpr auto eigen = pdsyev_;
  static constexpr auto eigen_name = "syev";
  static constexpr auto gemr2d = pdgemr2d_;
};

template <>
struct Routines<std::complex<float>> {
  using Real = float;
  static constexpr auto prefix = "pc";
  static constexpr auto gesv = pcgesv_;
  static constexpr auto potrf = pcpotrf_;
  static constexpr auto potrs = pcpotrs_;
  static constexpr auto geqrf = pcgeqrf_;
  static constexpr auto unitary = pcungqr_;
  static constexpr auto eigen = pcheev_;
  static constexpr auto eigen_name = "heev";
  static constexpr auto gemr2d = pcgemr2d_;
};

template <>
struct Routines<std::complex<double>> {
  using Real = double;
  static constexpr auto prefix = "pz";
  static constexpr auto gesv = pzgesv_;
  static constexpr auto potrf = pzpotrf_;
  static constexpr auto potrs = pzpotrs_;
  static constexpr auto geqrf = pzgeqrf_;
  static constexpr auto unitary = pzungqr_;
  static constexpr auto eigen = pzheev_;
  static constexpr auto eigen_name = "heev";
  static constexpr auto gemr2d = pzgemr2d_;
};

}  // namespace strobe::scalapack
