// SPDX-License-Identifier: BSD-3-Clause
//
// Finds data addresses at which an MPI's reduction is slow on AMD processors. They treat a load as
// dependent on a recent store if both addresses differ by a multiple of 4096. The MPI adds its own
// page-aligned buffers to our data. If our data start a few bytes after a page boundary, as large
// allocations do, its loads appear to depend on its stores. Example: 4096 doubles on 2 ranks took
// 24.8 us at 16 bytes after a page boundary and 7.3 us at the boundary (MPICH 5 on an EPYC). A copy
// to another address takes a fraction of the difference.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strobe::blacs {

[[nodiscard]] inline bool has_false_dependence(const void* data, std::size_t size_bytes) {
#if defined(__GNUC__) && defined(__x86_64__)
  constexpr std::size_t page_bytes = 4096;
  constexpr std::size_t vector_bytes = 32;
  constexpr std::size_t most_bytes = std::size_t{4}
                                     << 20;  // for more data, memory bandwidth is the limit
  if (size_bytes < page_bytes || size_bytes > most_bytes) return false;
  const std::size_t offset_in_page = reinterpret_cast<std::uintptr_t>(data) % page_bytes;
  static const bool is_amd = __builtin_cpu_is("amd") != 0;
  return offset_in_page != 0 && offset_in_page < vector_bytes && is_amd;
#else
  (void)data, (void)size_bytes;
  return false;
#endif
}

}  // namespace strobe::blacs
