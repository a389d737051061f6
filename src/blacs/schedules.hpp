// SPDX-License-Identifier: BSD-3-Clause
//
// A cache of the schedules of one grid. Programs repeat their operations, and computing the steps
// takes a considerable part of the time of a small combine.
#pragma once

#include <cstddef>
#include <unordered_map>

#include "blacs/topologies.hpp"
#include "schedule/step.hpp"

namespace strobe::blacs {

/// The purpose of a schedule. An exchange combines, leaves the result on all, and has no route.
enum class Purpose { broadcast, reduce, reduce_and_broadcast, exchange };

class Schedules {
 public:
  /// The steps of a position, for a number of pieces. They are valid until the next call.
  [[nodiscard]] const schedule::Steps& of(Purpose purpose, Route route, schedule::Position position,
                                          int pieces);

 private:
  struct Key {
    Purpose purpose;
    Route route;
    schedule::Position position;
    friend constexpr bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  using Known = std::unordered_map<Key, schedule::Steps, Hash>;

  Known known_;
  /// A loop that repeats one operation needs no hash.
  const Known::value_type* last_ = nullptr;
  schedule::Steps uncached_;
};

}  // namespace strobe::blacs
