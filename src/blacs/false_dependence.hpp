// SPDX-License-Identifier: BSD-3-Clause
//
// Where a reduction of the machine is slow because of where the data lie. AMD's processors take a
// load for dependent on a store just before it if the two addresses differ by a multiple of 4096.
// An MPI adds page-aligned buffers of its own to our data, and its loads run into its own stores if
// these begin a few bytes behind a page, as large allocations do: 4096 doubles on 2 ranks took
// 24.8 us at 16 bytes behind a page and 7.3 us at a page (MPICH 5 on an EPYC). A copy to a better
// place takes a fraction of that.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strobe::blacs {

[[nodiscard]] inline bool are_taken_for_dependent(const void* data, std::size_t size_bytes) {
#if defined(__GNUC__) && defined(__x86_64__)
  constexpr std::size_t page_bytes = 4096;
  constexpr std::size_t vector_bytes = 32;
  constexpr std::size_t most_bytes = std::size_t{4} << 20;  // beyond, memory is what it waits for
  if (size_bytes < page_bytes || size_bytes > most_bytes) return false;
  const std::size_t behind_page = reinterpret_cast<std::uintptr_t>(data) % page_bytes;
  static const bool is_amd = __builtin_cpu_is("amd") != 0;
  return behind_page != 0 && behind_page < vector_bytes && is_amd;
#else
  (void)data, (void)size_bytes;
  return false;
#endif
}

}  // namespace strobe::blacs
