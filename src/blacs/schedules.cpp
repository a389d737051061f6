// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/schedules.hpp"

#include "schedule/exchange.hpp"

namespace strobe::blacs {
namespace {

/// A grid of many processes has as many roots; more than this is begun anew.
constexpr std::size_t most_known = 1024;

/// An exchange for each piece, one after the other.
schedule::Steps exchange_steps(schedule::Position place, int pieces) {
  const schedule::Steps each = schedule::allreduce_by_doubling(place);
  schedule::Steps steps;
  for (int piece = 0; piece < pieces; ++piece) {
    for (schedule::Step step : each) {
      step.out.first = piece;
      step.in.first = piece;
      steps.push_back(step);
    }
  }
  return steps;
}

schedule::Steps computed(Purpose purpose, Route route, schedule::Position place, int pieces) {
  switch (purpose) {
    case Purpose::broadcast:
      return broadcast_steps(route, place, pieces);
    case Purpose::reduce:
      return reduce_steps(route, place, pieces);
    case Purpose::reduce_and_broadcast:
      return reduce_and_broadcast_steps(route, place, pieces);
    case Purpose::exchange:
      break;
  }
  return exchange_steps(place, pieces);
}

}  // namespace

const schedule::Steps& Schedules::of(Purpose purpose, Route route, schedule::Position place,
                                     int pieces) {
  // Of many pieces a schedule is long, and cheap beside the data.
  if (pieces != 1) return long_one_ = computed(purpose, route, place, pieces);
  const Key key{purpose, route, place};
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  if (known_.size() == most_known) known_.clear();
  return known_.emplace(key, computed(purpose, route, place, pieces)).first->second;
}

std::size_t Schedules::Hash::operator()(const Key& key) const {
  std::size_t hash = 0;
  for (const int number :
       {static_cast<int>(key.purpose), static_cast<int>(key.route.topology.family),
        key.route.topology.branches, static_cast<int>(key.route.mirrored), key.place.rank,
        key.place.size, key.place.root}) {
    hash = hash * 31 + static_cast<std::size_t>(number);
  }
  return hash;
}

}  // namespace strobe::blacs
