// SPDX-License-Identifier: BSD-3-Clause
//
// The names of microphases and blocks, for people.
#pragma once

#include <cstdint>

#include "bcs/protocol/core.hpp"

namespace strobe::bcs::monitor {

/// The microphase that a microstrobe begins.
[[nodiscard]] const char* name_of_phase(std::uint32_t microstrobe);
[[nodiscard]] const char* name_of(protocol::BlockKind kind);

}  // namespace strobe::bcs::monitor
