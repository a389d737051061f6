// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace strobe::blacs {

/// The value of a character argument: its first character, in lower case.
[[nodiscard]] constexpr char first_letter(const char* argument) {
  const char first = *argument;
  return first >= 'A' && first <= 'Z' ? static_cast<char>(first - 'A' + 'a') : first;
}

}  // namespace strobe::blacs
