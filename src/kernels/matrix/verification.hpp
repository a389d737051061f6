// SPDX-License-Identifier: BSD-3-Clause
//
// The verification module: what a matrix must hold after a number of operations, element by
// element. CoMet, section 2.2.2. One class for each operation on matrices; a kernel names its class
// as a template's argument and has no other part in the check.
//
// INTEGRITY: a port must not replace this file.
#pragma once

#include <cstdint>

#include "kernels/matrix/block_matrix.hpp"
#include "kernels/matrix/setup.hpp"
#include "measure/kernel.hpp"

namespace strobe::kernels::matrix {

enum class Direction { north, east };

/// A row crosses the rows of the grid, a column its columns.
enum class Orientation { row, column };

/// The matrix is as it was, and its wrapper holds the elements around it.
struct GuardCheck {
  [[nodiscard]] measure::Verdict operator()(const Setup& setup, const BlockMatrix& matrix,
                                            Place own, std::int64_t operations) const;
};

/// The block and its wrapper are those from as many places further as there were shifts.
struct ShiftCheck {
  Direction direction = Direction::north;
  [[nodiscard]] measure::Verdict operator()(const Setup& setup, const BlockMatrix& matrix,
                                            Place own, std::int64_t operations) const;
};

/// After an odd number the matrix and its wrapper are transposed, after an even one as they were.
struct TransposeCheck {
  [[nodiscard]] measure::Verdict operator()(const Setup& setup, const BlockMatrix& matrix,
                                            Place own, std::int64_t operations) const;
};

/// The matrix is as it was, and whoever holds no part of the line has its own part of it.
struct LineCheck {
  Orientation orientation = Orientation::row;
  std::int64_t line = 0;  ///< the index of the row or column in the whole matrix
  [[nodiscard]] measure::Verdict operator()(const Setup& setup, const BlockMatrix& matrix,
                                            Place own, std::int64_t operations) const;
};

}  // namespace strobe::kernels::matrix
