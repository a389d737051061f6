// SPDX-License-Identifier: BSD-3-Clause
//
// Counts the allocations of the thread of a test. A program that links this has operators new and
// delete of its own.
#pragma once

#include <cstddef>

namespace strobe::bcs::runtime::counted {

/// How many there were.
[[nodiscard]] std::size_t allocations();
/// Bytes that the thread has allocated and not freed.
[[nodiscard]] std::ptrdiff_t bytes();
/// The most of them at any time since `restart`.
[[nodiscard]] std::ptrdiff_t most_bytes();
void restart();

}  // namespace strobe::bcs::runtime::counted
