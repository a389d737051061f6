// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/pull.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <cstring>

namespace strobe::bcs::runtime {

bool pull(pid_t pid, std::uint64_t address, std::byte* to, std::size_t bytes) {
  if (pid == getpid()) {
    std::memmove(to, reinterpret_cast<const std::byte*>(address), bytes);
    return true;
  }
  while (bytes != 0) {
    iovec local{.iov_base = to, .iov_len = bytes};
    iovec remote{.iov_base = reinterpret_cast<void*>(address), .iov_len = bytes};
    const ssize_t got = process_vm_readv(pid, &local, 1, &remote, 1, 0);
    if (got <= 0) return false;
    to += got;
    address += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace strobe::bcs::runtime
