// SPDX-License-Identifier: BSD-3-Clause
//
// What calls cost (timing levels): how many there were, how long they took, how much of that they
// waited for messages, and what they sent. At level 1 by routine, at level 2 also by scope,
// topology and size.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>

#include "blacs/arguments.hpp"

namespace strobe::blacs {

struct Tally {
  std::uint64_t calls = 0;
  double total_s = 0;
  double waiting_s = 0;  ///< of that, for messages to arrive or to be taken
  std::uint64_t messages = 0;
  std::uint64_t size_bytes = 0;  ///< of the messages

  void add(const Tally& more);
};

/// The kind of call that a tally is of.
struct CallKind {
  std::string routine;
  char scope = ' ';  ///< r, c or a; a blank where there is none, and at level 1
  char top = ' ';
  std::uint64_t elements = 0;  ///< the power of two that is not below their number
  friend auto operator<=>(const CallKind&, const CallKind&) = default;
};

/// Those of this process.
class Tallies {
 public:
  void enter(const char* routine, std::span<const Argument> arguments, const Tally& call);

  using Map = std::map<CallKind, Tally>;
  [[nodiscard]] const Map& all() const { return all_; }

 private:
  std::mutex mutex_;
  Map all_;
};

[[nodiscard]] Tallies& tallies();

}  // namespace strobe::blacs
