// SPDX-License-Identifier: BSD-3-Clause
//
// The message sizes at which an MPI changes its protocol (eager, rendezvous), from its tool
// interface (MPI_T). Reports compare them with measured breakpoints.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace strobe::layer::mpi {

/// Whether a control variable of this name is such a size. The standard defines no names, so this
/// knows the names of MPICH, Open MPI and their derivatives.
[[nodiscard]] bool is_protocol_limit(std::string_view name);

/// The limits of the loaded library, in bytes, by the names of its variables. MPI must be started.
[[nodiscard]] std::map<std::string, std::int64_t> protocol_limits();

}  // namespace strobe::layer::mpi
