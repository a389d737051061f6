// SPDX-License-Identifier: BSD-3-Clause
//
// The data of a reduction: what each rank contributes, and what the result must be. The CM-5 study
// (section 3) lists sums, maxima, minima and bitwise logical operations; logical operations and the
// location of an extremum are those of the MPI standard.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/kernel.hpp"
#include "measure/pattern.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

/// The type and the operation of a reduction.
struct ReductionKind {
  layer::Element element = layer::Element::float64;
  layer::Operation operation = layer::Operation::sum;
};

namespace detail {

inline constexpr std::pair<layer::Operation, const char*> operation_words[] = {
    {layer::Operation::sum, "sum"},
    {layer::Operation::minimum, "minimum"},
    {layer::Operation::maximum, "maximum"},
    {layer::Operation::bitwise_and, "bitwise_and"},
    {layer::Operation::bitwise_or, "bitwise_or"},
    {layer::Operation::bitwise_xor, "bitwise_xor"},
    {layer::Operation::logical_and, "logical_and"},
    {layer::Operation::logical_or, "logical_or"},
    {layer::Operation::logical_xor, "logical_xor"},
    {layer::Operation::maxloc, "maxloc"},
    {layer::Operation::minloc, "minloc"}};

[[nodiscard]] inline layer::Operation operation_of(const std::string& word) {
  for (const auto& [operation, name] : operation_words) {
    if (word == name) return operation;
  }
  throw Error("unknown operation of a reduction: " + word);
}

/// The type of an element; `with_index` for operations that return where a value is.
[[nodiscard]] inline layer::Element element_of(const std::string& word, bool with_index) {
  using layer::Element;
  if (word == "float64") return with_index ? Element::float64_int : Element::float64;
  if (word == "float32") return with_index ? Element::float32_int : Element::float32;
  if (word == "int64") return with_index ? Element::int64_int : Element::int64;
  if (word == "int32") return with_index ? Element::int32_int : Element::int32;
  throw Error("unknown element type: " + word);
}

/// The larger or smaller value with its index; of equal values that with the smaller index.
template <class T>
[[nodiscard]] layer::ValueAndIndex<T> located(layer::ValueAndIndex<T> a, layer::ValueAndIndex<T> b,
                                              bool wants_larger) {
  if (a.value == b.value) return a.index < b.index ? a : b;
  return (a.value > b.value) == wants_larger ? a : b;
}

}  // namespace detail

[[nodiscard]] inline measure::AxisInfo element_axis() {
  return {.name = "element", .choices = {"float64", "float32", "int64", "int32"}};
}

[[nodiscard]] inline measure::AxisInfo operation_axis() {
  measure::AxisInfo axis{.name = "operation", .choices = {}};
  for (const auto& [operation, word] : detail::operation_words) axis.choices.emplace_back(word);
  return axis;
}

[[nodiscard]] inline ReductionKind reduction_at(const measure::Point& point) {
  const layer::Operation operation = detail::operation_of(measure::word_at(point, "operation"));
  const bool with_index =
      operation == layer::Operation::maxloc || operation == layer::Operation::minloc;
  return {detail::element_of(measure::word_at(point, "element"), with_index), operation};
}

/// Throws strobe::Error if the operation does not combine the type, or if the size holds no whole
/// number of elements.
inline void require_reduction(const measure::Point& point) {
  const ReductionKind kind = reduction_at(point);
  if (!layer::combines(kind.operation, kind.element)) {
    throw Error(base::format("operation={} combines integers only: choose element=int32 or int64",
                             measure::word_at(point, "operation")));
  }
  const auto element_bytes = static_cast<std::int64_t>(layer::size_bytes(kind.element));
  if (measure::number_at(point, "size_bytes") % element_bytes != 0) {
    throw Error(base::format(
        "element={} with an index takes {} bytes: choose a size that is a multiple of it",
        measure::word_at(point, "element"), element_bytes));
  }
}

/// The number of elements of a buffer.
[[nodiscard]] inline double elements_at(const measure::Point& point) {
  return size_at(point) / static_cast<double>(layer::size_bytes(reduction_at(point).element));
}

/// The buffers of one rank. The contributions are small non-negative integers, so that each result
/// is exact for every type and in every order.
class ReductionValues {
 public:
  /// `size_bytes` is the size of the result; a rank contributes to `parts` of them, of which each
  /// rank gets its own where the result is scattered.
  ReductionValues(ReductionKind kind, std::size_t size_bytes, int parts = 1)
      : kind_(kind), out_(size_bytes * static_cast<std::size_t>(parts)), in_(size_bytes) {}

  [[nodiscard]] layer::ConstBytes out() const { return out_.bytes(); }
  [[nodiscard]] layer::Bytes in() { return in_.bytes(); }
  [[nodiscard]] ReductionKind kind() const { return kind_; }

  /// Fills `out` with the contribution of a rank, and `in` with values that no reduction returns.
  void fill(std::uint64_t seed, int rank, int ranks) {
    seed_ = seed;
    ranks_ = ranks;
    write([&](std::size_t i) { return contribution(i, rank); });
  }

  /// The same for a rank that contributes nothing: the identity of the operation, which the CM-5
  /// study calls null data (section 3).
  void fill_with_null_data(std::uint64_t seed, int ranks) {
    seed_ = seed;
    ranks_ = ranks;
    typed(out_, [&](auto zero, std::size_t i) { store(out_, i, identity<decltype(zero)>()); });
    forget_result();
  }

  /// Checks that `in` holds the reduction over the contributions of the ranks `first` to `last`, of
  /// the part of this number.
  [[nodiscard]] measure::Verdict check(int first, int last, int part = 0) const {
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(in_.bytes().size()), .wrong = {}};
    typed(in_, [&](auto found, std::size_t i) {
      using T = decltype(found);
      std::memcpy(&found, in_.bytes().data() + i * sizeof found, sizeof found);
      if (!verdict.wrong.empty()) return;
      const std::size_t before = static_cast<std::size_t>(part) * in_.bytes().size() / sizeof found;
      const Contribution wanted = combined(before + i, first, last);
      if constexpr (std::is_arithmetic_v<T>) {
        if (found == static_cast<T>(wanted.value)) return;
        verdict.wrong = base::format("element {} is {} and should be {}", i, found, wanted.value);
      } else {
        using V = decltype(found.value);
        if (found.value == static_cast<V>(wanted.value) && found.index == wanted.index) return;
        verdict.wrong = base::format("element {} is {} of rank {} and should be {} of rank {}", i,
                                     found.value, found.index, wanted.value, wanted.index);
      }
    });
    return verdict;
  }

 private:
  using Contribution = layer::ValueAndIndex<std::int64_t>;

  [[nodiscard]] bool is_logical() const {
    return kind_.operation == layer::Operation::logical_and ||
           kind_.operation == layer::Operation::logical_or ||
           kind_.operation == layer::Operation::logical_xor;
  }

  /// From three ranks on, rank 0 has neither the smallest nor the largest value. Operations with an
  /// index also see equal values, and logical ones true and false.
  [[nodiscard]] Contribution contribution(std::size_t i, int rank) const {
    const int side = rank % 2 == 0 ? rank / 2 : -(rank + 1) / 2;
    const std::int64_t value = static_cast<std::int64_t>((i + seed_) % 17) + ranks_ + side;
    if (is_logical()) return {value % 2, rank};
    return {layer::has_index(kind_.element) ? value / 2 : value, rank};
  }

  [[nodiscard]] Contribution combined(std::size_t i, int first, int last) const {
    Contribution result = contribution(i, first);
    for (int rank = first + 1; rank <= last; ++rank) {
      const Contribution next = contribution(i, rank);
      if (layer::has_index(kind_.element)) {
        result = detail::located(result, next, kind_.operation == layer::Operation::maxloc);
      } else {
        result.value = combine(result.value, next.value);
      }
    }
    return result;
  }

  [[nodiscard]] std::int64_t combine(std::int64_t a, std::int64_t b) const {
    switch (kind_.operation) {
      case layer::Operation::sum:
        return a + b;
      case layer::Operation::minimum:
        return std::min(a, b);
      case layer::Operation::maximum:
        return std::max(a, b);
      case layer::Operation::bitwise_and:
        return a & b;
      case layer::Operation::bitwise_or:
        return a | b;
      case layer::Operation::bitwise_xor:
        return a ^ b;
      case layer::Operation::logical_and:
        return a != 0 && b != 0 ? 1 : 0;
      case layer::Operation::logical_or:
        return a != 0 || b != 0 ? 1 : 0;
      case layer::Operation::logical_xor:
        return (a != 0) != (b != 0) ? 1 : 0;
      case layer::Operation::maxloc:
      case layer::Operation::minloc:
        break;
    }
    throw Error("an operation with an index combines no single values");
  }

  /// The value that leaves every other value unchanged.
  template <class T>
  [[nodiscard]] T identity() const {
    if constexpr (std::is_arithmetic_v<T>) {
      switch (kind_.operation) {
        case layer::Operation::minimum:
          return std::numeric_limits<T>::max();
        case layer::Operation::maximum:
          return std::numeric_limits<T>::lowest();
        case layer::Operation::bitwise_and:
          return static_cast<T>(-1);
        case layer::Operation::logical_and:
          return T{1};
        default:
          return T{};
      }
    } else {
      using Limits = std::numeric_limits<decltype(T::value)>;
      const bool finds_largest = kind_.operation == layer::Operation::maxloc;
      return {finds_largest ? Limits::lowest() : Limits::max(), std::numeric_limits<int>::max()};
    }
  }

  /// A value that is no result.
  template <class T>
  [[nodiscard]] static T never() {
    if constexpr (std::is_arithmetic_v<T>) {
      return static_cast<T>(-1);
    } else {
      return {static_cast<decltype(T::value)>(-1), -1};
    }
  }

  void write(auto&& contribution_at) {
    typed(out_, [&](auto value, std::size_t i) {
      using T = decltype(value);
      const Contribution own = contribution_at(i);
      if constexpr (std::is_arithmetic_v<T>) {
        value = static_cast<T>(own.value);
      } else {
        value = {static_cast<decltype(value.value)>(own.value), own.index};
      }
      store(out_, i, value);
    });
    forget_result();
  }

  void forget_result() {
    typed(in_, [&](auto zero, std::size_t i) { store(in_, i, never<decltype(zero)>()); });
  }

  template <class T>
  static void store(measure::Buffer& buffer, std::size_t i, T value) {
    std::memcpy(buffer.bytes().data() + i * sizeof value, &value, sizeof value);
  }

  /// Calls `visit` with a zero of the element type and each index of a buffer.
  template <class Visit>
  void typed(const measure::Buffer& buffer, Visit&& visit) const {
    const auto all = [&](auto zero) {
      for (std::size_t i = 0; i < buffer.bytes().size() / sizeof zero; ++i) visit(zero, i);
    };
    switch (kind_.element) {
      case layer::Element::int32:
        return all(std::int32_t{});
      case layer::Element::int64:
        return all(std::int64_t{});
      case layer::Element::float32:
        return all(float{});
      case layer::Element::float64:
        return all(double{});
      case layer::Element::int32_int:
        return all(layer::ValueAndIndex<std::int32_t>{});
      case layer::Element::int64_int:
        return all(layer::ValueAndIndex<std::int64_t>{});
      case layer::Element::float32_int:
        return all(layer::ValueAndIndex<float>{});
      case layer::Element::float64_int:
        return all(layer::ValueAndIndex<double>{});
    }
  }

  ReductionKind kind_;
  measure::Buffer out_;
  measure::Buffer in_;
  std::uint64_t seed_ = 0;
  int ranks_ = 0;
};

}  // namespace strobe::kernels
