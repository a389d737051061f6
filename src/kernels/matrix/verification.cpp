// SPDX-License-Identifier: BSD-3-Clause
//
// INTEGRITY: a port must not replace this file.
#include "kernels/matrix/verification.hpp"

#include <bit>

#include "base/format.hpp"

namespace strobe::kernels::matrix {
namespace {

using measure::Verdict;

/// Compares one element bit by bit and adds it to the verdict. Returns whether to continue.
bool compare(Verdict& verdict, double found, double wanted, const char* what, std::int64_t i,
             std::int64_t j) {
  verdict.bytes += static_cast<std::int64_t>(sizeof(double));
  if (std::bit_cast<std::uint64_t>(found) == std::bit_cast<std::uint64_t>(wanted)) return true;
  verdict.wrong = base::format("the {} ({}, {}) of the block is {} and should be {}", what, i, j,
                               found, wanted);
  return false;
}

/// Checks a block with the shape of the one at `shape`, and its wrapper, against `wanted(i, j)`.
Verdict check_block(const BlockMatrix& matrix, GridPosition shape, auto&& wanted) {
  Verdict verdict;
  if (matrix.origin() != shape) {
    verdict.wrong =
        base::format("the block is labelled ({}, {}) and should be ({}, {})", matrix.origin().row,
                     matrix.origin().column, shape.row, shape.column);
    return verdict;
  }
  for (std::int64_t i = -1; i <= matrix.rows(); ++i) {
    for (std::int64_t j = -1; j <= matrix.columns(); ++j) {
      if (!compare(verdict, matrix.at(i, j), wanted(i, j), "element", i, j)) return verdict;
    }
  }
  return verdict;
}

/// Checks that the block of `origin` has its initial values.
Verdict check_untouched(const Setup& setup, const BlockMatrix& matrix, GridPosition origin) {
  return check_block(matrix, origin,
                     [&](std::int64_t i, std::int64_t j) { return setup.initial(origin, i, j); });
}

}  // namespace

Verdict GuardCheck::operator()(const Setup& setup, const BlockMatrix& matrix, GridPosition own,
                               std::int64_t operations) const {
  if (operations == 0) return check_untouched(setup, matrix, own);
  const Layout& layout = matrix.layout();
  const IndexRange rows = layout.rows_of(own);
  const IndexRange columns = layout.columns_of(own);
  return check_block(matrix, own, [&](std::int64_t i, std::int64_t j) {
    const bool beyond_row = i < 0 || i >= rows.count;
    const bool beyond_column = j < 0 || j >= columns.count;
    // The four corners have no neighbour that sends them.
    if (beyond_row && beyond_column) return setup.initial(own, i, j);
    const std::int64_t n = layout.order;
    return setup.element((rows.first + i + n) % n, (columns.first + j + n) % n);
  });
}

Verdict ShiftCheck::operator()(const Setup& setup, const BlockMatrix& matrix, GridPosition own,
                               std::int64_t operations) const {
  const Grid grid = matrix.layout().grid;
  const auto from = [&] {
    if (direction == Direction::north) {
      return grid.wrapped({own.row + static_cast<int>(operations % grid.rows), own.column});
    }
    return grid.wrapped({own.row, own.column - static_cast<int>(operations % grid.columns)});
  }();
  return check_untouched(setup, matrix, from);
}

Verdict TransposeCheck::operator()(const Setup& setup, const BlockMatrix& matrix, GridPosition own,
                                   std::int64_t operations) const {
  if (operations % 2 == 0) return check_untouched(setup, matrix, own);
  return check_block(matrix, own, [&](std::int64_t i, std::int64_t j) {
    return setup.initial({own.column, own.row}, j, i);
  });
}

Verdict LineCheck::operator()(const Setup& setup, const BlockMatrix& matrix, GridPosition own,
                              std::int64_t operations) const {
  Verdict verdict = check_untouched(setup, matrix, own);
  const Layout& layout = matrix.layout();
  const IndexRange across =
      orientation == Orientation::row ? layout.rows_of(own) : layout.columns_of(own);
  const IndexRange along =
      orientation == Orientation::row ? layout.columns_of(own) : layout.rows_of(own);
  const bool holds_line = line >= across.first && line < across.first + across.count;
  if (holds_line || operations == 0) return verdict;
  const std::span<const double> received = matrix.line(along.count);
  for (std::int64_t k = 0; k < along.count && verdict.wrong.empty(); ++k) {
    const double wanted = orientation == Orientation::row ? setup.element(line, along.first + k)
                                                          : setup.element(along.first + k, line);
    compare(verdict, received[static_cast<std::size_t>(k)], wanted, "broadcast element", k, 0);
  }
  return verdict;
}

}  // namespace strobe::kernels::matrix
