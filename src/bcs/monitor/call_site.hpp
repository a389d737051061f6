// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

namespace strobe::bcs::monitor {

/// A line of the program. `strobe run` looks it up in the debug information.
struct CallSite {
  std::string line;           ///< of Python: "ring.py:12, in main"; else empty
  std::string file;           ///< of code; empty if the place is not known
  std::uint64_t address = 0;  ///< in the file, as addr2line takes it
};

}  // namespace strobe::bcs::monitor
