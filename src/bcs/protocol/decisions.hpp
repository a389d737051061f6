// SPDX-License-Identifier: BSD-3-Clause
//
// The hash of all scheduling decisions of a run, for comparing two runs. It is the sum of one hash
// per decision. Independent decisions may therefore be made in any order and on any node, and the
// sum stays the same.
#pragma once

#include <cstdint>

#include "base/hash.hpp"

namespace strobe::bcs::protocol {

class Decisions {
 public:
  /// A receive matched the message with this number from `source`.
  void matched(std::int32_t rank, std::uint32_t receive, std::int32_t source,
               std::uint32_t sequence) {
    add(1, pair(rank, receive), pair(source, sequence));
  }
  /// Test or probe number `test` of its process succeeded or failed.
  void tested(std::int32_t rank, std::uint32_t test, bool found) {
    add(2, pair(rank, test), found ? 1 : 0);
  }
  /// A process took part in collective number `sequence`; `what` tells it from others, such as its
  /// communicator.
  void served(std::int32_t rank, std::uint64_t what, std::uint32_t sequence) {
    add(3, pair(rank, sequence), what);
  }

  /// An operation of a process got these contents; `operation` tells it from others.
  void got(std::int32_t rank, std::uint64_t operation, std::uint64_t contents) {
    add(4, base::hash_of(operation) ^ static_cast<std::uint32_t>(rank), contents);
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
  /// Hashes as few words as possible: each takes a chain of multiplications, and every message
  /// waits for them.
  void add(std::uint64_t kind, std::uint64_t subject, std::uint64_t value) {
    sum_ += base::hash_of(kind, subject, value);
  }

  std::uint64_t sum_ = 0;
};

}  // namespace strobe::bcs::protocol
