// SPDX-License-Identifier: BSD-3-Clause
//
// A message of the BLACS is a matrix. A kernel sends one contiguous column, several columns with
// gaps, which a library has to pack, or a trapezoid. LAPACK Working Note 73 measures one column
// (section 3.3), for comparison with calls that send contiguous data only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "kernels/blacs/doubles.hpp"
#include "kernels/blacs/element_calls.hpp"
#include "measure/kernel.hpp"
#include "measure/pattern.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::blacs {

/// What a message looks like: its type, and the form of its matrix. `m` is the number of rows; 0
/// leaves it to the shape. The number of columns follows from the size.
[[nodiscard]] inline std::vector<measure::AxisInfo> matrix_axes() {
  return {type_axis(),
          {.name = "shape", .choices = {"column", "columns", "trapezoid"}},
          {.name = "uplo", .choices = {"upper", "lower"}},
          {.name = "diag", .choices = {"nonunit", "unit"}},
          {.name = "m", .choices = {}}};
}

/// The rows of a column that a message contains: from `first` up to, but not including, `end`.
struct RowRange {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// Rows and columns of a matrix, and the trapezoid of it that a message contains.
class MatrixForm {
 public:
  /// Throws strobe::Error where the axes contradict each other.
  static MatrixForm at(const measure::Point& point) {
    require_whole_elements(point);
    const std::string& shape = measure::word_at(point, "shape");
    const std::size_t elements = message_bytes(point) / calls_at(point).size_bytes;
    MatrixForm form;
    form.is_trapezoid_ = shape == "trapezoid";
    form.is_upper_ = measure::word_at(point, "uplo") == "upper";
    form.is_unit_ = measure::word_at(point, "diag") == "unit";
    if (!form.is_trapezoid_ && (!form.is_upper_ || form.is_unit_)) {
      throw Error("uplo and diag only apply to trapezoids: add shape=trapezoid");
    }
    const auto wanted = static_cast<std::size_t>(measure::number_at(point, "m"));
    if (wanted != 0 && shape == "column") {
      throw Error("m only applies to matrices: add shape=columns or shape=trapezoid");
    }
    if (wanted != 0 && elements % wanted != 0) {
      throw Error(
          base::format("{} elements are not whole columns of m={} rows: choose another "
                       "size_bytes or m",
                       elements, wanted));
    }
    if (shape == "column") {
      form.rows_ = elements;
    } else if (wanted != 0) {
      form.rows_ = wanted;
    } else {
      form.rows_ = rows_of(elements, form.is_trapezoid_);
    }
    form.columns_ = form.rows_ == 0 ? 1 : elements / form.rows_;
    form.gap_ = shape == "column" ? 0 : gap;
    return form;
  }

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::size_t leading() const { return rows_ + gap_; }
  [[nodiscard]] char uplo() const {
    if (!is_trapezoid_) return 0;
    return is_upper_ ? 'U' : 'L';
  }
  [[nodiscard]] char diag() const { return is_unit_ ? 'U' : 'N'; }

  /// Section 2.1 of the note: the diagonal of an upper trapezoid ends, and that of a lower one
  /// begins, at the corner that makes the rest a rectangle.
  [[nodiscard]] RowRange sent(std::size_t column) const {
    if (!is_trapezoid_) return {0, rows_};
    const std::size_t unit = is_unit_ ? 1 : 0;
    if (is_upper_) {
      const std::size_t diagonal = column + (rows_ > columns_ ? rows_ - columns_ : 0);
      if (diagonal >= rows_) return {0, rows_};
      return {0, diagonal + 1 - unit};
    }
    const std::size_t full = columns_ > rows_ ? columns_ - rows_ : 0;
    if (column < full) return {0, rows_};
    return {std::min(column - full + unit, rows_), rows_};
  }

  [[nodiscard]] std::size_t elements_sent() const {
    std::size_t sum = 0;
    for (std::size_t j = 0; j < columns_; ++j) sum += sent(j).end - sent(j).first;
    return sum;
  }

 private:
  /// The gap between two columns, in elements.
  static constexpr std::size_t gap = 8;
  static constexpr std::size_t longest_column = 64;

  /// The longest column length that divides `elements`: of at most 64 elements, or for a trapezoid
  /// no longer than the matrix is wide.
  static std::size_t rows_of(std::size_t elements, bool is_trapezoid) {
    std::size_t rows = longest_column;
    if (is_trapezoid) {
      for (rows = 1; (rows + 1) * (rows + 1) <= elements;) ++rows;
    }
    while (rows > 1 && elements % rows != 0) --rows;
    return rows;
  }

  bool is_trapezoid_ = false;
  bool is_upper_ = true;
  bool is_unit_ = false;
  std::size_t rows_ = 0;
  std::size_t columns_ = 1;
  std::size_t gap_ = 0;
};

/// None where the kernel refuses the point: the plan describes cells that it skips, too.
[[nodiscard]] inline measure::Work work_of_matrix(const measure::Point& point) {
  try {
    const std::size_t elements = MatrixForm::at(point).elements_sent();
    return {.bytes = static_cast<double>(elements * calls_at(point).size_bytes)};
  } catch (const Error&) {
    return {};
  }
}

/// A matrix with its memory.
class MessageMatrix {
 public:
  explicit MessageMatrix(const measure::Point& point)
      : form_(MatrixForm::at(point)),
        element_(calls_at(point).size_bytes),
        memory_(form_.leading() * form_.columns() * element_),
        expected_(form_.rows() * element_),
        untouched_(form_.rows() * element_),
        arguments_{.rows = integer(form_.rows()),
                   .columns = integer(form_.columns()),
                   .data = memory_.bytes().data(),
                   .leading = form_.leading() == 0 ? 1 : integer(form_.leading()),
                   .uplo = form_.uplo(),
                   .diag = form_.diag()} {}

  [[nodiscard]] const MatrixArguments& arguments() const { return arguments_; }

  /// The memory of one contiguous column.
  [[nodiscard]] layer::Bytes bytes() { return memory_.bytes(); }

  /// Each column has a different pattern.
  void fill(measure::Pattern pattern) {
    filled_ = pattern;
    for (std::size_t j = 0; j < form_.columns(); ++j) {
      measure::fill(column(j), of_column(pattern, j));
    }
  }

  /// The elements of the message must have the pattern of their sender, and all others still the
  /// one of the last fill.
  [[nodiscard]] measure::Verdict check(measure::Pattern pattern) {
    measure::Verdict verdict;
    for (std::size_t j = 0; j < form_.columns() && verdict.wrong.empty(); ++j) {
      measure::fill(expected_.bytes(), of_column(pattern, j));
      measure::fill(untouched_.bytes(), of_column(filled_, j));
      const auto [first, end] = form_.sent(j);
      std::copy_n(untouched_.bytes().data(), first * element_, expected_.bytes().data());
      std::copy(untouched_.bytes().begin() + static_cast<std::ptrdiff_t>(end * element_),
                untouched_.bytes().end(),
                expected_.bytes().begin() + static_cast<std::ptrdiff_t>(end * element_));
      verdict.bytes += static_cast<std::int64_t>(column(j).size());
      verdict.wrong = first_difference(j);
    }
    return verdict;
  }

 private:
  [[nodiscard]] std::string first_difference(std::size_t j) {
    const layer::Bytes found = column(j);
    const auto [at, wanted] = std::ranges::mismatch(found, expected_.bytes());
    if (at == found.end()) return {};
    const auto byte = static_cast<std::size_t>(at - found.begin());
    return base::format("byte {} of element {} in column {} is {:#04x} and should be {:#04x}",
                        byte % element_, byte / element_, j, std::to_integer<unsigned>(*at),
                        std::to_integer<unsigned>(*wanted));
  }

  [[nodiscard]] layer::Bytes column(std::size_t j) {
    return memory_.bytes().subspan(j * form_.leading() * element_, form_.rows() * element_);
  }
  static measure::Pattern of_column(measure::Pattern pattern, std::size_t j) {
    return {.seed = pattern.seed + j, .rank = pattern.rank};
  }

  MatrixForm form_;
  std::size_t element_;
  measure::Buffer memory_;
  measure::Buffer expected_;
  measure::Buffer untouched_;
  MatrixArguments arguments_;
  measure::Pattern filled_;
};

}  // namespace strobe::kernels::blacs
