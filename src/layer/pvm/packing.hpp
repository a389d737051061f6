// SPDX-License-Identifier: BSD-3-Clause
//
// Strided data into the active send buffer and out of the active receive buffer.
#pragma once

#include "strobe/message_layer.hpp"

namespace strobe::layer::pvm {

/// One call of PVM with a stride where a block is as long as one of its types and the blocks lie on
/// multiples of it; else one call a block. The bytes of the message are the same either way.
void pack(const std::byte* from, Strided shape);
void unpack(std::byte* into, Strided shape);

}  // namespace strobe::layer::pvm
