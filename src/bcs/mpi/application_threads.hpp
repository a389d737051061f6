// SPDX-License-Identifier: BSD-3-Clause
//
// Whether the program has threads of its own. The threads of an MPI are created within its calls.
#pragma once

namespace strobe::bcs::mpi {

/// Whether the program has ever created a thread.
[[nodiscard]] bool has_application_threads();

}  // namespace strobe::bcs::mpi
