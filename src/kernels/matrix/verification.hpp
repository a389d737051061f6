// SPDX-License-Identifier: BSD-3-Clause
//
// The verification module: the expected contents of a matrix after a number of operations, element
// by element. CoMet, section 2.2.2. There is one class for each operation; a kernel gives its class
// as a template argument and has no other influence on the check.
//
// INTEGRITY: a port must not replace this file.
#pragma once

#include <cstdint>

#include "kernels/matrix/block_matrix.hpp"
#include "kernels/matrix/setup.hpp"
#include "measure/kernel.hpp"

namespace strobe::kernels::matrix {

enum class Direction { north, east };

/// A row is broadcast across the rows of the grid, a column across its columns.
enum class Orientation { row, column };

/// The matrix is unchanged, and its wrapper holds the elements around it.
struct GuardCheck {
  [[nodiscard]] measure::Verdict operator()(const Setup& setup, const BlockMatrix& matrix,
                                            GridPosition own, std::int64_t operations) const;
};

/// The block and its wrapper are those of the position so many shifts away.
struct ShiftCheck {
  Direction direction = Direction::north;
  [[nodiscard]] measure::Verdict operator()(const Setup& setup, const BlockMatrix& matrix,
                                            GridPosition own, std::int64_t operations) const;
};

/// After an odd number of operations the matrix and its wrapper are transposed, after an even
/// number unchanged.
struct TransposeCheck {
  [[nodiscard]] measure::Verdict operator()(const Setup& setup, const BlockMatrix& matrix,
                                            GridPosition own, std::int64_t operations) const;
};

/// The matrix is unchanged, and each process without a part of the line has received its part of
/// it.
struct LineCheck {
  Orientation orientation = Orientation::row;
  std::int64_t line = 0;  ///< index of the row or column in the whole matrix
  [[nodiscard]] measure::Verdict operator()(const Setup& setup, const BlockMatrix& matrix,
                                            GridPosition own, std::int64_t operations) const;
};

}  // namespace strobe::kernels::matrix
