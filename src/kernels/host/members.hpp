// SPDX-License-Identifier: BSD-3-Clause
//
// The processes of the kernels between the host and the processing nodes. On the CM-5 the host (the
// partition manager) is a workstation that runs its own program, and the nodes run another one
// (CM-5 study, sections 2 and 3). Here one process of the run is the host (--host-rank), which may
// be bound (--host-cpus) and placed apart from the others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/format.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/kernel.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::host {

/// The host in the group of such a kernel; the other processes of the group are nodes.
inline constexpr layer::Rank host_rank{0};

/// The node that exchanges messages with the host: its number among the nodes, from 0.
[[nodiscard]] inline measure::AxisInfo target_axis() {
  return {.name = "target", .choices = {}, .maximum = std::int64_t{1} << 30};
}

/// The world ranks of the nodes, in ascending order.
[[nodiscard]] inline std::vector<int> nodes_of(const measure::Machine& machine) {
  std::vector<int> nodes;
  for (int rank = 0; rank < machine.ranks(); ++rank) {
    if (rank != machine.host()) nodes.push_back(rank);
  }
  if (nodes.empty()) {
    throw Error("it needs a host and at least one node: start 2 processes or more");
  }
  return nodes;
}

/// The host, the target, and with `all` the other nodes after them.
[[nodiscard]] inline std::vector<int> host_and_target(const measure::Point& point,
                                                      const measure::Machine& machine, bool all) {
  std::vector<int> nodes = nodes_of(machine);
  const std::int64_t target = measure::number_at(point, "target");
  if (target >= static_cast<std::int64_t>(nodes.size())) {
    throw Error(base::format("there is no node {}: choose target=0 to {}, or start more processes",
                             target, nodes.size() - 1));
  }
  std::rotate(nodes.begin(), nodes.begin() + target, nodes.begin() + target + 1);
  if (!all) nodes.resize(1);
  nodes.insert(nodes.begin(), machine.host());
  return nodes;
}

/// The host and the first nodes; the axis `ranks` counts both.
[[nodiscard]] inline std::vector<int> host_and_nodes(const measure::Point& point,
                                                     const measure::Machine& machine) {
  std::vector<int> members = nodes_of(machine);
  const auto ranks = static_cast<int>(measure::number_at(point, "ranks"));
  if (ranks < 2) throw Error("it needs a host and at least one node: choose ranks=2 or more");
  measure::require_ranks(ranks, machine);
  members.resize(static_cast<std::size_t>(ranks) - 1);
  members.insert(members.begin(), machine.host());
  return members;
}

}  // namespace strobe::kernels::host
