// SPDX-License-Identifier: BSD-3-Clause
//
// What a rank learns from its launcher, whether the MPI has understood that launcher or not.
#pragma once

#include <optional>
#include <string>

#include "bcs/mpi/variables.hpp"

namespace strobe::bcs::mpi {

/// The rank of this process; nothing if no launcher tells one.
[[nodiscard]] std::optional<int> rank_by_launcher();

/// Why this rank is alone in MPI_COMM_WORLD although several were started, and what to do; empty if
/// it is not. A launcher and an MPI that do not know each other make a job of its own of each rank.
[[nodiscard]] std::string why_alone(const Variables& variables);

}  // namespace strobe::bcs::mpi
