// SPDX-License-Identifier: BSD-3-Clause
//
// The values of a problem's operands before a call, and one element of the result as the routine's
// definition gives it. Values follow from the seed and the place, so that a check can ask for any
// of them without a copy of the operands.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>

#include "kernels/blas/routine.hpp"

namespace strobe::kernels::blas {

/// Arithmetic of a higher precision than that of T.
template <class T>
struct Wider {
  using type = long double;
  using real = T;
};
template <class T>
struct Wider<std::complex<T>> {
  using type = std::complex<long double>;
  using real = T;
};
template <class T>
using Wide = typename Wider<T>::type;

/// Size and layout of the operands of one problem.
struct Task {
  Type type = Type::d;
  Transposition transposition = Transposition::n;
  std::int64_t n = 1;
  std::int64_t leading = 1;       ///< distance of two columns of a matrix, in elements
  std::int64_t offset_bytes = 0;  ///< of the first element of each operand in its page
  std::uint64_t seed = 0;
};

/// An element of the result by the routine's definition.
template <class T>
struct Expected {
  Wide<T> value{};
  long double magnitude = 0;  ///< the sum of the magnitudes of the terms
  std::int64_t terms = 0;

  void add(Wide<T> term) {
    value += term;
    magnitude += std::abs(term);
    ++terms;
  }
};

template <class T>
class Inputs {
 public:
  /// The routine must outlive the inputs.
  Inputs(const Routine& routine, const Task& task);

  [[nodiscard]] std::int64_t n() const { return task_.n; }
  [[nodiscard]] Wide<T> alpha() const { return Wide<T>(scaling()); }
  /// Elements of the matrices, with the upper triangle of a symmetric or Hermitian one.
  [[nodiscard]] Wide<T> a(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] Wide<T> b(std::int64_t row, std::int64_t column) const;
  /// Elements of the matrices that the routine multiplies, which may be transposed.
  [[nodiscard]] Wide<T> op_a(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] Wide<T> op_b(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] Wide<T> x(std::int64_t row) const;
  [[nodiscard]] Wide<T> y(std::int64_t row) const;

  /// The value that is stored at a place that the routine reads.
  [[nodiscard]] T stored(const Operand& operand, std::int64_t row, std::int64_t column) const;
  /// The argument alpha.
  [[nodiscard]] T scaling() const;

 private:
  [[nodiscard]] Wide<T> stored(OperandName name, std::int64_t row, std::int64_t column) const;

  const Routine& routine_;
  Task task_;
};

}  // namespace strobe::kernels::blas
