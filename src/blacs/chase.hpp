// SPDX-License-Identifier: BSD-3-Clause
//
// Proves deadlocks by chasing edges (K. M. Chandy, J. Misra, L. M. Haas, Distributed deadlock
// detection, ACM TOCS 1(2), 1983; the AND model, for all that a wait needs must be done). A process
// that has waited for long sends a probe to those that it waits for. One that waits too, and has
// not done what the probe's sender needs of it, passes the probe on likewise. It did nothing since
// its own wait began, and will do nothing before that ends; so if the probe comes back to where it
// began, and the wait there is still the same, none of those on its way can ever go on. What has
// been sent but has not arrived is no edge, however long it takes. No message is sent here.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace strobe::blacs {

struct Probe {
  std::uint64_t initiator = 0;  ///< process
  std::uint64_t wait = 0;       ///< of the initiator
  std::uint64_t attempt = 0;    ///< of the initiator
  std::uint64_t lowest = 0;     ///< process on the way
  bool is_certain = true;       ///< every need on the way is
  std::string path;             ///< a line for each process on the way
};

/// One process' part in it. Processes are numbered.
class Chase {
 public:
  explicit Chase(std::uint64_t process) : process_(process) {}

  /// A probe of this process' wait, whose line begins the path.
  [[nodiscard]] Probe begin(std::uint64_t wait, std::string line) {
    return {.initiator = process_,
            .wait = wait,
            .attempt = ++attempts_,
            .lowest = process_,
            .is_certain = true,
            .path = std::move(line)};
  }

  enum class Outcome {
    dropped,
    passed_on,  ///< to all that this process needs something of
    closed,     ///< the path is a cycle, which this process is to report
  };

  /// What becomes of a probe at this process, which is in that wait, and has still to do what the
  /// probe's sender needs. Of a cycle the lowest process reports, and each passes an attempt on
  /// once.
  [[nodiscard]] Outcome receive(const Probe& probe, std::uint64_t wait) {
    if (probe.initiator == process_) {
      return probe.wait == wait && probe.lowest == process_ ? Outcome::closed : Outcome::dropped;
    }
    std::uint64_t& last = last_attempts_[{probe.initiator, probe.is_certain}];
    if (probe.attempt <= last) return Outcome::dropped;
    last = probe.attempt;
    return Outcome::passed_on;
  }

  /// The probe with this process' line added.
  [[nodiscard]] Probe passed_on(Probe probe, const std::string& line) const {
    probe.lowest = probe.lowest < process_ ? probe.lowest : process_;
    probe.path += '\n' + line;
    return probe;
  }

 private:
  std::uint64_t process_;
  std::uint64_t attempts_ = 0;
  std::map<std::pair<std::uint64_t, bool>, std::uint64_t> last_attempts_;
};

}  // namespace strobe::blacs
