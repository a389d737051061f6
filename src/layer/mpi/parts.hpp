// SPDX-License-Identifier: BSD-3-Clause
//
// The counts that collectives with parts of different sizes take.
#pragma once

#include <mpi.h>

#include <span>
#include <vector>

#include "layer/mpi/calls.hpp"

namespace strobe::layer::mpi {

/// The counts and displacements of contiguous parts.
class Parts {
 public:
  explicit Parts(std::span<const std::size_t> sizes_bytes);
#if MPI_VERSION >= 4
  using Displacement = MPI_Aint;
#else
  using Displacement = int;
#endif
  [[nodiscard]] const Count* counts() const { return counts_.data(); }
  [[nodiscard]] const Displacement* displacements() const { return displacements_.data(); }

 private:
  std::vector<Count> counts_;
  std::vector<Displacement> displacements_;
};

/// The number of elements of each rank's part of a reduction.
class ElementCounts {
 public:
  explicit ElementCounts(std::span<const std::size_t> counts) {
    for (const std::size_t count : counts) counts_.push_back(to_count(count));
  }
  [[nodiscard]] const Count* data() const { return counts_.data(); }

 private:
  std::vector<Count> counts_;
};

}  // namespace strobe::layer::mpi
