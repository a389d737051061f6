// SPDX-License-Identifier: BSD-3-Clause
//
// A message of the BLACS is a matrix. A kernel sends either one contiguous column, or several
// columns with gaps, which a library has to pack. LAPACK Working Note 73 measures one column
// (section 3.3), for comparison with calls that send contiguous data only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "kernels/blacs/doubles.hpp"
#include "kernels/blacs/grid.hpp"
#include "measure/kernel.hpp"
#include "measure/pattern.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::blacs {

[[nodiscard]] inline measure::AxisInfo shape_axis() {
  return {.name = "shape", .choices = {"column", "columns"}};
}

/// The rows and columns of a message, its leading dimension, and its memory.
class MessageMatrix {
 public:
  MessageMatrix(std::size_t size_bytes, bool is_one_column)
      : rows_(is_one_column ? size_bytes / sizeof(double) : column_of(size_bytes / sizeof(double))),
        columns_(rows_ == 0 ? 1 : size_bytes / sizeof(double) / rows_),
        leading_(is_one_column ? rows_ : rows_ + gap),
        memory_(leading_ * columns_ * sizeof(double)) {}

  static bool is_one_column(const measure::Point& point) {
    return measure::word_at(point, "shape") == "column";
  }

  [[nodiscard]] BlacsGrid::Integer rows() const { return static_cast<BlacsGrid::Integer>(rows_); }
  [[nodiscard]] BlacsGrid::Integer columns() const {
    return static_cast<BlacsGrid::Integer>(columns_);
  }
  [[nodiscard]] BlacsGrid::Integer leading() const {
    return static_cast<BlacsGrid::Integer>(leading_ == 0 ? 1 : leading_);
  }
  [[nodiscard]] double* data() { return doubles_of(memory_.bytes()); }

  /// Each column has a different pattern.
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
  /// The gap between two columns: a cache line.
  static constexpr std::size_t gap = 8;
  static constexpr std::size_t longest_column = 64;

  /// The longest column length that divides `elements`.
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

}  // namespace strobe::kernels::blacs
