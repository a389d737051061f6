// SPDX-License-Identifier: BSD-3-Clause
//
// A message of the BLACS is a matrix: what a kernel sends, as one column, which is contiguous, or
// as columns that do not touch, which a library has to pack. LAPACK Working Note 73 times one
// column (section 3.3), for comparison with calls that know nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "kernels/library/doubles.hpp"
#include "kernels/library/grid.hpp"
#include "measure/kernel.hpp"
#include "measure/pattern.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::library {

[[nodiscard]] inline measure::AxisInfo shape_axis() {
  return {.name = "shape", .choices = {"column", "columns"}};
}

/// The rows and columns of a message, the leading dimension, and the memory for it.
class Matrix {
 public:
  Matrix(std::size_t size_bytes, bool is_one_column)
      : rows_(is_one_column ? size_bytes / sizeof(double) : column_of(size_bytes / sizeof(double))),
        columns_(rows_ == 0 ? 1 : size_bytes / sizeof(double) / rows_),
        leading_(is_one_column ? rows_ : rows_ + gap),
        memory_(leading_ * columns_ * sizeof(double)) {}

  static bool is_one_column(const measure::Point& point) {
    return measure::word_at(point, "shape") == "column";
  }

  [[nodiscard]] Grid::Integer rows() const { return static_cast<Grid::Integer>(rows_); }
  [[nodiscard]] Grid::Integer columns() const { return static_cast<Grid::Integer>(columns_); }
  [[nodiscard]] Grid::Integer leading() const {
    return static_cast<Grid::Integer>(leading_ == 0 ? 1 : leading_);
  }
  [[nodiscard]] double* data() { return doubles_of(memory_.bytes()); }

  /// Each column holds a pattern of its own.
  void fill(measure::Pattern pattern) {
    for (std::size_t j = 0; j < columns_; ++j) measure::fill(column(j), of_column(pattern, j));
  }

  [[nodiscard]] measure::Verdict check(measure::Pattern pattern) {
    measure::Verdict verdict;
    for (std::size_t j = 0; j < columns_ && verdict.wrong.empty(); ++j) {
      verdict.bytes += static_cast<std::int64_t>(column(j).size());
      verdict.wrong = measure::find_wrong_byte(column(j), of_column(pattern, j));
    }
    return verdict;
  }

 private:
  /// What lies between two columns: a cache line.
  static constexpr std::size_t gap = 8;
  static constexpr std::size_t longest_column = 64;

  /// The longest column of which a whole number makes `elements`.
  static std::size_t column_of(std::size_t elements) {
    std::size_t rows = longest_column;
    while (rows > 1 && elements % rows != 0) --rows;
    return rows;
  }

  [[nodiscard]] layer::Bytes column(std::size_t j) {
    return memory_.bytes().subspan(j * leading_ * sizeof(double), rows_ * sizeof(double));
  }
  static measure::Pattern of_column(measure::Pattern pattern, std::size_t j) {
    return {.seed = pattern.seed + j, .rank = pattern.rank};
  }

  std::size_t rows_;
  std::size_t columns_;
  std::size_t leading_;
  measure::Buffer memory_;
};

}  // namespace strobe::kernels::library
