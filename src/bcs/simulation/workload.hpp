// SPDX-License-Identifier: BSD-3-Clause
//
// Simulated programs. A program computes the next activity of a process when it is needed, so that
// it takes a few bytes for each rank, however long it is.
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

/// A computation, and then a call if there is one. Call::finish ends the process.
struct Activity {
  double compute_s = 0.0;
  std::optional<Operation> operation{};
  std::string wrong{};  ///< an error in the program, which ends the run
};

class Workload {
 public:
  virtual ~Workload() = default;
  /// The next activity of `rank`. `activities` is the number of earlier ones, and `last` the answer
  /// to the last one.
  [[nodiscard]] virtual Activity next(Rank rank, std::uint64_t activities, const Answer& last) = 0;
  /// The number of activities of a rank; 0 if it has none or the number is unknown.
  [[nodiscard]] virtual std::uint64_t activities_of(Rank /*rank*/) const { return 0; }
};

/// Parameters of the built-in programs, which ignore those that they do not use.
struct WorkloadOptions {
  Rank ranks = 2;
  std::uint64_t steps = 10;
  double grain_s = 1e-3;   ///< computation between two communications
  std::int64_t bytes = 8;  ///< of a message
  std::uint64_t seed = 1;  ///< of random numbers
};

struct WorkloadInfo {
  std::string_view name;
  std::string_view what;
};
[[nodiscard]] const std::vector<WorkloadInfo>& workloads();

/// Throws strobe::Error with the known names.
[[nodiscard]] std::unique_ptr<Workload> workload_named(std::string_view name,
                                                       const WorkloadOptions& options);

}  // namespace strobe::bcs::simulation
