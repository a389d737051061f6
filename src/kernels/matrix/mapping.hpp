// SPDX-License-Identifier: BSD-3-Clause
//
// Finds the adjacency matrix of a run, and keeps the matrices that it found. The mappings
// `measured` and `cartesian` need messages, so all processes of a layer must call it at the same
// time.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "kernels/matrix/adjacency.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::matrix {

/// Half of the shortest of several round trips between every pair of ranks: a row of seconds for
/// each rank, the same on all ranks. Pairs are scheduled like the rounds of a tournament, so that
/// each rank is in one pair at a time.
template <layer::MessageLayer L>
[[nodiscard]] std::vector<double> measure_latencies(L& layer) {
  constexpr int round_trips = 50;
  constexpr layer::Tag tag{3};
  const int processes = layer.size();
  const int players =
      processes + processes % 2;  // with an odd number, one rank pauses in each round
  std::vector<double> own(static_cast<std::size_t>(processes), 0.0);
  for (int round = 0; round + 1 < players; ++round) {
    // The circle method: the last player stays, all other players rotate.
    const int turning = players - 1;
    const int rank = layer.rank().value;
    int partner = (2 * round - rank % turning + 2 * turning) % turning;
    if (rank == turning) partner = round;
    if (partner == rank) partner = turning;
    if (partner >= processes) continue;
    std::array<std::byte, 8> message{};
    double shortest_s = 1e9;
    for (int i = 0; i < round_trips; ++i) {
      const auto begin = L::now();
      if (rank < partner) {
        layer.send(message, layer::Rank{partner}, tag);
        layer.receive(message, layer::Rank{partner}, tag);
      } else {
        layer.receive(message, layer::Rank{partner}, tag);
        layer.send(message, layer::Rank{partner}, tag);
      }
      shortest_s = std::min(shortest_s, 0.5e-9 * static_cast<double>((L::now() - begin).count()));
    }
    // The time of the answering rank includes its wait for the question, so the time of the other
    // rank is used.
    if (rank > partner) shortest_s = 0.0;
    own[static_cast<std::size_t>(partner)] = shortest_s;
  }
  std::vector<double> all(own.size() * own.size());
  layer.allgather(std::as_bytes(std::span(std::as_const(own))),
                  std::as_writable_bytes(std::span(all)));
  std::vector<double> both(all.size());
  for (std::size_t a = 0; a < own.size(); ++a) {
    for (std::size_t b = 0; b < own.size(); ++b) {
      both[a * own.size() + b] = all[a * own.size() + b] + all[b * own.size() + a];
    }
  }
  return both;
}

class Mapping {
 public:
  /// `choice`: gray, cartesian, measured, or the path of a file. Throws strobe::Error if the file
  /// is not usable.
  explicit Mapping(std::string choice = "cartesian") : choice_(std::move(choice)) {
    if (choice_ != "gray" && choice_ != "cartesian" && choice_ != "measured") {
      by_hand_ = read_adjacency(choice_);
    }
  }

  /// Throws strobe::Error if this mapping does not support so many processes.
  void require_grid(int processes) const {
    if (choice_ == "gray" && !has_gray_code(grid_of(processes))) {
      throw Error(
          base::format("a Gray code has no grid of {} processes: use 2, 4, 8, 16 and so on, or "
                       "--adjacency cartesian or measured",
                       processes));
    }
    const Grid wanted = grid_of(processes);
    if (by_hand_ && by_hand_->grid() != wanted) {
      throw Error(base::format(
          "the adjacency file {} has {} rows of {} processes, but {} processes need {} rows of {}",
          choice_, by_hand_->grid().rows, by_hand_->grid().columns, processes, wanted.rows,
          wanted.columns));
    }
  }

  /// All processes of the layer must call it at the same time. Within a run, the processes for a
  /// given number must always be the same.
  template <layer::MessageLayer L>
  [[nodiscard]] const Adjacency& of(L& layer) {
    require_grid(layer.size());
    if (by_hand_) return *by_hand_;
    const auto found = adjacencies_.find(layer.size());
    if (found != adjacencies_.end()) return found->second;
    return adjacencies_.emplace(layer.size(), find(layer)).first->second;
  }

 private:
  template <layer::MessageLayer L>
  [[nodiscard]] Adjacency find(L& layer) const {
    const Grid grid = grid_of(layer.size());
    if (choice_ == "gray") return gray_code(grid);
    if (choice_ == "measured") {
      Adjacency placed = place_by_latency(grid, measure_latencies(layer), 1);
      std::vector<int> ranks = placed.ranks();
      // Rounding may differ between unlike processors, but all ranks need the same result.
      layer.broadcast(std::as_writable_bytes(std::span(ranks)), layer::Rank{0});
      return {grid, std::move(ranks)};
    }
    if constexpr (layer::Cartesian<L>) {
      std::vector<int> ranks;
      for (const layer::Rank rank : layer.cartesian_places(grid.rows, grid.columns)) {
        ranks.push_back(rank.value);
      }
      return {grid, std::move(ranks)};
    } else {
      return row_major(grid);
    }
  }

  std::string choice_;
  std::optional<Adjacency> by_hand_;
  std::map<int, Adjacency> adjacencies_;
};

}  // namespace strobe::kernels::matrix
