// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/matrix/grid.hpp"

namespace strobe::kernels::matrix {

Grid grid_of(int processes) {
  const auto root_of = [](int square) {
    int root = 0;
    while ((root + 1) * (root + 1) <= square) ++root;
    return root;
  };
  const int root = root_of(processes);
  const int double_root = root_of(2 * processes);
  if (root * root != processes && double_root * double_root == 2 * processes) {
    return {.rows = double_root / 2, .columns = double_root};
  }
  int rows = root;
  while (processes % rows != 0) --rows;
  return {.rows = rows, .columns = processes / rows};
}

}  // namespace strobe::kernels::matrix
