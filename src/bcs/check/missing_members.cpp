// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/missing_members.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace strobe::bcs::check {

namespace {

bool is_call(const OrderEvent& event) {
  return event.kind == OrderEvent::Kind::collective_begins && event.members > 1;
}

/// Equal on all members. Communicators without a common member may share it.
std::tuple<std::uint32_t, std::uint32_t, std::uint16_t> key_of(const OrderEvent& call) {
  return {call.peer, call.number, call.members};
}

}  // namespace

std::optional<IncompleteCollective> incomplete_collective(const std::vector<Order>& orders) {
  if (!std::ranges::all_of(orders, &Order::is_whole)) return std::nullopt;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint16_t>, int> callers;
  for (const Order& order : orders) {
    for (const OrderEvent& event : order.events) {
      if (is_call(event)) ++callers[key_of(event)];
    }
  }
  for (std::size_t rank = 0; rank < orders.size(); ++rank) {
    for (const OrderEvent& end : orders[rank].events) {
      if (end.kind != OrderEvent::Kind::collective_ends) continue;
      const OrderEvent& event = orders[rank].events[end.of];
      if (!is_call(event)) continue;
      const int called = callers[key_of(event)];
      if (called >= event.members) continue;
      return IncompleteCollective{.rank = static_cast<std::int32_t>(rank),
                                  .place = event.of,
                                  .kind = event.tag,
                                  .callers = called,
                                  .members = event.members};
    }
  }
  return std::nullopt;
}

}  // namespace strobe::bcs::check
