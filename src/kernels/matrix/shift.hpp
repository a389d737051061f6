// SPDX-License-Identifier: BSD-3-Clause
//
// Shift of a matrix by one block, north or east. CoMet, figure 12.
#pragma once

#include "base/opaque.hpp"
#include "kernels/matrix/matrix_kernel.hpp"

namespace strobe::kernels::matrix {

/// INTEGRITY: a port may replace this function. The whole block is sent with its wrapper, to
/// simplify the management of buffers, as in the paper. The paper receives into the buffer that it
/// has just sent. Here a second buffer receives, and the two buffers are swapped.
template <layer::MessageLayer L>
void shift_matrix(L& layer, BlockMatrix& matrix, const Neighbours& neighbours,
                  Direction direction) {
  const Grid grid = matrix.layout().grid;
  const bool north = direction == Direction::north;
  const GridPosition from = matrix.origin();
  const GridPosition arrives = grid.wrapped(north ? GridPosition{from.row + 1, from.column}
                                                  : GridPosition{from.row, from.column - 1});
  layer.exchange(std::as_bytes(matrix.whole()), north ? neighbours.top : neighbours.succ,
                 std::as_writable_bytes(matrix.arriving(arrives)),
                 north ? neighbours.bottom : neighbours.pred, layer::Tag{1});
  matrix.adopt(arrives);
}

[[nodiscard]] inline measure::KernelInfo matrix_shift_info() {
  return {.name = "matrix_shift",
          .title = "Shift of a matrix by one block",
          .family = measure::Family::matrix,
          .axes = {{.name = "direction", .choices = {"north", "east"}},
                   measure::ranks_axis(),
                   order_axis()},
          .axis = "n",
          .time = "from the first entry to the last exit",
          .source = "CoMet, figure 12",
          .members = members_on_grid,
          .timing = measure::Timing::completion,
          .work = [](const measure::Point& point) {
            const auto n = static_cast<double>(order_at(point));
            return measure::Work{.bytes = sizeof(double) * n * n};
          }};
}

template <layer::MessageLayer L>
class MatrixShift final : public MatrixKernel<L, ShiftCheck> {
 public:
  MatrixShift(L& layer, const measure::Point& point, const Adjacency& adjacency)
      : MatrixKernel<L, ShiftCheck>(layer, point, adjacency, {direction_of(point)}),
        direction_(direction_of(point)) {}

 private:
  static Direction direction_of(const measure::Point& point) {
    const std::string& word = measure::word_at(point, "direction");
    if (word == "north") return Direction::north;
    if (word == "east") return Direction::east;
    throw Error("unknown direction of a shift: " + word);
  }

  void operate(std::int64_t repetitions) override {
    const Neighbours neighbours = this->adjacency().neighbours_of(this->layer().rank());
    base::repeat(repetitions,
                 [&] { shift_matrix(this->layer(), this->matrix(), neighbours, direction_); });
  }

  Direction direction_;
};

}  // namespace strobe::kernels::matrix
