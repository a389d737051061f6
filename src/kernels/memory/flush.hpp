// SPDX-License-Identifier: BSD-3-Clause
//
// Makes caches cold.
#pragma once

#include <cstddef>
#include <span>

namespace strobe::kernels::memory {

/// Writes back and evicts every cache line of `bytes` from all caches of the machine. Throws
/// strobe::Error on a processor where a program cannot do that.
void flush(std::span<const std::byte> bytes);

}  // namespace strobe::kernels::memory
