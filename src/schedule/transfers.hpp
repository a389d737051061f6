// SPDX-License-Identifier: BSD-3-Clause
//
// Transfers in transit at the same time, which share what moves their data: links, a switch, memory
// or cores. The first `parallel` of them share nothing; with more, each moves its data more slowly,
// by the factor active / parallel.
//
// This is the contention factor of Steffenel, "Modeling network contention effects on All-to-All
// operations" (Cluster 2006), which multiplies the part of a time that grows with the size. The
// factor follows the number of transfers at each instant, as in the flow models of simulators
// (Velho, Schnorr, Casanova and Legrand, "On the validity of flow-level TCP network models for grid
// and cloud simulations", 2013). LogP has a limit as well (Culler et al., 1993: ceil(L / g)
// messages in transit to or from a processor), but there a sender stalls at the limit.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <vector>

namespace strobe::schedule {

inline constexpr double unlimited_transfers = std::numeric_limits<double>::infinity();

/// All times are seconds of one clock that never goes back.
class Transfers {
 public:
  explicit Transfers(double parallel = unlimited_transfers) : parallel_(parallel) {}

  /// Starts a transfer whose data take `alone_s` while nothing shares the links. A transfer that is
  /// not `counted` is slowed down with the others and does not slow them down.
  void start(double now_s, double alone_s, std::uint64_t id, bool counted = true);

  /// When the next transfer ends, if no other starts before; nothing if there is none.
  [[nodiscard]] std::optional<double> next_s() const;

  /// Ends that transfer, and returns its id.
  std::uint64_t end_next();

 private:
  struct Transfer {
    double ends_at = 0.0;  ///< in units of progress_
    std::uint64_t order = 0;
    std::uint64_t id = 0;
    bool counted = true;
    friend bool operator>(const Transfer& a, const Transfer& b) {
      return a.ends_at != b.ends_at ? a.ends_at > b.ends_at : a.order > b.order;
    }
  };

  [[nodiscard]] double slowdown() const;
  void advance(double now_s);

  double parallel_;
  /// Seconds that a transfer would have moved data since the start without sharing. All transfers
  /// have the same speed, so one number stands for all of them.
  double progress_ = 0.0;
  double now_s_ = 0.0;
  std::uint64_t order_ = 0;
  std::uint64_t active_ = 0;
  std::priority_queue<Transfer, std::vector<Transfer>, std::greater<>> transfers_;
};

}  // namespace strobe::schedule
