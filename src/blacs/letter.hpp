// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace strobe::blacs {

/// What a character argument says: its first character counts, in either case.
[[nodiscard]] constexpr char letter(const char* argument) {
  const char first = *argument;
  return first >= 'A' && first <= 'Z' ? static_cast<char>(first - 'A' + 'a') : first;
}

}  // namespace strobe::blacs
