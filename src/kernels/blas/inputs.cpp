// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/inputs.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace strobe::kernels::blas {
namespace {

/// A number with the real and imaginary part.
template <class T>
T number(double real, [[maybe_unused]] double imaginary) {
  using Real = typename PrecisionTraits<T>::real;
  if constexpr (is_complex_number<T>) {
    return {static_cast<Real>(real), static_cast<Real>(imaginary)};
  } else {
    return static_cast<Real>(real);
  }
}

template <class T>
Extended<T> conjugated(Extended<T> value) {
  if constexpr (is_complex_number<T>) return std::conj(value);
  return value;
}

/// Seeds of the operands of two problems of a batch are so far apart.
constexpr unsigned item_shift = 34;
constexpr unsigned name_shift = 58;

}  // namespace

template <class T>
Inputs<T>::Inputs(const Routine& routine, const ProblemSpec& spec, std::int64_t item)
    : routine_(routine),
      spec_(spec),
      seed_(spec.seed + (static_cast<std::uint64_t>(item) << item_shift)) {}

template <class T>
T Inputs<T>::alpha_argument() const {
  switch (spec_.alpha) {
    case Scalar::zero:
      return T{};
    case Scalar::one:
      return T{1};
    case Scalar::minus_one:
      return T{-1};
    case Scalar::other:
      break;
  }
  // A magnitude of about 1 keeps an operand in range that is multiplied by alpha in every call.
  constexpr double almost_minus_one = -(1.0 + 0x1p-23);
  return number<T>(is_complex_number<T> ? 0.6 : routine_.compounds ? almost_minus_one : 0.75, 0.8);
}

template <class T>
T Inputs<T>::beta_argument() const {
  switch (spec_.beta) {
    case Scalar::zero:
      return T{};
    case Scalar::one:
      return T{1};
    case Scalar::minus_one:
      return T{-1};
    case Scalar::other:
      break;
  }
  // A magnitude below 1 keeps a result in range that accumulates over many calls.
  return number<T>(is_complex_number<T> ? 0.3 : 0.5, 0.4);
}

template <class T>
bool Inputs<T>::is_read(const Operand& operand, std::int64_t row, std::int64_t column) const {
  if (!operand.is_read(spec_)) return false;
  if (!has_one_triangle_only(operand.kind)) return true;
  if (operand.kind == OperandKind::triangular && spec_.diag == Diag::unit && row == column) {
    return false;
  }
  return is_in_triangle(row, column);
}

template <class T>
T Inputs<T>::stored(const Operand& operand, std::int64_t row, std::int64_t column) const {
  // The triangular matrix is its own inverse, so that a system can be solved repeatedly without
  // growth of the solution: 1 and -1 alternate on the diagonal, and beside the diagonal only
  // elements in an odd row and an even column, or the reverse above it, are not 0.
  const bool is_system = operand.kind == OperandKind::triangular;
  if (is_system && row == column) return row % 2 == 0 ? T{1} : T{-1};
  const bool is_lower = spec_.uplo == Uplo::lower;
  const std::int64_t odd = is_lower ? row : column;
  const std::int64_t even = is_lower ? column : row;
  if (is_system && (odd % 2 == 0 || even % 2 != 0)) return T{};
  // A diagonal that outweighs the rest of its row makes a Hermitian matrix positive definite.
  const std::int64_t rows = layout_of(operand, spec_).rows;
  if (operand.kind == OperandKind::positive_definite && row == column) {
    return T(static_cast<typename PrecisionTraits<T>::real>(rows));
  }
  const auto index = static_cast<std::uint64_t>(row + column * rows);
  base::Random random(seed_ + (static_cast<std::uint64_t>(operand.name) << name_shift) + 2 * index);
  const double size = is_system ? 2.0 / std::sqrt(static_cast<double>(rows)) : 1.0;
  const double real = size * (random.uniform() - 0.5);
  if constexpr (is_complex_number<T>) {
    // The diagonal of a Hermitian matrix is real.
    const bool is_real = operand.kind == OperandKind::hermitian && row == column;
    return number<T>(real, is_real ? 0.0 : size * (random.uniform() - 0.5));
  } else {
    return number<T>(real, 0.0);
  }
}

template <class T>
Extended<T> Inputs<T>::stored(OperandName name, std::int64_t row, std::int64_t column) const {
  const Operand& operand = *std::ranges::find(routine_.operands, name, &Operand::name);
  if (operand.kind == OperandKind::triangular) {
    if (row == column && spec_.diag == Diag::unit) return Extended<T>(1);
    return is_in_triangle(row, column) ? Extended<T>(stored(operand, row, column)) : Extended<T>{};
  }
  if (!has_one_triangle_only(operand.kind) || is_in_triangle(row, column)) {
    return Extended<T>(stored(operand, row, column));
  }
  const Extended<T> mirrored(stored(operand, column, row));
  return operand.kind == OperandKind::symmetric ? mirrored : conjugated<T>(mirrored);
}

template <class T>
void Inputs<T>::add_scaled_result(Expected<T>& element, std::int64_t row,
                                  std::int64_t column) const {
  if (spec_.beta == Scalar::zero) return;
  element.add(Extended<T>(beta_argument()) * stored(routine_.output()->name, row, column));
}

template <class T>
Extended<T> Inputs<T>::a(std::int64_t row, std::int64_t column) const {
  return stored(OperandName::a, row, column);
}

template <class T>
Extended<T> Inputs<T>::b(std::int64_t row, std::int64_t column) const {
  return stored(OperandName::b, row, column);
}

template <class T>
Extended<T> Inputs<T>::op_a(std::int64_t row, std::int64_t column) const {
  if (!transposes_a(spec_.transposition)) return a(row, column);
  return conjugates_a(spec_.transposition) ? conjugated<T>(a(column, row)) : a(column, row);
}

template <class T>
Extended<T> Inputs<T>::op_b(std::int64_t row, std::int64_t column) const {
  if (!transposes_b(spec_.transposition)) return b(row, column);
  return conjugates_b(spec_.transposition) ? conjugated<T>(b(column, row)) : b(column, row);
}

template <class T>
Extended<T> Inputs<T>::x(std::int64_t row) const {
  return stored(OperandName::x, row, 0);
}

template <class T>
Extended<T> Inputs<T>::y(std::int64_t row) const {
  return stored(OperandName::y, row, 0);
}

template class Inputs<float>;
template class Inputs<double>;
template class Inputs<std::complex<float>>;
template class Inputs<std::complex<double>>;

}  // namespace strobe::kernels::blas
