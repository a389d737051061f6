// SPDX-License-Identifier: BSD-3-Clause
//
// Copies of data from and to memory that ranks share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace strobe::bcs::runtime {

/// As memcpy, which copies more than 2 KiB by one instruction of the processor (rep movsb). AMD's
/// Zen does that at a twentieth of its speed where the target lies a little behind the source,
/// counted within their pages (glibc's bug 30994). So lies what malloc gives, 16 bytes behind the
/// begin of a page, to shared memory, which begins with one.
inline void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes) {
  constexpr std::size_t page = 4096;
  constexpr std::size_t line = 64;
  constexpr std::size_t least = 2048;
  const std::size_t behind =
      (reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from)) % page;
  if (bytes > least && behind != 0 && behind < line) {
    for (; bytes >= line; bytes -= line, to += line, from += line) std::memcpy(to, from, line);
  }
  if (bytes != 0) std::memcpy(to, from, bytes);
}

}  // namespace strobe::bcs::runtime
