// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels on matrices. A new one is a file in this folder and a line here.
#pragma once

#include <utility>
#include <vector>

#include "kernels/entry.hpp"
#include "kernels/matrix/guard.hpp"
#include "kernels/matrix/line_broadcast.hpp"
#include "kernels/matrix/shift.hpp"
#include "kernels/matrix/transpose.hpp"

namespace strobe::kernels {

namespace matrix {

/// A kernel that needs the arrangement of ranks on the grid.
template <class K, layer::MessageLayer L>
CatalogueEntry<L> over_grid(measure::KernelInfo info) {
  return {
      .info = std::move(info),
      .make =
          [](L& layer, const measure::Point& point, const Resources& resources) {
            return std::make_unique<K>(layer, point, resources.mapping->of(layer));
          },
      .require =
          [](const measure::Point& point, const Resources& resources) {
            resources.mapping->require_grid(static_cast<int>(measure::number_at(point, "ranks")));
          }};
}

}  // namespace matrix

template <layer::MessageLayer L>
std::vector<CatalogueEntry<L>> matrix_entries() {
  using matrix::over_grid;
  return {
      over_grid<matrix::Guard<L>, L>(matrix::guard_info()),
      over_grid<matrix::MatrixShift<L>, L>(matrix::matrix_shift_info()),
      over_grid<matrix::Transpose<L>, L>(matrix::transpose_info()),
      over_grid<matrix::RowBroadcast<L>, L>(matrix::row_broadcast_info()),
      over_grid<matrix::ColumnBroadcast<L>, L>(matrix::column_broadcast_info()),
  };
}

}  // namespace strobe::kernels
