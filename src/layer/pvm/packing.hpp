// SPDX-License-Identifier: BSD-3-Clause
//
// Packs strided data into the active send buffer, and unpacks them from the active receive buffer.
#pragma once

#include "strobe/message_layer.hpp"

namespace strobe::layer::pvm {

/// Uses one call of PVM if a block is as long as one of PVM's types and is aligned to it, else one
/// call for each block. The bytes of the message are the same.
void pack(const std::byte* from, Strided shape);
void unpack(std::byte* into, Strided shape);

}  // namespace strobe::layer::pvm
