// SPDX-License-Identifier: BSD-3-Clause
//
// Latency and bandwidth of memory from one NUMA node to the memory of another: every pair of nodes
// makes a matrix, as in Intel's Memory Latency Checker.
#pragma once

#include <cstddef>
#include <optional>

#include "measure/kernel.hpp"
#include "measure/point.hpp"

namespace strobe::kernels {

/// A chain of dependent loads, by one process on the node of the CPU.
[[nodiscard]] measure::KernelInfo numa_latency_info();
/// The tuned read, by one or several processes on the node of the CPU.
[[nodiscard]] measure::KernelInfo numa_bandwidth_info();

/// The same points with the axes of `memory_latency` and `memory_read`.
[[nodiscard]] measure::Point numa_latency_point(measure::Point point);
[[nodiscard]] measure::Point numa_bandwidth_point(measure::Point point);

namespace memory {

/// The value of the axis `memory_node`; nothing for a kernel without that axis.
[[nodiscard]] std::optional<int> memory_node_at(const measure::Point& point);

/// Binds the pages of a mapping to one NUMA node; they must not have been touched. Throws
/// strobe::Error if the system refuses.
void bind_to_node(std::byte* start, std::size_t size_bytes, int node);

/// The NUMA node of the page at `place`, which must have been touched; nothing if the system does
/// not tell.
[[nodiscard]] std::optional<int> node_of(std::byte* place);

}  // namespace memory
}  // namespace strobe::kernels
