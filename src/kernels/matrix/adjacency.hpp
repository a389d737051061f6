// SPDX-License-Identifier: BSD-3-Clause
//
// The adjacency matrix: which process is at which place of the grid. CoMet asks that neighbours in
// it be neighbours in the machine, and leaves open how it is found; each way is a function here.
// None of them sends a message.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "kernels/matrix/grid.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::matrix {

/// The four processes beside one, as the paper names them; edges join their opposites.
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
  [[nodiscard]] layer::Rank rank_at(Place place) const {
    return {ranks_[static_cast<std::size_t>(grid_.index_of(grid_.wrapped(place)))]};
  }
  [[nodiscard]] Place place_of(layer::Rank rank) const;
  [[nodiscard]] Neighbours neighbours_of(layer::Rank rank) const;

 private:
  Grid grid_;
  std::vector<int> ranks_;
};

/// Processes in the order of their numbers.
[[nodiscard]] Adjacency row_major(Grid grid);

[[nodiscard]] constexpr bool has_gray_code(Grid grid) {
  return (grid.rows & (grid.rows - 1)) == 0 && (grid.columns & (grid.columns - 1)) == 0;
}

/// CoMet's own, for hypercubes: the numbers of neighbours differ in one bit. Throws strobe::Error
/// where a side of the grid is no power of two.
[[nodiscard]] Adjacency gray_code(Grid grid);

/// By hand: a text file with one line for each row of the grid, ranks apart by blanks; what follows
/// a '#' is a remark. Throws strobe::Error that names the file and what is wrong.
[[nodiscard]] Adjacency read_adjacency(const std::filesystem::path& file);

/// The time that messages between neighbours take together; `latency` has a row of times for each
/// process, and is the same in both directions.
[[nodiscard]] double cost_of(const Adjacency& adjacency, std::span<const double> latency);

/// From measured times: pairs with a small latency become neighbours. Simulated annealing from the
/// better of the two orders above, so that it never is worse than they; `seed` repeats it.
[[nodiscard]] Adjacency place_by_latency(Grid grid, std::span<const double> latency,
                                         std::uint64_t seed);

}  // namespace strobe::kernels::matrix
