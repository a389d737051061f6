// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/problem.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "base/format.hpp"

namespace strobe::kernels::blas {
namespace {

/// Rounding leaves about one unit. A result that is more than a few units off is wrong.
constexpr double units_max = 4.0;

/// At most so many elements of a result are compared with the definition.
constexpr std::int64_t compared_elements_max = 512;

template <class T>
T not_a_number() {
  using Real = typename Wider<T>::real;
  if constexpr (is_complex_number<T>) {
    return {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::quiet_NaN()};
  } else {
    return std::numeric_limits<Real>::quiet_NaN();
  }
}

/// The routine reads this place of the operand.
bool is_read(const Operand& operand, std::int64_t row, std::int64_t column) {
  if (operand.access == Access::writes) return false;
  return !has_lower_triangle_only(operand.kind) || row >= column;
}

template <class T>
std::string shown(Wide<T> value) {
  if constexpr (is_complex_number<T>) {
    return base::format("{}{:+}i", static_cast<double>(value.real()),
                        static_cast<double>(value.imag()));
  } else {
    return base::format("{}", static_cast<double>(value));
  }
}

}  // namespace

template <class T>
Problem<T>::Problem(const Routine& routine, const Task& task)
    : routine_(routine), task_(task), inputs_(routine, task) {
  arguments_ = {.n = task.n,
                .leading = task.leading,
                .transposition = task.transposition,
                .alpha = inputs_.scaling(),
                .beta = T{}};
  // Operands are odd multiples of a few cache lines apart, like the vectors of one memory kernel.
  constexpr std::size_t apart_bytes = 128;
  std::size_t number = 0;
  for (const Operand& operand : routine.operands) {
    const auto elements =
        static_cast<std::size_t>(operand.is_matrix() ? task.n * task.leading : task.n);
    const std::size_t apart = number == 0 ? 0 : (2 * number - 1) * apart_bytes;
    held_.emplace_back(1, elements * sizeof(T), static_cast<std::size_t>(task.offset_bytes) + apart,
                       0, memory::Pages::usual);
    ++number;
  }
  arguments_.a = place(OperandName::a);
  arguments_.b = place(OperandName::b);
  arguments_.c = place(OperandName::c);
  arguments_.x = place(OperandName::x);
  arguments_.y = place(OperandName::y);
}

template <class T>
T* Problem<T>::place(OperandName name) const {
  const auto& operands = routine_.operands;
  const auto found = std::ranges::find(operands, name, &Operand::name);
  if (found == operands.end()) return nullptr;
  return reinterpret_cast<T*>(held_[static_cast<std::size_t>(found - operands.begin())][0].data());
}

template <class T>
std::vector<std::span<const std::byte>> Problem<T>::operands() const {
  std::vector<std::span<const std::byte>> all;
  for (const memory::Vectors& vectors : held_) all.emplace_back(vectors[0]);
  return all;
}

template <class T>
void Problem<T>::fill() {
  for (const Operand& operand : routine_.operands) {
    T* const elements = place(operand.name);
    const std::int64_t columns = operand.is_matrix() ? task_.n : 1;
    const std::int64_t stored = operand.is_matrix() ? task_.leading : task_.n;
    for (std::int64_t column = 0; column < columns; ++column) {
      for (std::int64_t row = 0; row < stored; ++row) {
        elements[row + column * stored] = row < task_.n && is_read(operand, row, column)
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
void Problem<T>::compare(Difference& difference, const Expected<T>& expected, Wide<T> found,
                         std::int64_t row, std::int64_t column) const {
  using Real = typename Wider<T>::real;
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
      base::format("{}: element ({}, {}) is {} and should be {}", routine_.name(task_.type), row,
                   column, shown<T>(found), shown<T>(expected.value));
}

template <class T>
Difference Problem<T>::check() const {
  Difference difference;
  const Operand* const output = routine_.output();
  if (output == nullptr) {
    compare(difference, expected(0, 0), Wide<T>(arguments_.result), 0, 0);
    return difference;
  }
  const T* const elements = place(output->name);
  const auto at = [&](std::int64_t row, std::int64_t column) {
    return Wide<T>(elements[row + column * (output->is_matrix() ? task_.leading : task_.n)]);
  };
  const std::int64_t count = output->is_matrix() ? task_.n * task_.n : task_.n;
  // An odd step visits every row, also if n is a power of two.
  const std::int64_t step = std::max<std::int64_t>(1, count / compared_elements_max | 1);
  for (std::int64_t index = 0; index < count; index += step) {
    const std::int64_t row = index % task_.n;
    const std::int64_t column = index / task_.n;
    if (has_lower_triangle_only(output->kind) && row < column) continue;
    Expected<T> wanted = expected(row, column);
    if (!routine_.solves()) {
      compare(difference, wanted, at(row, column), row, column);
      continue;
    }
    // A solution is right if A times it gives the right-hand side. The rounding of this product
    // has the terms of the product.
    Wide<T> product{};
    for (std::int64_t k = 0; k <= row; ++k) {
      const Wide<T> term = inputs_.a(row, k) * at(k, column);
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
