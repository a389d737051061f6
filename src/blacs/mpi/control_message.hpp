// SPDX-License-Identifier: BSD-3-Clause
//
// The control messages that waiting processes send to each other (debug level 2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "blacs/deadlock_detector.hpp"
#include "blacs/event_counts.hpp"

namespace strobe::blacs::mpi {

struct ControlMessage {
  enum class Kind : std::int32_t {
    query,      ///< asks about `dependency`, which the sender waits for
    reply,      ///< answers a query; `text` is the answer
    probe,      ///< of the deadlock detector; the sender waits for `dependency`
    departure,  ///< the sender has left the grid; `final_counts` are its events for the receiver
  };

  /// The events of a process that has left the grid.
  struct FinalCounts {
    std::uint64_t collectives = 0;
    std::vector<EventCounts::StreamSends> sends;

    /// Whether what is awaited is there, or does not need an event of the process.
    [[nodiscard]] bool meets(const Dependency& awaited) const;
  };

  Kind kind = Kind::query;
  std::uint64_t wait = 0;  ///< of the process that sent the query
  Dependency dependency;
  Probe probe;
  std::string text;
  FinalCounts final_counts;

  [[nodiscard]] std::vector<std::byte> packed() const;
  [[nodiscard]] static ControlMessage unpacked(std::span<const std::byte> bytes);
};

}  // namespace strobe::blacs::mpi
