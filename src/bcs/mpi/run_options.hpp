// SPDX-License-Identifier: BSD-3-Clause
//
// The options of the runtime, as the environment variables STROBE_* give them.
#pragma once

#include "bcs/mpi/variables.hpp"
#include "bcs/runtime/options.hpp"

namespace strobe::bcs::mpi {

struct RunOptions {
  Variables variables;
  runtime::Options runtime;
};

/// Throws strobe::Error with one sentence for a variable with a wrong value.
[[nodiscard]] RunOptions run_options();

}  // namespace strobe::bcs::mpi
