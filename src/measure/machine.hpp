// SPDX-License-Identifier: BSD-3-Clause
//
// The machine as a plan sees it: how many processes there are and how far apart, and which BLAS
// libraries. Two processes are
// as near as the smallest part of the machine that both sit in; CoMet's hops are the distances that
// exist on this machine, counted from the shortest.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strobe::measure {

/// The parts of a node that processes may share, from the smallest up.
enum class Part { core, l2, l3, numa, package };
inline constexpr std::size_t part_count = 5;

/// Where a process sits. A part has a number on its node, or `unknown` where the process may move
/// between several.
struct Place {
  static constexpr int unknown = -1;
  std::string node;
  std::array<int, part_count> parts{unknown, unknown, unknown, unknown, unknown};
  std::string switches;  ///< names from the top of the network down, with dots; empty if not known
};

/// What lies between two processes, and how many distances of this machine are no longer than that.
struct Distance {
  int hops = 0;  ///< 1 is the shortest distance between any two processes
  std::string level;
};

class Machine {
 public:
  explicit Machine(std::vector<Place> places);
  /// A machine of `ranks` processes that are all equally far apart.
  [[nodiscard]] static Machine flat(int ranks);

  [[nodiscard]] int ranks() const { return static_cast<int>(places_.size()); }
  [[nodiscard]] Distance distance(int a, int b) const;
  [[nodiscard]] bool share_node(int a, int b) const;
  /// One process for each distance from `rank` that exists: the lowest-numbered, nearest first.
  [[nodiscard]] std::vector<int> partners(int rank) const;

  /// The names of the BLAS libraries that the run was given, one or more; the first is the usual.
  [[nodiscard]] const std::vector<std::string>& libraries() const { return libraries_; }
  void set_libraries(std::vector<std::string> names) { libraries_ = std::move(names); }

 private:
  [[nodiscard]] int steps(int a, int b) const;

  std::vector<Place> places_;
  std::vector<std::string> libraries_{"reference"};
  std::vector<int> lengths_;  // distinct steps between any two, in increasing order
};

}  // namespace strobe::measure
