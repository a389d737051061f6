// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/flush.hpp"

#include "base/cache_lines.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::memory {

void flush(std::span<const std::byte> bytes) {
  if constexpr (!base::can_flush_lines) {
    throw Error("a program cannot flush the caches of this processor");
  }
  for (std::size_t at = 0; at < bytes.size(); at += base::cache_line_bytes) {
    base::flush_line(&bytes[at]);
  }
  if (!bytes.empty()) base::flush_line(&bytes.back());
  base::wait_for_flushes();
}

}  // namespace strobe::kernels::memory
