// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace strobe::blacs {

/// The integer of the interface: arguments, RA and CA, and the elements of the i routines. The
/// library is built once for each.
#ifdef STROBE_BLACS_ILP64
using Int = std::int64_t;
#else
using Int = std::int32_t;
#endif

}  // namespace strobe::blacs
