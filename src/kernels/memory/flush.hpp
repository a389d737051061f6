// SPDX-License-Identifier: BSD-3-Clause
//
// Cold caches on purpose.
#pragma once

#include <cstddef>
#include <span>

namespace strobe::kernels::memory {

/// Writes back and drops every cache line of `bytes`, from all caches of the machine. Throws
/// strobe::Error where a program may not ask the processor for that.
void flush(std::span<const std::byte> bytes);

}  // namespace strobe::kernels::memory
