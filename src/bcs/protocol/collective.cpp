// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/collective.hpp"

#include <algorithm>
#include <bit>

#include "base/format.hpp"
#include "base/random.hpp"
#include "schedule/exchange.hpp"
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
  schedule::Neighbours kin =
      schedule::neighbours_of(schedule::binomial, {.rank = rank, .size = size, .root = 0});
  std::ranges::sort(kin.children);
  return {.parent = kin.parent, .children = std::move(kin.children)};
}

Partners partners_of(Call call, Rank root, Rank rank, Rank size) {
  const schedule::Position place{.rank = rank, .size = size, .root = root};
  Partners partners;
  if (call == Call::allgather || call == Call::alltoall) {
    for (const schedule::Step& step : schedule::alltoall_in_pairs(place)) {
      partners.takers.push_back(step.to);
      partners.givers.push_back(step.from);
    }
    return partners;
  }
  schedule::Neighbours kin = schedule::neighbours_of(schedule::fully_connected, place);
  std::vector<Rank>& below = call == Call::scatter ? partners.takers : partners.givers;
  std::vector<Rank>& above = call == Call::scatter ? partners.givers : partners.takers;
  below = std::move(kin.children);
  if (kin.parent != schedule::no_rank) above.push_back(kin.parent);
  return partners;
}

bool takes_own(Call call, Rank root, Rank rank) {
  return call == Call::allgather || call == Call::alltoall || rank == root;
}

std::string wrong_sizes(const Operation& operation, Rank rank, Rank size) {
  const bool is_for_each = operation.call == Call::alltoall;
  const bool gives = is_for_each || (operation.call == Call::scatter && rank == operation.peer);
  const bool takes = is_for_each || operation.call == Call::allgather ||
                     (operation.call == Call::gather && rank == operation.peer);
  const auto wanted = [&](bool is_needed) {
    return operation.vectorial && is_needed ? static_cast<std::size_t>(size) : 0;
  };
  if (operation.out_bytes.size() == wanted(gives) && operation.in_bytes.size() == wanted(takes)) {
    return {};
  }
  return base::format("{} of {} ranks is given {} sizes of what goes out and {} of what comes in",
                      described(signature_of(operation)), size, operation.out_bytes.size(),
                      operation.in_bytes.size());
}

std::int64_t given_bytes(const Operation& operation, Rank to) {
  return operation.out_bytes.empty() ? operation.bytes
                                     : operation.out_bytes[static_cast<std::size_t>(to)];
}

std::int64_t taken_bytes(const Operation& operation, Rank from) {
  return operation.in_bytes.empty() ? operation.bytes
                                    : operation.in_bytes[static_cast<std::size_t>(from)];
}

std::uint64_t part_of(Rank from, std::uint64_t content) {
  return base::Random(content ^ base::Random(static_cast<std::uint64_t>(from)).next()).next();
}

}  // namespace strobe::bcs::protocol
