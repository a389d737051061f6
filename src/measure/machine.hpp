// SPDX-License-Identifier: BSD-3-Clause
//
// The machine as the plan sees it: the number of processes, their distances, and the BLAS
// libraries. The distance of two processes is the smallest part of the machine that contains both.
// CoMet's hops number the distances of this machine from the shortest one.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strobe::measure {

/// The levels of a node's topology that processes may share, from the smallest to the largest.
enum class TopologyLevel { core, l2, l3, numa, package };
inline constexpr std::size_t topology_level_count = 5;

/// The location of a process. Each topology level has an index on the node, or `unknown` if the
/// process may migrate between several.
struct ProcessLocation {
  static constexpr int unknown = -1;
  std::string node;
  std::array<int, topology_level_count> topology{unknown, unknown, unknown, unknown, unknown};
  std::string
      switches;  ///< names from the top of the network down, separated by dots; empty if unknown
};

/// The distance of two processes.
struct Distance {
  int hops = 0;  ///< 1 for the shortest distance between any two processes
  std::string level;
};

/// The name of the built-in loops among the BLAS libraries of a run.
inline constexpr std::string_view reference_library = "reference";

class Machine {
 public:
  explicit Machine(std::vector<ProcessLocation> locations);
  /// A machine of `ranks` processes with equal distances.
  [[nodiscard]] static Machine flat(int ranks);

  [[nodiscard]] int ranks() const { return static_cast<int>(locations_.size()); }
  [[nodiscard]] Distance distance(int a, int b) const;
  [[nodiscard]] bool share_node(int a, int b) const;
  /// The NUMA node of a rank, or ProcessLocation::unknown.
  [[nodiscard]] int numa_node(int rank) const;
  /// The NUMA nodes on which ranks of rank 0's node run, in increasing order.
  [[nodiscard]] std::vector<int> cpu_nodes() const;
  /// The fewest ranks that run on one of these NUMA nodes; 1 if the nodes are unknown.
  [[nodiscard]] int fewest_ranks_on_a_cpu_node() const;
  /// One rank for each distance from `rank`: the lowest one at that distance, nearest first.
  [[nodiscard]] std::vector<int> partners(int rank) const;

  /// The NUMA nodes of rank 0's node that have memory.
  [[nodiscard]] const std::vector<int>& memory_nodes() const { return memory_nodes_; }
  void set_memory_nodes(std::vector<int> nodes) { memory_nodes_ = std::move(nodes); }

  /// The names of the run's BLAS libraries, at least one; the first is the default.
  [[nodiscard]] const std::vector<std::string>& libraries() const { return libraries_; }
  void set_libraries(std::vector<std::string> names) { libraries_ = std::move(names); }
  /// Number of processors for the threads of a library on the first rank's node.
  [[nodiscard]] int processors() const { return processors_; }
  void set_processors(int processors) { processors_ = processors; }

  /// The rank of the host, for the kernels between the host and the processing nodes.
  [[nodiscard]] int host() const { return host_; }
  void set_host(int rank) { host_ = rank; }

 private:
  [[nodiscard]] int steps(int a, int b) const;

  std::vector<ProcessLocation> locations_;
  std::vector<int> memory_nodes_{0};
  std::vector<std::string> libraries_{std::string(reference_library)};
  int processors_ = 1;
  int host_ = 0;
  std::vector<int> lengths_;  // distinct distances between any two ranks, in increasing order
};

}  // namespace strobe::measure
