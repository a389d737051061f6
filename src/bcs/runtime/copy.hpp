// SPDX-License-Identifier: BSD-3-Clause
//
// Copies of data from and to shared memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace strobe::bcs::runtime {

/// As memcpy, but avoids a slow case. memcpy copies more than 2 KiB with `rep movsb`, which AMD's
/// Zen executes at a twentieth of its speed if the target's offset in its page is less than a line
/// above the source's (glibc bug 30994). That is so for copies from the begin of a shared page to
/// memory from malloc, which begins 16 bytes after the begin of a page.
inline void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes) {
  constexpr std::size_t page = 4096;
  constexpr std::size_t line = 64;
  constexpr std::size_t least = 2048;
  const std::size_t distance =
      (reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from)) % page;
  if (bytes > least && distance != 0 && distance < line) {
    for (; bytes >= line; bytes -= line, to += line, from += line) std::memcpy(to, from, line);
  }
  if (bytes != 0) std::memcpy(to, from, bytes);
}

}  // namespace strobe::bcs::runtime
