// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>

#include "strobe/error.hpp"

namespace strobe::layer::pvm {

/// The count of `bytes` as an int, as PVM needs it. Throws strobe::Error above 2 GiB.
[[nodiscard]] inline int to_count(std::size_t bytes) {
  if (bytes > static_cast<std::size_t>(std::numeric_limits<int>::max())) [[unlikely]] {
    throw Error("PVM cannot send messages above 2 GiB, because it counts bytes with an int");
  }
  return static_cast<int>(bytes);
}

}  // namespace strobe::layer::pvm
