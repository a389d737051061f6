// SPDX-License-Identifier: BSD-3-Clause
//
// Reading and writing the memory of another process (process_vm_readv(2)).
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace strobe::bcs::runtime {

/// Copies `bytes` from `address` of process `pid`, which may be this process. False if the system
/// refuses it (Yama's ptrace_scope, containers, user namespaces), or if the process has ended.
[[nodiscard]] bool pull(pid_t pid, std::uint64_t address, std::byte* to, std::size_t bytes);

/// Copies `bytes` to `address` of process `pid`.
[[nodiscard]] bool push(pid_t pid, const std::byte* from, std::uint64_t address, std::size_t bytes);

}  // namespace strobe::bcs::runtime
