// SPDX-License-Identifier: BSD-3-Clause
//
// The set-up module: the values that a matrix has before any kernel touches it. CoMet, section
// 2.2.2: they are un-writable by the user. They are computed from a seed that only this module and
// the verification module hold, so a kernel can neither change nor guess them.
//
// INTEGRITY: a port must not replace this file.
#pragma once

#include <cstdint>

#include "kernels/matrix/block_matrix.hpp"

namespace strobe::kernels::matrix {

class Setup {
 public:
  Setup(std::uint64_t seed, const Layout& layout) : seed_(seed), layout_(layout) {}

  /// Gives a matrix its values; what holds none yet becomes a number that is none.
  void fill(BlockMatrix& matrix) const;

  /// An element of the whole matrix.
  [[nodiscard]] double element(std::int64_t row, std::int64_t column) const;

  /// An element of a block as it was set up, the wrapper around it included. Until a kernel updates
  /// a wrapper it holds values that are in no matrix.
  [[nodiscard]] double initial(Place block, std::int64_t i, std::int64_t j) const;

 private:
  std::uint64_t seed_;
  Layout layout_;
};

}  // namespace strobe::kernels::matrix
