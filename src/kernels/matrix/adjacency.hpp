// SPDX-License-Identifier: BSD-3-Clause
//
// The adjacency matrix: the process at each position of the grid. CoMet requires that neighbours in
// the matrix are neighbours in the machine, and leaves open how to find such a matrix. Each
// function here is one method; none of them sends a message.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "kernels/matrix/grid.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::matrix {

/// The four neighbours of a process, by the paper's names; the grid wraps around.
struct Neighbours {
  layer::Rank top;     ///< north
  layer::Rank bottom;  ///< south
  layer::Rank pred;    ///< west
  layer::Rank succ;    ///< east
};

class Adjacency {
 public:
  /// `ranks`, row by row. Throws strobe::Error unless they are a permutation of 0, 1, ...
  Adjacency(Grid grid, std::vector<int> ranks);

  [[nodiscard]] Grid grid() const { return grid_; }
  [[nodiscard]] const std::vector<int>& ranks() const { return ranks_; }
  [[nodiscard]] std::vector<std::vector<int>> rows() const;
  [[nodiscard]] layer::Rank rank_at(GridPosition position) const {
    return {ranks_[static_cast<std::size_t>(grid_.index_of(grid_.wrapped(position)))]};
  }
  [[nodiscard]] GridPosition position_of(layer::Rank rank) const;
  [[nodiscard]] Neighbours neighbours_of(layer::Rank rank) const;

 private:
  Grid grid_;
  std::vector<int> ranks_;
};

/// Ranks in increasing order.
[[nodiscard]] Adjacency row_major(Grid grid);

[[nodiscard]] constexpr bool has_gray_code(Grid grid) {
  return (grid.rows & (grid.rows - 1)) == 0 && (grid.columns & (grid.columns - 1)) == 0;
}

/// CoMet's own mapping for hypercubes: ranks of neighbours differ in one bit. Throws strobe::Error
/// if a side of the grid is not a power of two.
[[nodiscard]] Adjacency gray_code(Grid grid);

/// Reads a text file with one line for each row of the grid and ranks separated by blanks; '#'
/// starts a comment. Throws strobe::Error that names the file and the error.
[[nodiscard]] Adjacency read_adjacency(const std::filesystem::path& file);

/// The sum of the latencies between all neighbours. `latency` has a row of times for each rank, and
/// is symmetric.
[[nodiscard]] double cost_of(const Adjacency& adjacency, std::span<const double> latency);

/// Places ranks by measured latencies: pairs with a small latency become neighbours. Simulated
/// annealing starts from the better of the two orders above, so that the result is never worse;
/// `seed` makes it reproducible.
[[nodiscard]] Adjacency place_by_latency(Grid grid, std::span<const double> latency,
                                         std::uint64_t seed);

}  // namespace strobe::kernels::matrix
