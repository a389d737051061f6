// SPDX-License-Identifier: BSD-3-Clause
//
// The values of a problem's operands before a call, and one element of the result by the routine's
// definition. Values are computed from the seed and the index, so that a check needs no copy of the
// operands.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>

#include "kernels/blas/routine.hpp"

namespace strobe::kernels::blas {

/// Types of a higher precision than T.
template <class T>
struct PrecisionTraits {
  using type = long double;
  using real = T;
};
template <class T>
struct PrecisionTraits<std::complex<T>> {
  using type = std::complex<long double>;
  using real = T;
};
template <class T>
using Extended = typename PrecisionTraits<T>::type;

/// Size and layout of the operands of one problem.
struct ProblemSpec {
  Type type = Type::d;
  Transposition transposition = Transposition::n;
  std::int64_t n = 1;
  std::int64_t leading = 1;       ///< distance between two columns of a matrix, in elements
  std::int64_t offset_bytes = 0;  ///< offset of each operand's first element in its page
  std::uint64_t seed = 0;
};

/// An element of the result by the routine's definition.
template <class T>
struct Expected {
  Extended<T> value{};
  long double magnitude = 0;  ///< the sum of the magnitudes of the terms
  std::int64_t terms = 0;

  void add(Extended<T> term) {
    value += term;
    magnitude += std::abs(term);
    ++terms;
  }
};

template <class T>
class Inputs {
 public:
  /// The routine must outlive the inputs.
  Inputs(const Routine& routine, const ProblemSpec& spec);

  [[nodiscard]] std::int64_t n() const { return spec_.n; }
  [[nodiscard]] Extended<T> alpha() const { return Extended<T>(scaling()); }
  /// Elements of the matrices; the upper triangle of a symmetric or Hermitian matrix is mirrored.
  [[nodiscard]] Extended<T> a(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] Extended<T> b(std::int64_t row, std::int64_t column) const;
  /// Elements of the matrices that the routine multiplies, transposed if the routine transposes
  /// them.
  [[nodiscard]] Extended<T> op_a(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] Extended<T> op_b(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] Extended<T> x(std::int64_t row) const;
  [[nodiscard]] Extended<T> y(std::int64_t row) const;

  /// The value that is stored at an index that the routine reads.
  [[nodiscard]] T stored(const Operand& operand, std::int64_t row, std::int64_t column) const;
  /// The argument alpha.
  [[nodiscard]] T scaling() const;

 private:
  [[nodiscard]] Extended<T> stored(OperandName name, std::int64_t row, std::int64_t column) const;

  const Routine& routine_;
  ProblemSpec spec_;
};

}  // namespace strobe::kernels::blas
