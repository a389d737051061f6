// SPDX-License-Identifier: BSD-3-Clause
//
// Shapes of matrices: M x N elements with columns LDA elements apart, whole or trapezoidal, with or
// without the diagonal (LAPACK Working Note 73, section 2.1). All counts are in elements.
#pragma once

#include <algorithm>
#include <cstddef>

namespace strobe::blacs {

/// The elements of one column that belong to the matrix.
struct Column {
  std::size_t first = 0;  ///< row of the first element
  std::size_t count = 0;
  friend constexpr bool operator==(Column, Column) = default;
};

class Shape {
 public:
  /// Negative numbers of rows and columns count as 0; a LDA smaller than M counts as M.
  [[nodiscard]] static constexpr Shape general(std::ptrdiff_t rows, std::ptrdiff_t columns,
                                               std::ptrdiff_t leading) {
    return {Part::whole, false, rows, columns, leading};
  }

  enum class Corner { upper, lower };
  /// Whether an operation includes the diagonal of a trapezoid.
  enum class Diagonal { included, excluded };
  [[nodiscard]] static constexpr Shape trapezoid(Corner corner, Diagonal diagonal,
                                                 std::ptrdiff_t rows, std::ptrdiff_t columns,
                                                 std::ptrdiff_t leading) {
    return {corner == Corner::upper ? Part::upper : Part::lower, diagonal == Diagonal::excluded,
            rows, columns, leading};
  }

  /// `uplo` 'u' is upper, any other letter lower; `diag` 'u' (Unit) excludes the diagonal.
  [[nodiscard]] static constexpr Shape trapezoid(char uplo, char diag, std::ptrdiff_t rows,
                                                 std::ptrdiff_t columns, std::ptrdiff_t leading) {
    return trapezoid(uplo == 'u' ? Corner::upper : Corner::lower,
                     diag == 'u' ? Diagonal::excluded : Diagonal::included, rows, columns, leading);
  }

  [[nodiscard]] constexpr std::size_t rows() const { return static_cast<std::size_t>(rows_); }
  [[nodiscard]] constexpr std::size_t columns() const { return static_cast<std::size_t>(columns_); }
  [[nodiscard]] constexpr std::size_t leading() const { return static_cast<std::size_t>(leading_); }

  /// The elements of a column. The diagonal ends in the lower right corner of an upper trapezoid
  /// with more rows than columns and of a lower trapezoid with more columns than rows. In all other
  /// trapezoids it starts in the upper left corner.
  [[nodiscard]] constexpr Column column(std::size_t number) const {
    const auto j = static_cast<std::ptrdiff_t>(number);
    std::ptrdiff_t first = 0;
    std::ptrdiff_t end = rows_;
    if (part_ == Part::upper) {
      const std::ptrdiff_t diagonal = j + std::max<std::ptrdiff_t>(rows_ - columns_, 0);
      end = std::min(diagonal + (unit_ ? 0 : 1), rows_);
    } else if (part_ == Part::lower) {
      const std::ptrdiff_t diagonal = j - std::max<std::ptrdiff_t>(columns_ - rows_, 0);
      first = std::clamp<std::ptrdiff_t>(diagonal + (unit_ ? 1 : 0), 0, rows_);
    }
    return {.first = static_cast<std::size_t>(first),
            .count = static_cast<std::size_t>(end - first)};
  }

  [[nodiscard]] constexpr std::size_t elements() const {
    const std::size_t whole = rows() * columns();
    if (part_ == Part::whole) return whole;
    const std::size_t side = std::min(rows(), columns());
    return whole - (side * (side + 1) / 2 - (unit_ ? 0 : side));
  }

  /// The elements are contiguous in memory, from start() on.
  [[nodiscard]] constexpr bool is_contiguous() const {
    return columns_ <= 1 || rows_ == 0 || (part_ == Part::whole && leading_ == rows_);
  }
  [[nodiscard]] constexpr std::size_t start() const {
    return is_whole() || columns_ == 0 ? 0 : column(0).first;
  }

  /// Number of elements from the first of the array to the last of the matrix.
  [[nodiscard]] constexpr std::size_t footprint() const {
    return columns_ == 0 ? 0 : (columns() - 1) * leading() + rows();
  }

  [[nodiscard]] constexpr bool is_whole() const { return part_ == Part::whole; }

 private:
  enum class Part { whole, upper, lower };

  constexpr Shape(Part part, bool unit, std::ptrdiff_t rows, std::ptrdiff_t columns,
                  std::ptrdiff_t leading)
      : part_(part),
        unit_(unit),
        rows_(std::max<std::ptrdiff_t>(rows, 0)),
        columns_(std::max<std::ptrdiff_t>(columns, 0)),
        leading_(std::max(leading, rows_)) {}

  Part part_;
  bool unit_;
  std::ptrdiff_t rows_;
  std::ptrdiff_t columns_;
  std::ptrdiff_t leading_;
};

}  // namespace strobe::blacs
