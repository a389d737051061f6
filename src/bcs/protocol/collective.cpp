// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/collective.hpp"

#include <algorithm>
#include <bit>

#include "schedule/topology.hpp"

namespace strobe::bcs::protocol {

std::uint64_t combined(Combine combine, std::uint64_t lower, std::uint64_t upper) {
  const auto a = std::bit_cast<double>(lower);
  const auto b = std::bit_cast<double>(upper);
  switch (combine) {
    case Combine::sum:
      return std::bit_cast<std::uint64_t>(a + b);
    case Combine::product:
      return std::bit_cast<std::uint64_t>(a * b);
    case Combine::minimum:
      return b < a ? upper : lower;
    case Combine::maximum:
      return a < b ? upper : lower;
  }
  return lower;
}

Branch branch_of(Rank rank, Rank size) {
  schedule::Kin kin = schedule::kin(schedule::binomial, {.rank = rank, .size = size, .root = 0});
  std::ranges::sort(kin.children);
  return {.parent = kin.parent, .children = std::move(kin.children)};
}

}  // namespace strobe::bcs::protocol
