// SPDX-License-Identifier: BSD-3-Clause
//
// Distributed deadlock detection by edge chasing (K. M. Chandy, J. Misra, L. M. Haas, Distributed
// deadlock detection, ACM TOCS 1(2), 1983), in the AND model: a wait ends only when all its
// dependencies are met.
//
// A process that has waited for long sends a probe to the processes that it depends on. A process
// that also waits, and has not started the event that the probe's sender depends on, forwards the
// probe to its own dependencies. Such a process has done nothing since its wait began, and does
// nothing before the wait ends. So if the probe returns to its initiator, which is still in the
// same wait, no process on the path can continue. A message that has been sent is no dependency,
// however long it is in transit. This class sends no messages.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace strobe::blacs {

struct Probe {
  std::uint64_t initiator = 0;       ///< process
  std::uint64_t wait = 0;            ///< of the initiator
  std::uint64_t computation = 0;     ///< number of the initiator's probe computation
  std::uint64_t lowest_process = 0;  ///< on the path
  bool is_certain = true;            ///< every dependency on the path is certain
  std::string path;                  ///< a line for each process
};

/// The detector of one process. Processes are numbered.
class DeadlockDetector {
 public:
  explicit DeadlockDetector(std::uint64_t process) : process_(process) {}

  /// A new probe for a wait of this process. The path starts with its line.
  [[nodiscard]] Probe initiate(std::uint64_t wait, std::string line) {
    return {.initiator = process_,
            .wait = wait,
            .computation = ++computations_,
            .lowest_process = process_,
            .is_certain = true,
            .path = std::move(line)};
  }

  enum class Outcome {
    discard,
    forward,   ///< to all dependencies of this process
    deadlock,  ///< the path is a cycle, and this process reports it
  };

  /// Decides about a probe. This process is in `wait` and has not started the event that the sender
  /// of the probe depends on. Only the lowest process of a cycle reports it. Each process forwards
  /// the probes of a computation once.
  [[nodiscard]] Outcome receive(const Probe& probe, std::uint64_t wait) {
    if (probe.initiator == process_) {
      return probe.wait == wait && probe.lowest_process == process_ ? Outcome::deadlock
                                                                    : Outcome::discard;
    }
    std::uint64_t& latest = latest_[{probe.initiator, probe.is_certain}];
    if (probe.computation <= latest) return Outcome::discard;
    latest = probe.computation;
    return Outcome::forward;
  }

  /// The probe with this process and its line added.
  [[nodiscard]] Probe forwarded(Probe probe, const std::string& line) const {
    probe.lowest_process = probe.lowest_process < process_ ? probe.lowest_process : process_;
    probe.path += '\n' + line;
    return probe;
  }

 private:
  std::uint64_t process_;
  std::uint64_t computations_ = 0;
  /// The latest computation of each initiator, with certain dependencies only and with others.
  std::map<std::pair<std::uint64_t, bool>, std::uint64_t> latest_;
};

}  // namespace strobe::blacs
