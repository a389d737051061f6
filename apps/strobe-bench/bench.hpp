// SPDX-License-Identifier: BSD-3-Clause
//
// What strobe-bench does over its message layer, without Python.
#pragma once

#include <optional>

#include "layer.hpp"
#include "layer_kernels.hpp"
#include "measure/recorder.hpp"
#include "program.hpp"

namespace strobe::bench {

[[nodiscard]] LayerKernels layer_kernels();

/// All that was asked for, by all processes of `world`; the exit status. `initialisation` is when
/// the layer was initialised on this process, if that is known.
[[nodiscard]] int measure_all(Layer& world, const measure::LayerFacts& layer,
                              const Invocation& invocation,
                              std::optional<measure::TimedRegion> initialisation = std::nullopt);

}  // namespace strobe::bench
