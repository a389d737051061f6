// SPDX-License-Identifier: BSD-3-Clause
//
// INTEGRITY: a port must not replace this file.
#include "kernels/matrix/setup.hpp"

#include <algorithm>
#include <limits>

#include "base/random.hpp"

namespace strobe::kernels::matrix {

void Setup::fill(BlockMatrix& matrix) const {
  matrix.each_storage([](std::span<double> storage) {
    std::ranges::fill(storage, std::numeric_limits<double>::quiet_NaN());
  });
  const GridPosition block = matrix.origin();
  for (std::int64_t i = -1; i <= matrix.rows(); ++i) {
    for (std::int64_t j = -1; j <= matrix.columns(); ++j) {
      matrix.at(i, j) = initial(block, i, j);
    }
  }
}

double Setup::element(std::int64_t row, std::int64_t column) const {
  const auto index = static_cast<std::uint64_t>(row * layout_.order + column);
  return base::Random(base::Random(seed_).next() + index).uniform();
}

double Setup::initial(GridPosition block, std::int64_t i, std::int64_t j) const {
  const IndexRange rows = layout_.rows_of(block);
  const IndexRange columns = layout_.columns_of(block);
  if (i >= 0 && i < rows.count && j >= 0 && j < columns.count) {
    return element(rows.first + i, columns.first + j);
  }
  const auto index = static_cast<std::uint64_t>(layout_.grid.index_of(block) * (layout_.order + 2) *
                                                    (layout_.order + 2) +
                                                (i + 1) * (columns.count + 2) + j + 1);
  return 1.0 + base::Random(base::Random(~seed_).next() + index).uniform();
}

}  // namespace strobe::kernels::matrix
