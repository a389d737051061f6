// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/numa.hpp"

#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "base/join.hpp"
#include "kernels/memory/latency.hpp"
#include "kernels/memory/streams.hpp"
#include "kernels/memory/vectors.hpp"
#include "measure/machine.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace memory {

std::optional<int> memory_node_at(const measure::Point& point) {
  if (!point.contains("memory_node")) return std::nullopt;
  return static_cast<int>(measure::number_at(point, "memory_node"));
}

// glibc has no function for these system calls; libnuma, which has, would be one more dependency.

void bind_to_node(std::byte* start, std::size_t size_bytes, int node) {
  constexpr std::size_t nodes_max = 4096;
  constexpr std::size_t bits = sizeof(unsigned long) * CHAR_BIT;
  std::array<unsigned long, nodes_max / bits> mask{};
  const auto number = static_cast<std::size_t>(node);
  if (node >= 0 && number < nodes_max) mask[number / bits] |= 1UL << (number % bits);
  if (syscall(SYS_mbind, start, size_bytes, MPOL_BIND, mask.data(), nodes_max, MPOL_MF_STRICT) !=
      0) {
    throw Error(
        base::format("the system refused memory on NUMA node {}: {}", node, std::strerror(errno)));
  }
}

std::optional<int> node_of(std::byte* place) {
  int node = -1;
  if (syscall(SYS_get_mempolicy, &node, nullptr, 0, place, MPOL_F_NODE | MPOL_F_ADDR) != 0) {
    return std::nullopt;
  }
  return node;
}

}  // namespace memory

namespace {

constexpr std::int64_t usual_bytes = std::int64_t{64} << 20;

/// The ranks on the node of rank 0 that run on NUMA node `cpu_node`, at least one.
std::vector<int> ranks_on(int cpu_node, const measure::Machine& machine) {
  std::vector<int> found;
  bool is_known = false;
  for (int rank = 0; rank < machine.ranks(); ++rank) {
    if (!machine.share_node(0, rank)) continue;
    const int own = machine.numa_node(rank);
    is_known = is_known || own != measure::ProcessLocation::unknown;
    if (own == cpu_node) found.push_back(rank);
  }
  if (!is_known) {
    throw Error(
        "each process may run on several NUMA nodes: bind the processes to cores, for example with "
        "one process for each core");
  }
  if (found.empty()) {
    throw Error(base::format(
        "no process runs on NUMA node {}: start as many processes as the machine has cores",
        cpu_node));
  }
  return found;
}

std::vector<int> members_of(const measure::Point& point, const measure::Machine& machine,
                            std::int64_t processes) {
  const int memory_node = *memory::memory_node_at(point);
  const std::vector<int>& nodes = machine.memory_nodes();
  if (std::ranges::find(nodes, memory_node) == nodes.end()) {
    const auto name_of = [](int node) { return std::to_string(node); };
    throw Error(base::format("NUMA node {} has no memory; these have: {}", memory_node,
                             base::joined_names(nodes, name_of)));
  }
  std::vector<int> ranks =
      ranks_on(static_cast<int>(measure::number_at(point, "cpu_node")), machine);
  if (std::ssize(ranks) < processes) {
    throw Error(base::format("it needs {} processes on NUMA node {}, and {} run there", processes,
                             measure::number_at(point, "cpu_node"), ranks.size()));
  }
  ranks.resize(static_cast<std::size_t>(processes));
  memory::require_memory(
      static_cast<std::size_t>(measure::number_at(point, "working_set_bytes")) * ranks.size(),
      memory::pages_at(point));
  return ranks;
}

measure::KernelInfo numa_info(const char* name, const char* title, const char* time) {
  return {.name = name,
          .title = title,
          .family = measure::Family::memory,
          .axes = {{.name = "cpu_node", .choices = {}, .kind = measure::AxisKind::cpu_node},
                   {.name = "memory_node", .choices = {}, .kind = measure::AxisKind::memory_node},
                   memory::pages_axis(),
                   {.name = "working_set_bytes",
                    .choices = {},
                    .default_value = usual_bytes,
                    .minimum = 4096,
                    .is_size = true}},
          .axis = "working_set_bytes",
          .time = time,
          .source = "beyond the papers: Intel Memory Latency Checker",
          .members = {},
          .timing = measure::Timing::completion};
}

measure::Point with(measure::Point point, const measure::KernelInfo& info) {
  for (const measure::AxisInfo& axis : info.axes) {
    if (axis.choices.empty()) {
      point.try_emplace(axis.name, axis.default_value);
    } else {
      point.try_emplace(axis.name, axis.choices.front());
    }
  }
  return point;
}

}  // namespace

measure::KernelInfo numa_latency_info() {
  measure::KernelInfo info = numa_info("numa_latency", "Memory latency between NUMA nodes",
                                       "one load that depends on the one before it");
  info.time_share = 1.0 / memory::loads_a_round;
  info.members = [](const measure::Point& point, const measure::Machine& machine) {
    return members_of(point, machine, 1);
  };
  return info;
}

measure::KernelInfo numa_bandwidth_info() {
  measure::KernelInfo info = numa_info("numa_bandwidth", "Memory bandwidth between NUMA nodes",
                                       "one pass over the working sets of all its processes");
  info.axes.insert(info.axes.begin() + 2, {.name = "processes",
                                           .choices = {},
                                           .default_value = 1,
                                           .minimum = 1,
                                           .kind = measure::AxisKind::node_rank_count});
  info.members = [](const measure::Point& point, const measure::Machine& machine) {
    return members_of(point, machine, measure::number_at(point, "processes"));
  };
  info.work = [](const measure::Point& point) {
    return memory_info(memory::AccessPattern::read).work(numa_bandwidth_point(point));
  };
  return info;
}

measure::Point numa_latency_point(measure::Point point) {
  return with(std::move(point), memory_latency_info());
}

measure::Point numa_bandwidth_point(measure::Point point) {
  point["ranks"] = measure::number_at(point, "processes");
  return with(std::move(point), memory_info(memory::AccessPattern::read));
}

}  // namespace strobe::kernels
