// SPDX-License-Identifier: BSD-3-Clause
//
// The NUMA nodes of this machine that have memory, as Linux lists them.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace strobe::measure {

/// Where Linux describes the NUMA nodes.
inline constexpr std::string_view numa_folder = "/sys/devices/system/node";

/// The numbers in a list of the kernel, such as `0-3,8`; empty if it is not such a list.
[[nodiscard]] std::vector<int> numbers_in_list(std::string_view list);

/// The NUMA nodes with memory, in increasing order; node 0 alone if the system does not tell.
[[nodiscard]] std::vector<int> memory_nodes(const std::filesystem::path& folder = numa_folder);

}  // namespace strobe::measure
