// SPDX-License-Identifier: BSD-3-Clause
//
// Whether a node has the memory that the buffers of a cell take. A cell that takes more is skipped
// with a reason; otherwise the system would end a process of the run, or of somebody else.
#pragma once

#include <cstdint>
#include <optional>

#include "measure/kernel.hpp"
#include "measure/machine.hpp"

namespace strobe::measure {

/// The memory that can be used without disturbing others, as the system reports it; nothing if it
/// does not.
[[nodiscard]] std::optional<std::int64_t> available_memory_bytes();

/// Throws strobe::Error if the members of the kernel that share the first member's node need more
/// than the available memory of this node.
void require_memory(const KernelInfo& info, const Point& point, const Machine& machine);

}  // namespace strobe::measure
