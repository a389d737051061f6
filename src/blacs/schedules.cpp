// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/schedules.hpp"

#include "schedule/exchange.hpp"

namespace strobe::blacs {
namespace {

/// A large grid has many roots, so the cache is cleared when it reaches this size.
constexpr std::size_t max_cached = 1024;

/// One exchange for each piece, one after the other.
schedule::Steps exchange_steps(schedule::Position position, int pieces) {
  const schedule::Steps each = schedule::allreduce_by_doubling(position);
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

schedule::Steps computed(Purpose purpose, Route route, schedule::Position position, int pieces) {
  switch (purpose) {
    case Purpose::broadcast:
      return broadcast_steps(route, position, pieces);
    case Purpose::reduce:
      return reduce_steps(route, position, pieces);
    case Purpose::reduce_and_broadcast:
      return reduce_and_broadcast_steps(route, position, pieces);
    case Purpose::exchange:
      break;
  }
  return exchange_steps(position, pieces);
}

}  // namespace

const schedule::Steps& Schedules::of(Purpose purpose, Route route, schedule::Position position,
                                     int pieces) {
  // A schedule for many pieces is long, and its time is small compared with that of the data.
  if (pieces != 1) return uncached_ = computed(purpose, route, position, pieces);
  const Key key{purpose, route, position};
  if (last_ != nullptr && last_->first == key) return last_->second;
  auto found = known_.find(key);
  if (found == known_.end()) {
    if (known_.size() == max_cached) known_.clear();
    found = known_.emplace(key, computed(purpose, route, position, pieces)).first;
  }
  last_ = &*found;
  return found->second;
}

std::size_t Schedules::Hash::operator()(const Key& key) const {
  std::size_t hash = 0;
  for (const int number :
       {static_cast<int>(key.purpose), static_cast<int>(key.route.topology.family),
        key.route.topology.branches, static_cast<int>(key.route.mirrored), key.position.rank,
        key.position.size, key.position.root}) {
    hash = hash * 31 + static_cast<std::size_t>(number);
  }
  return hash;
}

}  // namespace strobe::blacs
