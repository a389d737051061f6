// SPDX-License-Identifier: BSD-3-Clause
//
// The matrices of the BLACS: M x N with columns LDA elements apart, whole or one of the four
// trapezoids, with or without their diagonal (LAPACK Working Note 73, section 2.1). All counts are
// elements.
#pragma once

#include <algorithm>
#include <cstddef>

namespace strobe::blacs {

/// The elements of one column that belong to the matrix.
struct Column {
  std::size_t first = 0;  ///< row of the first of them
  std::size_t count = 0;
  friend constexpr bool operator==(Column, Column) = default;
};

class Shape {
 public:
  /// Negative extents mean none; LDA < M means M.
  [[nodiscard]] static constexpr Shape general(std::ptrdiff_t rows, std::ptrdiff_t columns,
                                               std::ptrdiff_t leading) {
    return {Part::whole, false, rows, columns, leading};
  }

  enum class Corner { upper, lower };
  enum class Diagonal { goes_along, stays_at_home };
  [[nodiscard]] static constexpr Shape trapezoid(Corner corner, Diagonal diagonal,
                                                 std::ptrdiff_t rows, std::ptrdiff_t columns,
                                                 std::ptrdiff_t leading) {
    return {corner == Corner::upper ? Part::upper : Part::lower,
            diagonal == Diagonal::stays_at_home, rows, columns, leading};
  }

  /// `uplo` is 'u' or, as anything else, lower; `diag` is 'u' where the diagonal stays at home.
  [[nodiscard]] static constexpr Shape trapezoid(char uplo, char diag, std::ptrdiff_t rows,
                                                 std::ptrdiff_t columns, std::ptrdiff_t leading) {
    return trapezoid(uplo == 'u' ? Corner::upper : Corner::lower,
                     diag == 'u' ? Diagonal::stays_at_home : Diagonal::goes_along, rows, columns,
                     leading);
  }

  [[nodiscard]] constexpr std::size_t rows() const { return static_cast<std::size_t>(rows_); }
  [[nodiscard]] constexpr std::size_t columns() const { return static_cast<std::size_t>(columns_); }
  [[nodiscard]] constexpr std::size_t leading() const { return static_cast<std::size_t>(leading_); }

  /// The diagonal ends in the lower right corner of an upper trapezoid that is taller than wide,
  /// and of a lower one that is wider than tall; otherwise it starts in the upper left one.
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

  /// Whether the elements lie one behind the other, from start() on.
  [[nodiscard]] constexpr bool is_contiguous() const {
    return columns_ <= 1 || rows_ == 0 || (part_ == Part::whole && leading_ == rows_);
  }
  [[nodiscard]] constexpr std::size_t start() const {
    return is_whole() || columns_ == 0 ? 0 : column(0).first;
  }

  /// From the first element of the array to behind the last of the matrix.
  [[nodiscard]] constexpr std::size_t room() const {
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
