// SPDX-License-Identifier: BSD-3-Clause
//
// What a person may choose of the runtime.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "bcs/protocol/policy.hpp"

namespace strobe::bcs::runtime {

/// What a rank does that has nothing to do.
enum class Waiting : std::uint8_t {
  automatic,  ///< looks for some microseconds (less where ranks outnumber cores), then sleeps
  spin,       ///< looks for milliseconds
  yield,      ///< gives its core away, and looks
  sleep,      ///< sleeps at once
};

struct Options {
  protocol::Policy policy = protocol::deterministic;
  std::chrono::nanoseconds slice{500'000};  ///< strict mode's
  std::size_t eager_limit = 64 * 1024;  ///< a longer message waits at its sender for its receive
  Waiting waiting = Waiting::automatic;
  int cores = 0;  ///< that the ranks of this node have together; 0: those that this rank may use
  /// The cores are also another job's, which goes on while this one waits.
  bool shares_cores = false;
  bool sends_are_synchronous = false;
  /// Ranks of a node read and write each other's memory, where the system lets them; otherwise long
  /// messages go through the memory that they share.
  bool cross_memory = true;
  /// A seed that chooses among the legal orders of what arrives from any source; without one the
  /// lowest rank comes first.
  std::optional<std::uint64_t> perturbation;
};

}  // namespace strobe::bcs::runtime
