// SPDX-License-Identifier: BSD-3-Clause
//
// Calls of BLAS routines whose address was found at run time: in Fortran's convention and in C's,
// with integers of both widths, each the loop that a person would write by hand.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/blas/routine.hpp"

namespace strobe::kernels::blas {

/// Of the types of the BLAS, those that are not real.
template <class T>
inline constexpr bool is_complex_number = !std::is_floating_point_v<T>;

/// What a routine is called with. Matrices lie column by column, `leading` elements apart; what a
/// routine does not use is null.
template <class T>
struct Arguments {
  std::int64_t n = 0;
  std::int64_t leading = 0;
  Form form = Form::n;
  T alpha{};
  T beta{};
  T* a = nullptr;
  T* b = nullptr;
  T* c = nullptr;
  T* x = nullptr;
  T* y = nullptr;
  T result{};  ///< what dot and nrm2 give back
};

enum class Convention { fortran, c };

/// A routine in a library.
struct Entry {
  void* symbol = nullptr;
  Convention convention = Convention::fortran;
  bool has_long_integers = false;
};

/// Calls it so many times, one after the other.
template <class T>
void call(Routine routine, const Entry& entry, Arguments<T>& arguments, std::int64_t repetitions);

}  // namespace strobe::kernels::blas
