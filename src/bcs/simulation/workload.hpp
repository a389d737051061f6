// SPDX-License-Identifier: BSD-3-Clause
//
// Programs to be simulated: what a process does next, computed when it is asked, so that a program
// of any length on any number of ranks takes a few bytes a rank.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::simulation {

using protocol::Answer;
using protocol::Operation;
using protocol::Rank;

/// A process computes, and then calls, if there is something to call. `finish` ends it.
struct Activity {
  double compute_s = 0.0;
  std::optional<Operation> operation{};
  std::string wrong{};  ///< what is the matter with the program itself: it ends the run
};

class Workload {
 public:
  virtual ~Workload() = default;
  /// What `rank` does after so many activities, the last of which had this answer.
  [[nodiscard]] virtual Activity next(Rank rank, std::uint64_t activities, const Answer& last) = 0;
  /// How many activities a rank does in all; 0: none, or nobody knows.
  [[nodiscard]] virtual std::uint64_t activities_of(Rank /*rank*/) const { return 0; }
};

/// What the built-in programs are asked for. Whatever does not concern one is ignored.
struct WorkloadOptions {
  Rank ranks = 2;
  std::uint64_t steps = 10;
  double grain_s = 1e-3;   ///< computation between two communications
  std::int64_t bytes = 8;  ///< of a message
  std::uint64_t seed = 1;  ///< of what is drawn
};

struct WorkloadInfo {
  std::string_view name;
  std::string_view what;
};
[[nodiscard]] const std::vector<WorkloadInfo>& workloads();

/// Throws strobe::Error with the names that there are.
[[nodiscard]] std::unique_ptr<Workload> workload_named(std::string_view name,
                                                       const WorkloadOptions& options);

}  // namespace strobe::bcs::simulation
