// SPDX-License-Identifier: BSD-3-Clause
//
// The set-up module: the initial values of a matrix. CoMet, section 2.2.2: they are un-writable by
// the user. They are computed from a seed that only this module and the verification module have,
// so a kernel can neither change nor guess them.
//
// INTEGRITY: a port must not replace this file.
#pragma once

#include <cstdint>

#include "kernels/matrix/block_matrix.hpp"

namespace strobe::kernels::matrix {

class Setup {
 public:
  Setup(std::uint64_t seed, const Layout& layout) : seed_(seed), layout_(layout) {}

  /// Gives a matrix its initial values; all other memory becomes NaN.
  void fill(BlockMatrix& matrix) const;

  /// An element of the whole matrix.
  [[nodiscard]] double element(std::int64_t row, std::int64_t column) const;

  /// The initial value of an element of a block or of its wrapper. Until a kernel updates a
  /// wrapper, it holds values that occur in no matrix.
  [[nodiscard]] double initial(GridPosition block, std::int64_t i, std::int64_t j) const;

 private:
  std::uint64_t seed_;
  Layout layout_;
};

}  // namespace strobe::kernels::matrix
