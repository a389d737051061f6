// SPDX-License-Identifier: BSD-3-Clause
//
// The message layer that this bench is built for: one program a layer.
#pragma once

#include STROBE_LAYER_HEADER

namespace strobe::bench {

using Layer = STROBE_LAYER;

}  // namespace strobe::bench
