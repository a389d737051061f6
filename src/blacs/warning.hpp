// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <string>

namespace strobe::blacs {

/// Writes a line to stderr at once. Only debug and timing levels above 0 write warnings.
inline void print_warning(const std::string& sentence) {
  const std::string line = "strobe blacs: " + sentence + '\n';
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace strobe::blacs
