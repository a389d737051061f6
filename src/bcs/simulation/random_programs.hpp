// SPDX-License-Identifier: BSD-3-Clause
//
// Programs from a generator.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bcs/simulation/workload.hpp"

namespace strobe::bcs::simulation {

/// What one rank calls, one after the other. A test names each request by the place of the call
/// that started it among the rank's starting calls. The content of a message says who sent it as
/// which.
using Program = std::vector<Operation>;

/// Programs of this many ranks that mean something, or nearly: sends and receives in pairs, of
/// named and of any source, started and waited for or blocking, collectives in between; some of
/// them with a call left out, so that they deadlock.
[[nodiscard]] std::vector<Program> random_programs(std::uint64_t seed, Rank ranks,
                                                   std::size_t rounds);

/// An exchange whose parts differ: from rank a to rank b of `ranks` go 3 a + b bytes.
[[nodiscard]] Operation vectorial_exchange(protocol::Call call, Rank root, std::uint64_t content,
                                           Rank rank, Rank ranks);

/// Programs as a workload: each rank calls what its own says, and computes nothing.
[[nodiscard]] std::unique_ptr<Workload> written(std::vector<Program> programs);

}  // namespace strobe::bcs::simulation
