// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/cross_memory.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <cstring>

namespace strobe::bcs::runtime {

namespace {

/// `move` is process_vm_readv or process_vm_writev, which may move fewer bytes than requested.
template <class Move>
bool move_all(Move&& move, pid_t pid, std::uint64_t address, std::byte* own, std::size_t bytes) {
  while (bytes != 0) {
    const iovec local{.iov_base = own, .iov_len = bytes};
    const iovec remote{.iov_base = reinterpret_cast<void*>(address), .iov_len = bytes};
    const ssize_t moved = move(pid, &local, 1, &remote, 1, 0);
    if (moved <= 0) return false;
    own += moved;
    address += static_cast<std::uint64_t>(moved);
    bytes -= static_cast<std::size_t>(moved);
  }
  return true;
}

}  // namespace

bool pull(pid_t pid, std::uint64_t address, std::byte* to, std::size_t bytes) {
  if (pid == getpid()) {
    std::memmove(to, reinterpret_cast<const std::byte*>(address), bytes);
    return true;
  }
  return move_all(process_vm_readv, pid, address, to, bytes);
}

bool push(pid_t pid, const std::byte* from, std::uint64_t address, std::size_t bytes) {
  if (pid == getpid()) {
    std::memmove(reinterpret_cast<std::byte*>(address), from, bytes);
    return true;
  }
  return move_all(process_vm_writev, pid, address, const_cast<std::byte*>(from), bytes);
}

}  // namespace strobe::bcs::runtime
