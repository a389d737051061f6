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
  /// The operands of one problem of the batch. The routine must outlive the inputs.
  Inputs(const Routine& routine, const ProblemSpec& spec, std::int64_t item = 0);

  [[nodiscard]] std::int64_t m() const { return spec_.rows(); }
  [[nodiscard]] std::int64_t n() const { return spec_.n; }
  [[nodiscard]] std::int64_t k() const { return spec_.depth(); }
  [[nodiscard]] const ProblemSpec& spec() const { return spec_; }
  [[nodiscard]] Extended<T> alpha() const { return Extended<T>(alpha_argument()); }
  /// Elements of the matrices; one triangle of a symmetric or Hermitian matrix is mirrored, and the
  /// other triangle of a triangular matrix is 0.
  [[nodiscard]] Extended<T> a(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] Extended<T> b(std::int64_t row, std::int64_t column) const;
  /// Elements of op(A) and op(B).
  [[nodiscard]] Extended<T> op_a(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] Extended<T> op_b(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] Extended<T> x(std::int64_t row) const;
  [[nodiscard]] Extended<T> y(std::int64_t row) const;

  /// Whether the routine reads an element of the operand.
  [[nodiscard]] bool is_read(const Operand& operand, std::int64_t row, std::int64_t column) const;
  /// The value that is stored at an index that the routine reads.
  [[nodiscard]] T stored(const Operand& operand, std::int64_t row, std::int64_t column) const;
  /// Adds alpha times the sum of terms `term(0)` to `term(count - 1)`.
  void add_sum(Expected<T>& element, std::int64_t count, auto&& term) const {
    if (spec_.alpha == Scalar::zero) return;
    for (std::int64_t i = 0; i < count; ++i) element.add(alpha() * term(i));
  }
  /// Adds beta times the element of the result that the call found there.
  void add_scaled_result(Expected<T>& element, std::int64_t row, std::int64_t column = 0) const;

  // The arguments of the call.
  [[nodiscard]] T alpha_argument() const;
  [[nodiscard]] T beta_argument() const;

 private:
  [[nodiscard]] Extended<T> stored(OperandName name, std::int64_t row, std::int64_t column) const;
  [[nodiscard]] bool is_in_triangle(std::int64_t row, std::int64_t column) const {
    return spec_.uplo == Uplo::lower ? row >= column : row <= column;
  }

  const Routine& routine_;
  ProblemSpec spec_;
  std::uint64_t seed_;
};

/// What a call left: the operand that holds the result, and what LAPACK gives with it.
template <class T>
class Outputs {
 public:
  /// The result of one problem; `result` is its operand.
  Outputs(const Arguments<T>& arguments, const T* result, const Layout& layout)
      : arguments_(arguments), result_(result), layout_(layout) {}

  [[nodiscard]] Extended<T> at(std::int64_t row, std::int64_t column) const {
    return Extended<T>(result_[layout_.index(row, column)]);
  }
  /// IPIV of a factorisation, counted from 0.
  [[nodiscard]] std::int64_t pivot(std::int64_t row) const {
    const std::int64_t given = arguments_.has_short_pivots
                                   ? reinterpret_cast<const std::int32_t*>(arguments_.pivots)[row]
                                   : arguments_.pivots[row];
    return given - 1;
  }
  [[nodiscard]] Extended<T> tau(std::int64_t column) const {
    return Extended<T>(arguments_.tau[column]);
  }
  [[nodiscard]] std::int64_t info() const { return arguments_.info; }

 private:
  const Arguments<T>& arguments_;
  const T* result_;
  Layout layout_;
};

}  // namespace strobe::kernels::blas
