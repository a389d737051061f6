// SPDX-License-Identifier: BSD-3-Clause
//
// The sizes at which an MPI changes the way in which it passes a message, as it tells them itself
// through its tool interface (MPI_T), so that breakpoints that were measured can be told from its
// own.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace strobe::layer::mpi {

/// Whether a control variable of this name holds such a size. The standard names none, so this
/// knows how MPICH, Open MPI and those that descend from them call theirs.
[[nodiscard]] bool is_protocol_limit(std::string_view name);

/// Those of the library that is loaded, in bytes, by its own names; empty where it tells none. MPI
/// has been started.
[[nodiscard]] std::map<std::string, std::int64_t> protocol_limits();

}  // namespace strobe::layer::mpi
