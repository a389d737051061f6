// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/combine.hpp"

#include "schedule/exchange.hpp"

namespace strobe::blacs::detail {

std::optional<Route> combine_route(char top, const Settings& settings, bool on_all) {
  if (top == ' ') top = settings.is_repeatable ? '1' : 'h';
  if (top == 'h') {
    if (on_all && !settings.is_coherent) return std::nullopt;
    top = '1';
  }
  return required_route(top, settings.combine);
}

schedule::Steps combine_steps(std::optional<Route> route, schedule::Place place, bool on_all,
                              int pieces) {
  if (!route) return schedule::allreduce_by_doubling(place);
  return on_all ? reduce_and_broadcast_steps(*route, place, pieces)
                : reduce_steps(*route, place, pieces);
}

}  // namespace strobe::blacs::detail
