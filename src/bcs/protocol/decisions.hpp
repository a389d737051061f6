// SPDX-License-Identifier: BSD-3-Clause
//
// The scheduling decisions of a run as one number, that two runs are compared by. It is a sum of
// what each decision is mixed to, so that decisions which do not depend on each other may be taken
// in any order, on any node, and still give the same.
#pragma once

#include <cstdint>

#include "base/random.hpp"

namespace strobe::bcs::protocol {

class Decisions {
 public:
  /// A receive got the message with this number from `source`.
  void matched(std::int32_t rank, std::uint32_t receive, std::int32_t source,
               std::uint32_t sequence) {
    add(1, pair(rank, receive), pair(source, sequence));
  }
  /// A test or probe, the so many-th of its process, found something or not.
  void tested(std::int32_t rank, std::uint32_t test, bool found) {
    add(2, pair(rank, test), found ? 1 : 0);
  }
  /// A process was served in its so many-th collective of a communicator.
  void served(std::int32_t rank, std::int32_t communicator, std::uint32_t sequence) {
    add(3, pair(rank, sequence), static_cast<std::uint32_t>(communicator));
  }

  [[nodiscard]] std::uint64_t hash() const { return sum_; }
  Decisions& operator+=(const Decisions& other) {
    sum_ += other.sum_;
    return *this;
  }
  friend bool operator==(const Decisions&, const Decisions&) = default;

 private:
  static std::uint64_t pair(std::int32_t rank, std::uint32_t number) {
    return std::uint64_t{static_cast<std::uint32_t>(rank)} << 32U | number;
  }
  static std::uint64_t mix(std::uint64_t word) { return base::Random(word).next(); }
  /// Each mixing is a chain of multiplications, and every message waits for them.
  void add(std::uint64_t kind, std::uint64_t who, std::uint64_t what) {
    sum_ += mix(mix(mix(kind) ^ who) ^ what);
  }

  std::uint64_t sum_ = 0;
};

}  // namespace strobe::bcs::protocol
