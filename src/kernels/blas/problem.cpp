// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/problem.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "base/format.hpp"
#include "base/random.hpp"

namespace strobe::kernels::blas {
namespace {

/// Rounding leaves about one unit; anything beyond a few is another answer.
constexpr double units_max = 4.0;

/// The answer is compared with its definition at this many places, or at all.
constexpr std::int64_t places = 512;

/// Arithmetic that is wider than that of T.
template <class T>
struct Wider {
  using type = long double;
  using element = T;
};
template <class T>
struct Wider<std::complex<T>> {
  using type = std::complex<long double>;
  using element = T;
};
template <class T>
using Wide = typename Wider<T>::type;

template <class T>
Wide<T> wide(T value) {
  return Wide<T>(value);
}

template <class T>
T conjugate(T value) {
  if constexpr (is_complex_number<T>) return std::conj(value);
  return value;
}

template <class T>
T not_a_number() {
  using Real = typename Wider<T>::element;
  if constexpr (is_complex_number<T>) {
    return {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::quiet_NaN()};
  } else {
    return std::numeric_limits<Real>::quiet_NaN();
  }
}

/// Repeated for as long as a sample takes, a routine that changes its operand must neither let it
/// grow without bound nor vanish: so what scales has the magnitude 1.
template <class T>
T scaling() {
  if constexpr (is_complex_number<T>) {
    using Real = typename Wider<T>::element;
    return {static_cast<Real>(0.6), static_cast<Real>(0.8)};
  } else {
    return T{-1};
  }
}

bool scales(Routine routine) {
  return routine == Routine::axpy || routine == Routine::scal || routine == Routine::ger;
}

bool is_triangular(Routine routine) { return routine == Routine::trsv || routine == Routine::trsm; }

bool has_lower_triangle_of_a(Routine routine) {
  return is_triangular(routine) || routine == Routine::symv || routine == Routine::symm;
}

bool has_lower_triangle_of_answer(Routine routine) {
  return routine == Routine::syrk || routine == Routine::syr2k;
}

}  // namespace

/// An element of the answer by its definition.
template <class T>
struct Problem<T>::Element {
  Wide<T> value{};
  long double magnitude = 0;  ///< the sum of its terms' magnitudes
  std::int64_t terms = 0;

  void add(Wide<T> term) {
    value += term;
    magnitude += std::abs(term);
    ++terms;
  }
};

template <class T>
Problem<T>::Problem(const Task& task) : task_(task) {
  arguments_ = {.n = task.n,
                .leading = task.leading,
                .form = task.form,
                .alpha = scales(task.routine) ? scaling<T>() : T{1},
                .beta = T{}};
  // Apart by odd multiples of a few cache lines, as memory::Vectors has it for those of one kernel.
  constexpr std::size_t apart_bytes = 128;
  std::size_t number = 0;
  for (const Operand& operand : operands_of(task.routine)) {
    const auto elements =
        static_cast<std::size_t>(operand.is_matrix ? task.n * task.leading : task.n);
    const std::size_t apart = number == 0 ? 0 : (2 * number - 1) * apart_bytes;
    held_.emplace_back(1, elements * sizeof(T), static_cast<std::size_t>(task.offset_bytes) + apart,
                       0, memory::Pages::usual);
    ++number;
  }
  arguments_.a = place(Name::a);
  arguments_.b = place(Name::b);
  arguments_.c = place(Name::c);
  arguments_.x = place(Name::x);
  arguments_.y = place(Name::y);
}

template <class T>
T* Problem<T>::place(Name name) const {
  const std::vector<Operand> operands = operands_of(task_.routine);
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
Name Problem<T>::answer() const {
  switch (task_.routine) {
    case Routine::ger:
      return Name::a;
    case Routine::trsm:
      return Name::b;
    case Routine::gemm:
    case Routine::syrk:
    case Routine::syr2k:
    case Routine::symm:
      return Name::c;
    case Routine::scal:
    case Routine::trsv:
      return Name::x;
    default:
      return Name::y;
  }
}

template <class T>
T Problem<T>::given(Name name, std::int64_t row, std::int64_t column) const {
  // A triangular matrix that is its own inverse, so that a system can be solved again and again
  // without its solution growing: 1 and -1 in turn on the diagonal, and below it only what leads
  // from an even column to an odd row.
  const bool is_system = is_triangular(task_.routine) && name == Name::a;
  if (is_system && row == column) return row % 2 == 0 ? T{1} : T{-1};
  if (is_system && (row % 2 == 0 || column % 2 != 0)) return T{};
  const auto index = static_cast<std::uint64_t>(row + column * task_.n);
  base::Random random(task_.seed + (static_cast<std::uint64_t>(name) << 56U) + 2 * index);
  using Real = typename Wider<T>::element;
  const double size = is_system ? 2.0 / std::sqrt(static_cast<double>(task_.n)) : 1.0;
  const auto next = [&] { return static_cast<Real>(size * (random.uniform() - 0.5)); };
  if constexpr (is_complex_number<T>) {
    const Real real = next();
    // The diagonal of a Hermitian matrix is real.
    const bool is_real = task_.routine == Routine::symv && name == Name::a && row == column;
    return {real, is_real ? Real{0} : next()};
  } else {
    return next();
  }
}

template <class T>
bool Problem<T>::is_read(Name name, std::int64_t row, std::int64_t column) const {
  if (name == Name::a && has_lower_triangle_of_a(task_.routine)) return row >= column;
  if (name != answer()) return true;
  // These have an operand that they read and write.
  return scales(task_.routine) || is_triangular(task_.routine) || task_.routine == Routine::dot;
}

template <class T>
void Problem<T>::fill() {
  for (const Operand& operand : operands_of(task_.routine)) {
    T* const elements = place(operand.name);
    const std::int64_t columns = operand.is_matrix ? task_.n : 1;
    const std::int64_t stored = operand.is_matrix ? task_.leading : task_.n;
    for (std::int64_t column = 0; column < columns; ++column) {
      for (std::int64_t row = 0; row < stored; ++row) {
        elements[row + column * stored] = row < task_.n && is_read(operand.name, row, column)
                                              ? given(operand.name, row, column)
                                              : not_a_number<T>();
      }
    }
  }
  arguments_.result = not_a_number<T>();
}

template <class T>
typename Problem<T>::Element Problem<T>::wanted(std::int64_t row, std::int64_t column) const {
  const auto at = [&](Name name, std::int64_t i, std::int64_t j) {
    return wide(given(name, i, j));
  };
  const bool ta = transposes_a(task_.form);
  const bool tb = transposes_b(task_.form);
  const auto op_a = [&](std::int64_t i, std::int64_t k) {
    return ta ? at(Name::a, k, i) : at(Name::a, i, k);
  };
  const auto op_b = [&](std::int64_t k, std::int64_t j) {
    return tb ? at(Name::b, j, k) : at(Name::b, k, j);
  };
  const Wide<T> alpha = wide(arguments_.alpha);
  const std::int64_t n = task_.n;
  Element element;
  switch (task_.routine) {
    case Routine::axpy:
      element.add(alpha * at(Name::x, row, 0));
      element.add(at(Name::y, row, 0));
      break;
    case Routine::dot:
      for (std::int64_t k = 0; k < n; ++k) element.add(at(Name::x, k, 0) * at(Name::y, k, 0));
      break;
    case Routine::scal:
      element.add(alpha * at(Name::x, row, 0));
      break;
    case Routine::copy:
      element.add(at(Name::x, row, 0));
      break;
    case Routine::nrm2:
      for (std::int64_t k = 0; k < n; ++k) element.add(std::norm(at(Name::x, k, 0)));
      element.value = std::sqrt(element.value);
      element.magnitude = std::abs(element.value);
      break;
    case Routine::gemv:
      for (std::int64_t k = 0; k < n; ++k) element.add(op_a(row, k) * at(Name::x, k, 0));
      break;
    case Routine::ger:
      element.add(alpha * at(Name::x, row, 0) * at(Name::y, column, 0));
      element.add(at(Name::a, row, column));
      break;
    case Routine::trsv:
      element.add(at(Name::x, row, 0));
      break;
    case Routine::symv:
      for (std::int64_t k = 0; k < n; ++k) {
        const Wide<T> a = row >= k ? at(Name::a, row, k) : conjugate(at(Name::a, k, row));
        element.add(a * at(Name::x, k, 0));
      }
      break;
    case Routine::gemm:
      for (std::int64_t k = 0; k < n; ++k) element.add(op_a(row, k) * op_b(k, column));
      break;
    case Routine::trsm:
      element.add(at(Name::b, row, column));
      break;
    case Routine::syrk:
      for (std::int64_t k = 0; k < n; ++k) {
        element.add(at(Name::a, row, k) * at(Name::a, column, k));
      }
      break;
    case Routine::syr2k:
      for (std::int64_t k = 0; k < n; ++k) {
        element.add(at(Name::a, row, k) * at(Name::b, column, k));
        element.add(at(Name::b, row, k) * at(Name::a, column, k));
      }
      break;
    case Routine::symm:
      for (std::int64_t k = 0; k < n; ++k) {
        const Wide<T> a = row >= k ? at(Name::a, row, k) : at(Name::a, k, row);
        element.add(a * at(Name::b, k, column));
      }
      break;
  }
  return element;
}

template <class T>
Difference Problem<T>::check() const {
  using Real = typename Wider<T>::element;
  Difference difference;
  const auto compare = [&](const Element& wanted, Wide<T> found, std::int64_t row,
                           std::int64_t column) {
    difference.bytes += static_cast<std::int64_t>(sizeof(T));
    const long double unit = static_cast<long double>(std::numeric_limits<Real>::epsilon()) *
                             static_cast<long double>(wanted.terms) * wanted.magnitude;
    const long double apart = std::abs(found - wanted.value);
    // What is not a number is not within any distance.
    const auto units =
        apart == 0 ? 0.0 : static_cast<double>(unit == 0 ? units_max + 1 : apart / unit);
    if (!(units <= difference.units)) difference.units = units;
    if (units <= units_max || !difference.wrong.empty()) return;
    const auto shown = [](Wide<T> value) {
      if constexpr (is_complex_number<T>) {
        return base::format("{}{:+}i", static_cast<double>(value.real()),
                            static_cast<double>(value.imag()));
      } else {
        return base::format("{}", static_cast<double>(value));
      }
    };
    difference.wrong = base::format("{}: element ({}, {}) is {} and should be {}",
                                    name_of(task_.routine, task_.type), row, column, shown(found),
                                    shown(wanted.value));
  };
  if (task_.routine == Routine::dot || task_.routine == Routine::nrm2) {
    compare(wanted(0, 0), wide(arguments_.result), 0, 0);
    return difference;
  }
  const std::vector<Operand> operands = operands_of(task_.routine);
  const bool is_matrix = std::ranges::find(operands, answer(), &Operand::name)->is_matrix;
  const T* const elements = place(answer());
  const auto at = [&](std::int64_t row, std::int64_t column) {
    return wide(elements[row + column * (is_matrix ? task_.leading : task_.n)]);
  };
  const std::int64_t count = is_matrix ? task_.n * task_.n : task_.n;
  // A step that is odd meets every row, also where n is a power of two.
  const std::int64_t step = std::max<std::int64_t>(1, count / places | 1);
  for (std::int64_t index = 0; index < count; index += step) {
    const std::int64_t row = index % task_.n;
    const std::int64_t column = index / task_.n;
    if (has_lower_triangle_of_answer(task_.routine) && row < column) continue;
    Element should = wanted(row, column);
    if (!is_triangular(task_.routine)) {
      compare(should, at(row, column), row, column);
      continue;
    }
    // A solution is right where the system makes of it what was given: what is left of that is
    // compared with the terms that it is left of.
    Wide<T> made{};
    for (std::int64_t k = 0; k <= row; ++k) {
      const Wide<T> term = wide(given(Name::a, row, k)) * at(k, column);
      made += term;
      should.magnitude += std::abs(term);
    }
    should.terms = row + 1;
    compare(should, made, row, column);
  }
  return difference;
}

template class Problem<float>;
template class Problem<double>;
template class Problem<std::complex<float>>;
template class Problem<std::complex<double>>;

}  // namespace strobe::kernels::blas
