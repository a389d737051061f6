// SPDX-License-Identifier: BSD-3-Clause
//
// The message layer that a test is built for, where the same test is built for several.
#pragma once

#include STROBE_LAYER_HEADER

namespace strobe::testing {

using LayerUnderTest = STROBE_LAYER;

/// A layer of all processes of the test, each time another one. All must call it.
[[nodiscard]] LayerUnderTest world();

}  // namespace strobe::testing
