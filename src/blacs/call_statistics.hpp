// SPDX-License-Identifier: BSD-3-Clause
//
// Statistics of calls (timing levels): their number, their time, the part of it spent waiting for
// messages, and the messages and bytes that they sent. Level 1 has totals for each routine, level 2
// also for each scope, topology and size.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>

#include "blacs/arguments.hpp"

namespace strobe::blacs {

struct CallTotals {
  std::uint64_t calls = 0;
  double total_s = 0;
  double waiting_s = 0;  ///< part of total_s, for messages to arrive or to be received
  std::uint64_t messages = 0;
  std::uint64_t size_bytes = 0;  ///< of the messages

  void add(const CallTotals& more);
};

/// Calls with the same kind are counted together.
struct CallKind {
  std::string routine;
  char scope = ' ';  ///< r, c or a; a blank if the routine has none, and at level 1
  char top = ' ';
  std::uint64_t elements = 0;  ///< rounded up to a power of two
  friend auto operator<=>(const CallKind&, const CallKind&) = default;
};

/// The statistics of this process.
class CallStatistics {
 public:
  void add(const char* routine, std::span<const Argument> arguments, const CallTotals& call);

  using Map = std::map<CallKind, CallTotals>;
  [[nodiscard]] const Map& all() const { return all_; }

 private:
  std::mutex mutex_;
  Map all_;
};

[[nodiscard]] CallStatistics& call_statistics();

}  // namespace strobe::blacs
