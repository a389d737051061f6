// SPDX-License-Identifier: BSD-3-Clause
//
// The options of the runtime.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "bcs/protocol/policy.hpp"

namespace strobe::bcs::runtime {

/// What a waiting rank does.
enum class Waiting : std::uint8_t {
  automatic,  ///< polls for a while (less if ranks outnumber cores), then sleeps
  spin,       ///< polls for milliseconds
  yield,      ///< yields its core between polls
  sleep,      ///< sleeps at once
};

struct Options {
  protocol::Policy policy = protocol::deterministic;
  std::chrono::nanoseconds slice{500'000};  ///< length, in strict mode
  std::size_t eager_limit = 64 * 1024;      ///< longer messages use the rendezvous
  Waiting waiting = Waiting::automatic;
  int cores = 0;  ///< of all ranks of this node together; 0: those that this rank may use
  bool do_nodes_share_cores = false;  ///< and ranks of them all outnumber these
  bool sends_are_synchronous = false;
  /// Each rank has a thread that makes progress while it computes (progress_thread.hpp).
  bool has_progress_thread = false;
  /// Ranks of a node read and write each other's memory if the system allows it; otherwise long
  /// messages go through shared memory.
  bool cross_memory = true;
  /// A seed that chooses which source a receive from any source gets; without one it gets the
  /// lowest rank.
  std::optional<std::uint64_t> perturbation;
};

}  // namespace strobe::bcs::runtime
