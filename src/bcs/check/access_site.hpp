// SPDX-License-Identifier: BSD-3-Clause
//
// A place in the program's code, as a signal handler can note it.
#pragma once

#include <array>

namespace strobe::bcs::check {

struct AccessSite {
  const void* address = nullptr;  ///< after the instruction
  std::array<char, 256> line{};   ///< that of an interpreter instead: "ring.py:12, in main"
};

/// Finds where the program is, in a signal handler or, if `interrupted` is null, in a call.
/// Otherwise that is the address of the instruction that the signal has interrupted.
using DescribeSite = void (*)(const void* interrupted, AccessSite& site);

}  // namespace strobe::bcs::check
