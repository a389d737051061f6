// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/inputs.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace strobe::kernels::blas {

template <class T>
Inputs<T>::Inputs(const Routine& routine, const ProblemSpec& spec)
    : routine_(routine), spec_(spec) {}

template <class T>
T Inputs<T>::scaling() const {
  if (!routine_.scales()) return T{1};
  if constexpr (is_complex_number<T>) {
    using Real = typename PrecisionTraits<T>::real;
    return {static_cast<Real>(0.6), static_cast<Real>(0.8)};
  } else {
    return T{-1};
  }
}

template <class T>
T Inputs<T>::stored(const Operand& operand, std::int64_t row, std::int64_t column) const {
  // The triangular matrix is its own inverse, so that a system can be solved repeatedly without
  // growth of the solution: 1 and -1 alternate on the diagonal, and below the diagonal only
  // elements in an odd row and an even column are not 0.
  const bool is_system = operand.kind == OperandKind::triangular;
  if (is_system && row == column) return row % 2 == 0 ? T{1} : T{-1};
  if (is_system && (row % 2 == 0 || column % 2 != 0)) return T{};
  const auto index = static_cast<std::uint64_t>(row + column * spec_.n);
  base::Random random(spec_.seed + (static_cast<std::uint64_t>(operand.name) << 56U) + 2 * index);
  using Real = typename PrecisionTraits<T>::real;
  const double size = is_system ? 2.0 / std::sqrt(static_cast<double>(spec_.n)) : 1.0;
  const auto next = [&] { return static_cast<Real>(size * (random.uniform() - 0.5)); };
  if constexpr (is_complex_number<T>) {
    const Real real = next();
    // The diagonal of a Hermitian matrix is real.
    const bool is_real = operand.kind == OperandKind::hermitian && row == column;
    return {real, is_real ? Real{0} : next()};
  } else {
    return next();
  }
}

template <class T>
Extended<T> Inputs<T>::stored(OperandName name, std::int64_t row, std::int64_t column) const {
  const Operand& operand = *std::ranges::find(routine_.operands, name, &Operand::name);
  const bool is_mirrored =
      operand.kind == OperandKind::symmetric || operand.kind == OperandKind::hermitian;
  if (!is_mirrored || row >= column) return Extended<T>(stored(operand, row, column));
  const Extended<T> mirrored(stored(operand, column, row));
  if constexpr (is_complex_number<T>) {
    if (operand.kind == OperandKind::hermitian) return std::conj(mirrored);
  }
  return mirrored;
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
  return transposes_a(spec_.transposition) ? a(column, row) : a(row, column);
}

template <class T>
Extended<T> Inputs<T>::op_b(std::int64_t row, std::int64_t column) const {
  return transposes_b(spec_.transposition) ? b(column, row) : b(row, column);
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
