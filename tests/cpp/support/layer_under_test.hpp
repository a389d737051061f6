// SPDX-License-Identifier: BSD-3-Clause
//
// The message layer for which a test is built, if it is built for several.
#pragma once

#include STROBE_LAYER_HEADER

namespace strobe::testing {

using LayerUnderTest = STROBE_LAYER;

/// A layer of all processes of the test, a new one in each call. All must call it.
[[nodiscard]] LayerUnderTest world();

}  // namespace strobe::testing
