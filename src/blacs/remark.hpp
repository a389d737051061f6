// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <string>

namespace strobe::blacs {

/// Writes a line to stderr at once: the user asked for it by a debug or a timing level.
inline void remark(const std::string& sentence) {
  const std::string line = "strobe blacs: " + sentence + '\n';
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace strobe::blacs
