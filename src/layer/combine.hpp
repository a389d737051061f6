// SPDX-License-Identifier: BSD-3-Clause
//
// The arithmetic of a reduction, for layers that leave it to their callers.
#pragma once

#include "strobe/message_layer.hpp"

namespace strobe::layer {

/// Puts `operation` of both in the place of each element of `into`; neither need be aligned.
void combine(Element element, Operation operation, ConstBytes from, Bytes into);

}  // namespace strobe::layer
