// SPDX-License-Identifier: BSD-3-Clause
//
// What of a suite the bench's layer offers. A suite is written for the layer that has most; over
// another one its other experiments are measured all the same.
#pragma once

#include <string>
#include <vector>

#include "layer_kernels.hpp"
#include "measure/suite.hpp"

namespace strobe::bench {

/// Takes out of the suite the kernels, and of the axes the words, that the bench's layer lacks and
/// others have; names them. Leaves the suite as it is where the layer has all that a kernel asks.
[[nodiscard]] std::vector<std::string> leave_out_not_offered(measure::Suite& suite,
                                                             const LayerKernels& kernels);

}  // namespace strobe::bench
