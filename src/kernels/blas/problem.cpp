// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/problem.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "base/format.hpp"

namespace strobe::kernels::blas {
namespace {

/// Rounding causes an error of about one unit. A result that is more than a few units off is wrong.
constexpr double units_max = 4.0;

/// The maximum number of elements of a result that are compared.
constexpr std::int64_t compared_elements_max = 512;

template <class T>
T not_a_number() {
  using Real = typename PrecisionTraits<T>::real;
  if constexpr (is_complex_number<T>) {
    return {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::quiet_NaN()};
  } else {
    return std::numeric_limits<Real>::quiet_NaN();
  }
}

/// Whether the routine reads this element of the operand.
bool is_read(const Operand& operand, std::int64_t row, std::int64_t column) {
  if (operand.access == Access::writes) return false;
  return !has_lower_triangle_only(operand.kind) || row >= column;
}

template <class T>
std::string format_number(Extended<T> value) {
  if constexpr (is_complex_number<T>) {
    return base::format("{}{:+}i", static_cast<double>(value.real()),
                        static_cast<double>(value.imag()));
  } else {
    return base::format("{}", static_cast<double>(value));
  }
}

}  // namespace

template <class T>
Problem<T>::Problem(const Routine& routine, const ProblemSpec& spec)
    : routine_(routine), spec_(spec), inputs_(routine, spec) {
  arguments_ = {.n = spec.n,
                .leading = spec.leading,
                .transposition = spec.transposition,
                .alpha = inputs_.scaling(),
                .beta = T{}};
  // Operands are odd multiples of a few cache lines apart, like the vectors of a memory kernel.
  constexpr std::size_t apart_bytes = 128;
  std::size_t number = 0;
  for (const Operand& operand : routine.operands) {
    const auto elements =
        static_cast<std::size_t>(operand.is_matrix() ? spec.n * spec.leading : spec.n);
    const std::size_t apart = number == 0 ? 0 : (2 * number - 1) * apart_bytes;
    memory_.emplace_back(1, elements * sizeof(T),
                         static_cast<std::size_t>(spec.offset_bytes) + apart, 0,
                         memory::Pages::usual);
    ++number;
  }
  arguments_.a = address(OperandName::a);
  arguments_.b = address(OperandName::b);
  arguments_.c = address(OperandName::c);
  arguments_.x = address(OperandName::x);
  arguments_.y = address(OperandName::y);
}

template <class T>
T* Problem<T>::address(OperandName name) const {
  const auto& operands = routine_.operands;
  const auto found = std::ranges::find(operands, name, &Operand::name);
  if (found == operands.end()) return nullptr;
  return reinterpret_cast<T*>(
      memory_[static_cast<std::size_t>(found - operands.begin())][0].data());
}

template <class T>
std::vector<std::span<const std::byte>> Problem<T>::operands() const {
  std::vector<std::span<const std::byte>> all;
  for (const memory::Vectors& vectors : memory_) all.emplace_back(vectors[0]);
  return all;
}

template <class T>
void Problem<T>::fill() {
  for (const Operand& operand : routine_.operands) {
    T* const elements = address(operand.name);
    const std::int64_t columns = operand.is_matrix() ? spec_.n : 1;
    const std::int64_t stored = operand.is_matrix() ? spec_.leading : spec_.n;
    for (std::int64_t column = 0; column < columns; ++column) {
      for (std::int64_t row = 0; row < stored; ++row) {
        elements[row + column * stored] = row < spec_.n && is_read(operand, row, column)
                                              ? inputs_.stored(operand, row, column)
                                              : not_a_number<T>();
      }
    }
  }
  arguments_.result = not_a_number<T>();
}

template <class T>
Expected<T> Problem<T>::expected(std::int64_t row, std::int64_t column) const {
  Expected<T> element;
  routine_.implementation<T>().define(element, inputs_, row, column);
  return element;
}

template <class T>
void Problem<T>::compare(Difference& difference, const Expected<T>& expected, Extended<T> found,
                         std::int64_t row, std::int64_t column) const {
  using Real = typename PrecisionTraits<T>::real;
  difference.bytes += static_cast<std::int64_t>(sizeof(T));
  const long double unit = static_cast<long double>(std::numeric_limits<Real>::epsilon()) *
                           static_cast<long double>(expected.terms) * expected.magnitude;
  const long double apart = std::abs(found - expected.value);
  // A NaN is not within any distance.
  const auto units =
      apart == 0 ? 0.0 : static_cast<double>(unit == 0 ? units_max + 1 : apart / unit);
  if (!(units <= difference.units)) difference.units = units;
  if (units <= units_max || !difference.wrong.empty()) return;
  difference.wrong =
      base::format("{}: element ({}, {}) is {} and should be {}", routine_.name(spec_.type), row,
                   column, format_number<T>(found), format_number<T>(expected.value));
}

template <class T>
Difference Problem<T>::check() const {
  Difference difference;
  const Operand* const output = routine_.output();
  if (output == nullptr) {
    compare(difference, expected(0, 0), Extended<T>(arguments_.result), 0, 0);
    return difference;
  }
  const T* const elements = address(output->name);
  const auto at = [&](std::int64_t row, std::int64_t column) {
    return Extended<T>(elements[row + column * (output->is_matrix() ? spec_.leading : spec_.n)]);
  };
  const std::int64_t count = output->is_matrix() ? spec_.n * spec_.n : spec_.n;
  // An odd step visits every row, also if n is a power of two.
  const std::int64_t step = std::max<std::int64_t>(1, count / compared_elements_max | 1);
  for (std::int64_t index = 0; index < count; index += step) {
    const std::int64_t row = index % spec_.n;
    const std::int64_t column = index / spec_.n;
    if (has_lower_triangle_only(output->kind) && row < column) continue;
    Expected<T> wanted = expected(row, column);
    if (!routine_.solves()) {
      compare(difference, wanted, at(row, column), row, column);
      continue;
    }
    // A solution is right if A times it gives the right-hand side. The rounding error of this
    // product depends on the terms of the product.
    Extended<T> product{};
    for (std::int64_t k = 0; k <= row; ++k) {
      const Extended<T> term = inputs_.a(row, k) * at(k, column);
      product += term;
      wanted.magnitude += std::abs(term);
    }
    wanted.terms = row + 1;
    compare(difference, wanted, product, row, column);
  }
  return difference;
}

template class Problem<float>;
template class Problem<double>;
template class Problem<std::complex<float>>;
template class Problem<std::complex<double>>;

}  // namespace strobe::kernels::blas
