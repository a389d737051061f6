// SPDX-License-Identifier: BSD-3-Clause
//
// Operations for combine_elements (element_combine.hpp): exclusive or, sums of squares, norms, and
// user-defined operations.
#pragma once

#include <cmath>
#include <complex>
#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>

#include "blacs/call_signature.hpp"
#include "blacs/combine.hpp"
#include "blacs/operations.hpp"
#include "strobe/blacs_extensions.h"
#include "strobe/message_layer.hpp"

namespace strobe::blacs {

namespace detail {

template <class T>
[[nodiscard]] std::span<T> elements_in(layer::Bytes bytes) {
  return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

}  // namespace detail

/// The common members of operations on elements of one type.
template <class T, Operation operation>
struct ElementOperation {
  [[nodiscard]] static constexpr std::size_t element_bytes() { return sizeof(T); }
  [[nodiscard]] static constexpr CallSignature signature() {
    return {.operation = operation, .type = type_letter<T>()};
  }
  static void initialise(layer::Bytes) {}
  static void finish(layer::Bytes) {}
};

template <std::signed_integral T>
struct ExclusiveOr : ElementOperation<T, Operation::exclusive_or> {
  static void operate(layer::Bytes theirs, layer::Bytes ours) {
    const std::span<T> from = detail::elements_in<T>(theirs);
    const std::span<T> into = detail::elements_in<T>(ours);
    for (std::size_t i = 0; i < into.size(); ++i) into[i] ^= from[i];
  }
};

/// The sum of |a|^2. For integers it wraps, as their sum does.
template <class T>
struct SumOfSquares : ElementOperation<T, Operation::sum_of_squares> {
  static void initialise(layer::Bytes elements) {
    for (T& element : detail::elements_in<T>(elements)) element = squared(element);
  }
  static void operate(layer::Bytes theirs, layer::Bytes ours) {
    using Real = typename detail::RealParts<T>::Type;
    add(detail::elements_in<const Real>(theirs).data(), detail::elements_in<Real>(ours).data(),
        ours.size() / sizeof(Real));
  }

 private:
  [[nodiscard]] static T squared(T element) {
    if constexpr (std::signed_integral<T>) {
      using Unsigned = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<Unsigned>(element) * static_cast<Unsigned>(element));
    } else if constexpr (std::floating_point<T>) {
      return element * element;
    } else {
      return std::norm(element);
    }
  }
};

/// The square root of the sum of |a|^2. Two partial results are combined with hypot, which neither
/// overflows nor underflows in intermediate results. So no scale is needed, as in LAPACK's xLASSQ.
template <class T>
struct Norm : ElementOperation<T, Operation::norm> {
  static void initialise(layer::Bytes elements) {
    for (T& element : detail::elements_in<T>(elements)) element = std::abs(element);
  }
  static void operate(layer::Bytes theirs, layer::Bytes ours) {
    const std::span<T> from = detail::elements_in<T>(theirs);
    const std::span<T> into = detail::elements_in<T>(ours);
    for (std::size_t i = 0; i < into.size(); ++i) {
      into[i] = std::hypot(std::real(into[i]), std::real(from[i]));
    }
  }
};

/// Calls the user's functions.
class UserOperation {
 public:
  explicit UserOperation(const strobe_blacs_operation& functions) : functions_(functions) {}

  [[nodiscard]] std::size_t element_bytes() const { return functions_.element_bytes; }
  [[nodiscard]] CallSignature signature() const {
    return {.operation = Operation::user_defined, .element_bytes = functions_.element_bytes};
  }
  void initialise(layer::Bytes elements) const {
    if (functions_.initialise != nullptr)
      functions_.initialise(elements.data(), count(elements), functions_.user);
  }
  void operate(layer::Bytes theirs, layer::Bytes ours) const {
    functions_.operate(theirs.data(), ours.data(), count(ours), functions_.user);
  }
  void finish(layer::Bytes elements) const {
    if (functions_.finish != nullptr)
      functions_.finish(elements.data(), count(elements), functions_.user);
  }

 private:
  [[nodiscard]] std::size_t count(layer::Bytes elements) const {
    return elements.size() / functions_.element_bytes;
  }
  const strobe_blacs_operation& functions_;
};

}  // namespace strobe::blacs
