// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "strobe/blacs.h"

namespace strobe::blacs {

/// The integer type of the interface: of arguments, of RA and CA, and of the elements of the i
/// routines. It has 32 bits in the library strobe_blacs and 64 bits in strobe_blacs64.
using Int = strobe_blacs_int;

}  // namespace strobe::blacs
