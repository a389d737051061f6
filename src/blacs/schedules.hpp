// SPDX-License-Identifier: BSD-3-Clause
//
// The schedules that the operations of one grid have run, to be run again: programs repeat
// themselves, and computing the steps of a small combine takes a good part of its time.
#pragma once

#include <cstddef>
#include <unordered_map>

#include "blacs/topologies.hpp"
#include "schedule/step.hpp"

namespace strobe::blacs {

/// What a schedule is for. An exchange leaves what is combined on all and takes no route.
enum class Purpose { broadcast, reduce, reduce_and_broadcast, exchange };

class Schedules {
 public:
  /// The steps of one place, in so many pieces. They hold until the next call.
  [[nodiscard]] const schedule::Steps& of(Purpose purpose, Route route, schedule::Position place,
                                          int pieces);

 private:
  struct Key {
    Purpose purpose;
    Route route;
    schedule::Position place;
    friend constexpr bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  std::unordered_map<Key, schedule::Steps, Hash> known_;
  schedule::Steps long_one_;
};

}  // namespace strobe::blacs
