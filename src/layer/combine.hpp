// SPDX-License-Identifier: BSD-3-Clause
//
// The arithmetic of a reduction, for collectives that run schedules.
#pragma once

#include "strobe/message_layer.hpp"

namespace strobe::layer {

/// Combines each element of `from` with the element of `into`, and stores the result in `into`. The
/// memory need not be aligned. Throws strobe::Error if the operation does not combine this type.
void combine(Element element, Operation operation, ConstBytes from, Bytes into);

}  // namespace strobe::layer
