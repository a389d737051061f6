// SPDX-License-Identifier: BSD-3-Clause
//
// One process's block of a distributed matrix of doubles, with the guard wrapper of one element
// around it (CoMet, figure 9).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "kernels/matrix/grid.hpp"
#include "measure/pattern.hpp"

namespace strobe::kernels::matrix {

/// A matrix and the grid over which it is distributed.
struct Layout {
  std::int64_t order = 1;  ///< number of rows, and of columns, of the whole matrix
  Grid grid;

  [[nodiscard]] IndexRange rows_of(GridPosition block) const {
    return range_of_part(order, grid.rows, block.row);
  }
  [[nodiscard]] IndexRange columns_of(GridPosition block) const {
    return range_of_part(order, grid.columns, block.column);
  }
};

/// A process may hold another block than its own, so the block is identified by the position to
/// which it belongs. Indices run from -1 to rows() or columns(), including the wrapper.
class BlockMatrix {
 public:
  BlockMatrix(const Layout& layout, GridPosition own)
      : layout_(layout), origin_(own), storage_(bytes_max(layout)), arriving_(bytes_max(layout)) {
    const std::size_t longest =
        std::max(most(layout.order, layout.grid.rows), most(layout.order, layout.grid.columns));
    line_ = measure::Buffer(longest * sizeof(double));
  }

  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] GridPosition origin() const { return origin_; }
  [[nodiscard]] std::int64_t rows() const { return layout_.rows_of(origin_).count; }
  [[nodiscard]] std::int64_t columns() const { return layout_.columns_of(origin_).count; }
  /// The distance between the starts of two rows, in elements.
  [[nodiscard]] std::int64_t stride() const { return columns() + 2; }

  [[nodiscard]] double* row(std::int64_t i) { return doubles(storage_) + offset(i); }
  [[nodiscard]] const double* row(std::int64_t i) const {
    return reinterpret_cast<const double*>(storage_.bytes().data()) + offset(i);
  }
  [[nodiscard]] double& at(std::int64_t i, std::int64_t j) { return row(i)[j]; }
  [[nodiscard]] double at(std::int64_t i, std::int64_t j) const { return row(i)[j]; }

  /// The block and its wrapper, row by row.
  [[nodiscard]] std::span<double> whole() { return {doubles(storage_), elements_of(origin_)}; }
  /// A receive buffer for another block and its wrapper.
  [[nodiscard]] std::span<double> arriving(GridPosition origin) {
    return {doubles(arriving_), elements_of(origin)};
  }
  /// Makes the receive buffer the matrix, and the old matrix the receive buffer, without a copy.
  void adopt(GridPosition origin) {
    std::swap(storage_, arriving_);
    origin_ = origin;
  }

  /// A buffer for a row or a column of a block, for broadcasts of lines.
  [[nodiscard]] std::span<double> line(std::int64_t elements) {
    return {doubles(line_), static_cast<std::size_t>(elements)};
  }
  [[nodiscard]] std::span<const double> line(std::int64_t elements) const {
    return {reinterpret_cast<const double*>(line_.bytes().data()),
            static_cast<std::size_t>(elements)};
  }

  /// All memory of this matrix, so that set-up can write a value everywhere that no process ever
  /// sends.
  template <class Visit>
  void each_storage(Visit&& visit) {
    for (measure::Buffer* buffer : {&storage_, &arriving_, &line_}) {
      visit(std::span(doubles(*buffer), buffer->bytes().size() / sizeof(double)));
    }
  }

 private:
  static std::size_t most(std::int64_t n, int parts) {
    return static_cast<std::size_t>((n + parts - 1) / parts);
  }
  /// During a transpose a block may lie in either orientation.
  static std::size_t bytes_max(const Layout& layout) {
    return (most(layout.order, layout.grid.rows) + 2) *
           (most(layout.order, layout.grid.columns) + 2) * sizeof(double);
  }
  static double* doubles(measure::Buffer& buffer) {
    return reinterpret_cast<double*>(buffer.bytes().data());
  }
  [[nodiscard]] std::size_t elements_of(GridPosition block) const {
    return static_cast<std::size_t>((layout_.rows_of(block).count + 2) *
                                    (layout_.columns_of(block).count + 2));
  }
  [[nodiscard]] std::int64_t offset(std::int64_t i) const { return (i + 1) * stride() + 1; }

  Layout layout_;
  GridPosition origin_;
  measure::Buffer storage_;
  measure::Buffer arriving_;
  measure::Buffer line_{0};
};

}  // namespace strobe::kernels::matrix
