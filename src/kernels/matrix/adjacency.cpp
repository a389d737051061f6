// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/matrix/adjacency.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>

#include "base/format.hpp"
#include "base/random.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::matrix {
namespace {

/// Why `ranks` is not a permutation of 0, 1, ...; empty if it is one.
std::string find_error(const std::vector<int>& ranks) {
  std::vector<bool> seen(ranks.size(), false);
  for (const int rank : ranks) {
    if (rank < 0 || static_cast<std::size_t>(rank) >= ranks.size()) {
      return base::format("it names process {}, but its {} positions need each of 0 to {} once",
                          rank, ranks.size(), ranks.size() - 1);
    }
    if (seen[static_cast<std::size_t>(rank)]) {
      return base::format(
          "it names process {} twice, but its {} positions need each of 0 to {} once", rank,
          ranks.size(), ranks.size() - 1);
    }
    seen[static_cast<std::size_t>(rank)] = true;
  }
  return {};
}

Error refuse(const std::filesystem::path& file, std::string_view why) {
  return Error(base::format("the adjacency file {} is not usable: {}", file.string(), why));
}

std::vector<int> read_row(const std::filesystem::path& file, std::string line) {
  line.resize(std::min(line.size(), line.find('#')));
  std::istringstream words(line);
  std::vector<int> row;
  for (std::string word; words >> word;) {
    const bool is_number =
        word.size() <= 9 && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number) throw refuse(file, base::format("'{}' is not the number of a process", word));
    row.push_back(std::stoi(word));
  }
  return row;
}

double latency_between(std::span<const double> latency, int processes, int a, int b) {
  return latency[static_cast<std::size_t>(a) * static_cast<std::size_t>(processes) +
                 static_cast<std::size_t>(b)];
}

/// The cost of the links of one position.
double cost_at(Grid grid, const std::vector<int>& ranks, std::span<const double> latency,
               GridPosition position) {
  const auto rank_at = [&](GridPosition at) {
    return ranks[static_cast<std::size_t>(grid.index_of(grid.wrapped(at)))];
  };
  const int own = rank_at(position);
  double sum = 0.0;
  for (const GridPosition neighbours : {GridPosition{position.row - 1, position.column},
                                        GridPosition{position.row + 1, position.column},
                                        GridPosition{position.row, position.column - 1},
                                        GridPosition{position.row, position.column + 1}}) {
    const int other = rank_at(neighbours);
    if (other != own) sum += latency_between(latency, grid.processes(), own, other);
  }
  return sum;
}

double cost_of_all(Grid grid, const std::vector<int>& ranks, std::span<const double> latency) {
  double sum = 0.0;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      sum += cost_at(grid, ranks, latency, {row, column});
    }
  }
  return sum / 2.0;
}

}  // namespace

Adjacency::Adjacency(Grid grid, std::vector<int> ranks) : grid_(grid), ranks_(std::move(ranks)) {
  if (ranks_.size() != static_cast<std::size_t>(grid_.processes())) {
    throw Error(base::format("an adjacency matrix of {} by {} has {} positions, not {}", grid_.rows,
                             grid_.columns, grid_.processes(), ranks_.size()));
  }
  if (const std::string error = find_error(ranks_); !error.empty()) {
    throw Error("the adjacency matrix is not usable: " + error);
  }
}

std::vector<std::vector<int>> Adjacency::rows() const {
  std::vector<std::vector<int>> rows;
  for (auto row = ranks_.begin(); row != ranks_.end(); row += grid_.columns) {
    rows.emplace_back(row, row + grid_.columns);
  }
  return rows;
}

GridPosition Adjacency::position_of(layer::Rank rank) const {
  const auto index = static_cast<int>(std::ranges::find(ranks_, rank.value) - ranks_.begin());
  return {index / grid_.columns, index % grid_.columns};
}

Neighbours Adjacency::neighbours_of(layer::Rank rank) const {
  const GridPosition own = position_of(rank);
  return {.top = rank_at({own.row - 1, own.column}),
          .bottom = rank_at({own.row + 1, own.column}),
          .pred = rank_at({own.row, own.column - 1}),
          .succ = rank_at({own.row, own.column + 1})};
}

Adjacency row_major(Grid grid) {
  std::vector<int> ranks(static_cast<std::size_t>(grid.processes()));
  std::iota(ranks.begin(), ranks.end(), 0);
  return {grid, std::move(ranks)};
}

Adjacency gray_code(Grid grid) {
  if (!has_gray_code(grid)) {
    throw Error(base::format("a Gray code needs a grid whose sides are powers of two, not {} by {}",
                             grid.rows, grid.columns));
  }
  const auto gray = [](int number) { return number ^ (number >> 1); };
  std::vector<int> ranks;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      ranks.push_back(gray(row) * grid.columns + gray(column));
    }
  }
  return {grid, std::move(ranks)};
}

Adjacency read_adjacency(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw refuse(file, "it cannot be read");
  Grid grid{.rows = 0, .columns = 0};
  std::vector<int> ranks;
  for (std::string line; std::getline(in, line);) {
    const std::vector<int> row = read_row(file, line);
    if (row.empty()) continue;
    if (grid.rows > 0 && row.size() != static_cast<std::size_t>(grid.columns)) {
      throw refuse(file, base::format("its rows have different lengths: {} and {} processes",
                                      grid.columns, row.size()));
    }
    ++grid.rows;
    grid.columns = static_cast<int>(row.size());
    ranks.insert(ranks.end(), row.begin(), row.end());
  }
  if (ranks.empty())
    throw refuse(file, "it names no process; write one line for each row of the grid");
  if (const std::string error = find_error(ranks); !error.empty()) throw refuse(file, error);
  return {grid, std::move(ranks)};
}

double cost_of(const Adjacency& adjacency, std::span<const double> latency) {
  return cost_of_all(adjacency.grid(), adjacency.ranks(), latency);
}

Adjacency place_by_latency(Grid grid, std::span<const double> latency, std::uint64_t seed) {
  std::vector<int> ranks = row_major(grid).ranks();
  double cost = cost_of_all(grid, ranks, latency);
  if (has_gray_code(grid)) {
    const std::vector<int> gray = gray_code(grid).ranks();
    if (const double of_gray = cost_of_all(grid, gray, latency); of_gray < cost) {
      ranks = gray;
      cost = of_gray;
    }
  }
  std::vector<int> best = ranks;
  double best_cost = cost;
  const int processes = grid.processes();
  if (processes < 3) return {grid, std::move(best)};

  base::Random random(seed);
  const auto any_index = [&] { return static_cast<int>(random.uniform() * processes); };
  const auto position_of = [&](int index) {
    return GridPosition{index / grid.columns, index % grid.columns};
  };
  // At first hot enough to accept one bad pair; at the end almost no increase is accepted.
  const double hot = std::ranges::max(latency);
  const double cold = 1e-4 * hot;
  const int steps = std::min(2000 * processes, 2000000);
  for (int step = 0; step < steps; ++step) {
    const int a = any_index();
    const int b = any_index();
    if (a == b) continue;
    const auto local_cost = [&] {
      return cost_at(grid, ranks, latency, position_of(a)) +
             cost_at(grid, ranks, latency, position_of(b));
    };
    const auto exchange = [&] {
      std::swap(ranks[static_cast<std::size_t>(a)], ranks[static_cast<std::size_t>(b)]);
    };
    // A link between the two is counted twice both before and after, so the difference is exact.
    const double before = local_cost();
    exchange();
    const double change = local_cost() - before;
    const double temperature = hot * std::pow(cold / hot, static_cast<double>(step) / steps);
    if (change > 0.0 && random.uniform() >= std::exp(-change / temperature)) {
      exchange();
      continue;
    }
    cost += change;
    if (cost >= best_cost) continue;
    best = ranks;
    best_cost = cost;
  }
  return {grid, std::move(best)};
}

}  // namespace strobe::kernels::matrix
