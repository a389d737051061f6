// SPDX-License-Identifier: BSD-3-Clause
//
// Collectives that not all members of their communicator have called until the program ended. A
// root that leaves such a collective early, or a member that needs no data of others, goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bcs/check/check_log.hpp"
#include "bcs/check/order_log.hpp"

namespace strobe::bcs::check {

struct IncompleteCollective {
  std::int32_t rank = 0;  ///< one that has called it
  Place place = 0;        ///< where it did
  std::int32_t kind = 0;  ///< of collective
  int callers = 0;
  int members = 0;
};

/// The first one that a rank has completed; none if an order is not whole. All ranks have ended.
[[nodiscard]] std::optional<IncompleteCollective> incomplete_collective(
    const std::vector<Order>& orders);

}  // namespace strobe::bcs::check
