// SPDX-License-Identifier: BSD-3-Clause
//
// Random programs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bcs/simulation/workload.hpp"

namespace strobe::bcs::simulation {

/// The calls of one rank. A test refers to a request by the index of the call that started it,
/// among those that start one. The content of a message identifies its sender and its number.
using Program = std::vector<Operation>;

/// Plausible programs: matching sends and receives, from named and from any source, blocking and
/// non-blocking, with collectives in between. Some have a call left out, so that they deadlock.
[[nodiscard]] std::vector<Program> random_programs(std::uint64_t seed, Rank ranks,
                                                   std::size_t rounds);

/// An exchange with different parts: 3 a + b bytes from rank a to rank b of `ranks`.
[[nodiscard]] Operation varying_exchange(protocol::Call call, Rank root, std::uint64_t content,
                                         Rank rank, Rank ranks);

/// Programs as a workload without computation.
[[nodiscard]] std::unique_ptr<Workload> written(std::vector<Program> programs);

}  // namespace strobe::bcs::simulation
