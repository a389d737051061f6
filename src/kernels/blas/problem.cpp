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

/// Columns of workspace for each column of a matrix: more than the block of any LAPACK.
constexpr std::int64_t work_columns = 128;

template <class T>
T not_a_number() {
  using Real = typename PrecisionTraits<T>::real;
  if constexpr (is_complex_number<T>) {
    return {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::quiet_NaN()};
  } else {
    return std::numeric_limits<Real>::quiet_NaN();
  }
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
    : routine_(routine), spec_(spec) {
  const Inputs<T> inputs(routine, spec);
  // Operands are odd multiples of a few cache lines apart, like the vectors of a memory kernel.
  constexpr std::size_t apart_bytes = 128;
  std::size_t number = 0;
  for (const Operand& operand : routine.operands) {
    const auto elements =
        static_cast<std::size_t>(layout_of(operand, spec).elements() * spec.batch);
    const std::size_t apart = number == 0 ? 0 : (2 * number - 1) * apart_bytes;
    memory_.emplace_back(1, elements * sizeof(T),
                         static_cast<std::size_t>(spec.offset_bytes) + apart, 0,
                         memory::Pages::usual);
    ++number;
  }
  if (routine.package == Package::lapack) {
    const auto columns = static_cast<std::size_t>(std::min(spec.rows(), spec.n));
    pivots_.resize(columns);
    tau_.resize(columns);
    work_.resize(static_cast<std::size_t>(spec.n * work_columns));
  }
  const auto leading = [&](OperandName name) {
    const auto found = std::ranges::find(routine.operands, name, &Operand::name);
    return found == routine.operands.end() ? 0 : layout_of(*found, spec).leading;
  };
  const Place a = place(OperandName::a);
  const Place b = place(OperandName::b);
  const Place c = place(OperandName::c);
  const Place x = place(OperandName::x);
  const Place y = place(OperandName::y);
  arguments_ = {.m = spec.rows(),
                .n = spec.n,
                .k = spec.depth(),
                .lda = leading(OperandName::a),
                .ldb = leading(OperandName::b),
                .ldc = leading(OperandName::c),
                .increment_x = spec.increment_x,
                .increment_y = spec.increment_y,
                .transposition = spec.transposition,
                .uplo = spec.uplo,
                .side = spec.side,
                .diag = spec.diag,
                .alpha = inputs.alpha_argument(),
                .beta = inputs.beta_argument(),
                .a = a.first,
                .b = b.first,
                .c = c.first,
                .x = x.first,
                .y = y.first,
                .result = {},
                .batch = spec.batch,
                .stride_a = a.stride,
                .stride_b = b.stride,
                .stride_c = c.stride,
                .stride_x = x.stride,
                .stride_y = y.stride,
                .pivots = pivots_.data(),
                .tau = tau_.data(),
                .work = work_.data(),
                .work_elements = static_cast<std::int64_t>(work_.size())};
}

template <class T>
typename Problem<T>::Place Problem<T>::place(OperandName name) const {
  const auto& operands = routine_.operands;
  const auto found = std::ranges::find(operands, name, &Operand::name);
  if (found == operands.end()) return {};
  const auto number = static_cast<std::size_t>(found - operands.begin());
  return {reinterpret_cast<T*>(memory_[number][0].data()), layout_of(*found, spec_).elements()};
}

template <class T>
Arguments<T> Problem<T>::arguments_of(std::int64_t item) const {
  Arguments<T> one = arguments_;
  one.batch = 1;
  const auto move = [item](T*& operand, std::int64_t stride) {
    if (operand != nullptr) operand += item * stride;
  };
  move(one.a, one.stride_a);
  move(one.b, one.stride_b);
  move(one.c, one.stride_c);
  move(one.x, one.stride_x);
  move(one.y, one.stride_y);
  return one;
}

template <class T>
std::vector<std::span<const std::byte>> Problem<T>::operands() const {
  std::vector<std::span<const std::byte>> all;
  for (const memory::Vectors& vectors : memory_) all.emplace_back(vectors[0]);
  return all;
}

template <class T>
void Problem<T>::fill_one(const Operand& operand, std::int64_t item) {
  const Inputs<T> inputs(routine_, spec_, item);
  const Layout layout = layout_of(operand, spec_);
  const Place at = place(operand.name);
  T* const elements = at.first + item * at.stride;
  std::fill_n(elements, at.stride, not_a_number<T>());
  for (std::int64_t column = 0; column < layout.columns; ++column) {
    for (std::int64_t row = 0; row < layout.rows; ++row) {
      if (!inputs.is_read(operand, row, column)) continue;
      elements[layout.index(row, column)] = inputs.stored(operand, row, column);
    }
  }
}

template <class T>
void Problem<T>::fill() {
  for (const Operand& operand : routine_.operands) {
    for (std::int64_t item = 0; item < spec_.batch; ++item) fill_one(operand, item);
  }
  arguments_.result = not_a_number<T>();
  std::ranges::fill(pivots_, 0);
  std::ranges::fill(tau_, not_a_number<T>());
  arguments_.info = 0;
  if (!routine_.consumes_input) return;
  copies_.clear();
  for (const auto operand : operands()) copies_.emplace_back(operand.begin(), operand.end());
}

template <class T>
void Problem<T>::restore() {
  for (std::size_t i = 0; i < copies_.size(); ++i) {
    std::ranges::copy(copies_[i], memory_[i][0].begin());
  }
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
void Problem<T>::compare_element(Difference& difference, std::int64_t item, std::int64_t row,
                                 std::int64_t column) const {
  const Implementation<T>& code = routine_.implementation<T>();
  const Inputs<T> inputs(routine_, spec_, item);
  const Arguments<T> arguments = arguments_of(item);
  Expected<T> wanted;
  code.define(wanted, inputs, row, column);
  const Operand* const output = routine_.output();
  if (output == nullptr) {
    compare(difference, wanted, Extended<T>(arguments.result), row, column);
    return;
  }
  const Place at = place(output->name);
  const Outputs<T> outputs(arguments, at.first + item * at.stride, layout_of(*output, spec_));
  if (code.reproduce == nullptr) {
    compare(difference, wanted, outputs.at(row, column), row, column);
    return;
  }
  // A solution or a factorisation is right if its product gives back the input. The rounding error
  // of this product depends on the terms of the product.
  Expected<T> product;
  code.reproduce(product, inputs, outputs, row, column);
  wanted.magnitude += product.magnitude;
  wanted.terms = product.terms;
  compare(difference, wanted, product.value, row, column);
}

template <class T>
Difference Problem<T>::check() const {
  Difference difference;
  if (arguments_.info != 0) {
    difference.wrong =
        base::format("{}: INFO is {} and should be 0", routine_.name(spec_.type), arguments_.info);
    return difference;
  }
  const Operand* const output = routine_.output();
  if (output == nullptr) {
    compare_element(difference, 0, 0, 0);
    return difference;
  }
  const Layout layout = layout_of(*output, spec_);
  const std::int64_t each = layout.rows * layout.columns;
  const std::int64_t count = each * spec_.batch;
  // An odd step visits every row, also if their number is a power of two.
  const std::int64_t step = std::max<std::int64_t>(1, count / routine_.compared_elements | 1);
  for (std::int64_t index = 0; index < count; index += step) {
    const std::int64_t row = index % layout.rows;
    const std::int64_t column = index % each / layout.rows;
    const bool is_other_triangle = spec_.uplo == Uplo::lower ? row < column : row > column;
    if (has_one_triangle_only(output->kind) && is_other_triangle) continue;
    compare_element(difference, index / each, row, column);
  }
  return difference;
}

template class Problem<float>;
template class Problem<double>;
template class Problem<std::complex<float>>;
template class Problem<std::complex<double>>;

}  // namespace strobe::kernels::blas
