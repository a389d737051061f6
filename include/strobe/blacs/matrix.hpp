// SPDX-License-Identifier: BSD-3-Clause
//
// A view of a matrix in the caller's memory: its first element and its shape.
#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>

#include "strobe/blacs/integer.hpp"
#include "strobe/blacs/shape.hpp"
#include "strobe/error.hpp"

namespace strobe::blacs {

/// The five element types of the BLACS.
template <class T>
concept Element = std::same_as<T, Int> || std::same_as<T, float> || std::same_as<T, double> ||
                  std::same_as<T, std::complex<float>> || std::same_as<T, std::complex<double>>;

template <class T>
class MatrixView {
 public:
  MatrixView(T* data, const Shape& shape) : data_(data), shape_(shape) {}
  MatrixView(T* data, std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t leading)
      : MatrixView(data, Shape::general(rows, columns, leading)) {}

  /// One column.
  explicit MatrixView(std::span<T> elements)
      : MatrixView(elements.data(), std::ssize(elements), 1, std::ssize(elements)) {}

  /// Throws strobe::Error if the memory is smaller than the shape.
  MatrixView(std::span<T> memory, const Shape& shape) : MatrixView(memory.data(), shape) {
    if (memory.size() < shape.footprint()) {
      throw Error("the matrix is larger than its memory; pass more elements or a smaller shape");
    }
  }

  /// A read-only view of the same matrix.
  template <class U>
    requires std::same_as<T, const U>
  MatrixView(const MatrixView<U>& other) : MatrixView(other.data(), other.shape()) {}

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] const Shape& shape() const { return shape_; }

 private:
  T* data_;
  Shape shape_;
};

template <class Range>
MatrixView(Range&& range) -> MatrixView<std::remove_reference_t<decltype(*std::data(range))>>;
template <class Range>
MatrixView(Range&& range, const Shape&)
    -> MatrixView<std::remove_reference_t<decltype(*std::data(range))>>;

/// Where a combine stores the coordinates of the processes that the largest or smallest elements
/// come from: two arrays in the shape of the matrix, with columns `leading` elements apart. With
/// `leading` -1 the combine does not store them.
struct Origins {
  Int* rows = nullptr;
  Int* columns = nullptr;
  std::ptrdiff_t leading = -1;
  [[nodiscard]] constexpr bool are_wanted() const { return leading != -1; }
};

}  // namespace strobe::blacs
