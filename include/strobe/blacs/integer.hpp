// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "strobe/blacs.h"

namespace strobe::blacs {

/// The integer of the interface: arguments, RA and CA, and the elements of the i routines. There is
/// a library for each: strobe_blacs, and strobe_blacs64 for those of 64 bits.
using Int = strobe_blacs_int;

}  // namespace strobe::blacs
