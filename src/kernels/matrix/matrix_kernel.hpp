// SPDX-License-Identifier: BSD-3-Clause
//
// The common base of the kernels on matrices, which enforces CoMet's rule of integrity with types.
// The paper lets a user re-implement every operation, but neither set-up nor verification (sections
// 2.1 and 2.2.2):
//
//   a port may replace                     a port must not replace
//   the operations: update_guard,          setup.hpp, verification.hpp, this file,
//   shift_matrix, transpose_simple,        block_matrix.hpp and grid.hpp: what is measured
//   transpose_divide, broadcast_line;      and how it is checked
//   adjacency.hpp and mapping.hpp: where
//   processes are
//
// A kernel derives from MatrixKernel and implements `operate` only. The seed is private, `prepare`
// and `verify` are final, and the check is a class of verification.hpp that is given as a template
// argument.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "kernels/matrix/adjacency.hpp"
#include "kernels/matrix/block_matrix.hpp"
#include "kernels/matrix/setup.hpp"
#include "kernels/matrix/verification.hpp"
#include "measure/kernel.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::matrix {

/// The order of the whole matrix.
[[nodiscard]] inline measure::AxisInfo order_axis() {
  return {.name = "n", .choices = {}, .default_value = 256, .minimum = 1, .maximum = 46340};
}

[[nodiscard]] inline std::int64_t order_at(const measure::Point& point) {
  return measure::number_at(point, "n");
}

/// The grid at a point; it does not depend on the adjacency matrix.
[[nodiscard]] inline Grid grid_at(const measure::Point& point) {
  return grid_of(static_cast<int>(measure::number_at(point, "ranks")));
}

/// Throws strobe::Error if a process would have no element.
inline void require_elements(const Layout& layout) {
  const int most = std::max(layout.grid.rows, layout.grid.columns);
  if (layout.order >= most) return;
  throw Error(base::format(
      "a matrix of order {} has no block for each of {} by {} processes: choose n={} or more",
      layout.order, layout.grid.rows, layout.grid.columns, most));
}

/// The first ranks, as many as the axis `ranks` says, each with a block.
[[nodiscard]] inline std::vector<int> members_on_grid(const measure::Point& point,
                                                      const measure::Machine& machine) {
  require_elements({.order = order_at(point), .grid = grid_at(point)});
  return measure::first_ranks(point, machine);
}

template <layer::MessageLayer L, class Check>
class MatrixKernel : public measure::Kernel {
 public:
  /// `adjacency` must contain exactly the processes of the layer.
  MatrixKernel(L& layer, const measure::Point& point, Adjacency adjacency, Check check)
      : layer_(layer),
        adjacency_(std::move(adjacency)),
        own_(adjacency_.position_of(layer.rank())),
        check_(check),
        setup_(0, layout_of(point)),
        matrix_(layout_of(point), own_) {
    require_elements(matrix_.layout());
  }

  [[nodiscard]] measure::Placement placement() const final { return adjacency_.rows(); }

  void prepare(std::uint64_t seed) final {
    setup_ = Setup(seed, matrix_.layout());
    matrix_ = BlockMatrix(matrix_.layout(), own_);
    setup_.fill(matrix_);
    operations_ = 0;
  }

  void run(std::int64_t repetitions) final {
    operate(repetitions);
    operations_ += repetitions;
  }

  [[nodiscard]] measure::Verdict verify() final {
    return check_(setup_, matrix_, own_, operations_);
  }

 protected:
  /// Performs the operation `repetitions` times; a port may replace it.
  virtual void operate(std::int64_t repetitions) = 0;

  [[nodiscard]] L& layer() { return layer_; }
  [[nodiscard]] const Adjacency& adjacency() const { return adjacency_; }
  [[nodiscard]] GridPosition own() const { return own_; }
  [[nodiscard]] BlockMatrix& matrix() { return matrix_; }
  [[nodiscard]] const BlockMatrix& matrix() const { return matrix_; }

 private:
  [[nodiscard]] Layout layout_of(const measure::Point& point) const {
    return {.order = order_at(point), .grid = adjacency_.grid()};
  }

  L& layer_;
  Adjacency adjacency_;
  GridPosition own_;
  Check check_;
  Setup setup_;
  BlockMatrix matrix_;
  std::int64_t operations_ = 0;
};

}  // namespace strobe::kernels::matrix
