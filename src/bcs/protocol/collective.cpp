// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/collective.hpp"

#include <algorithm>
#include <bit>

#include "base/format.hpp"
#include "base/hash.hpp"
#include "schedule/exchange.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::protocol {

std::uint64_t combined(ReduceOperator reduce_operator, std::uint64_t lower, std::uint64_t upper) {
  const auto a = std::bit_cast<double>(lower);
  const auto b = std::bit_cast<double>(upper);
  switch (reduce_operator) {
    case ReduceOperator::sum:
      return std::bit_cast<std::uint64_t>(a + b);
    case ReduceOperator::product:
      return std::bit_cast<std::uint64_t>(a * b);
    case ReduceOperator::minimum:
      return b < a ? upper : lower;
    case ReduceOperator::maximum:
      return a < b ? upper : lower;
  }
  return lower;
}

TreeNeighbours tree_neighbours(Rank rank, Rank size) {
  schedule::Neighbours neighbours =
      schedule::neighbours_of(schedule::binomial, {.rank = rank, .size = size, .root = 0});
  std::ranges::sort(neighbours.children);
  return {.parent = neighbours.parent, .children = std::move(neighbours.children)};
}

ExchangePartners exchange_partners(Call call, Rank root, Rank rank, Rank size) {
  const schedule::Position position{.rank = rank, .size = size, .root = root};
  ExchangePartners partners;
  if (call == Call::allgather || call == Call::alltoall) {
    for (const schedule::Step& step : schedule::alltoall_in_pairs(position)) {
      partners.receivers.push_back(step.to);
      partners.senders.push_back(step.from);
    }
    return partners;
  }
  schedule::Neighbours neighbours = schedule::neighbours_of(schedule::fully_connected, position);
  std::vector<Rank>& below = call == Call::scatter ? partners.receivers : partners.senders;
  std::vector<Rank>& above = call == Call::scatter ? partners.senders : partners.receivers;
  below = std::move(neighbours.children);
  if (neighbours.parent != schedule::no_rank) above.push_back(neighbours.parent);
  return partners;
}

bool receives_own_part(Call call, Rank root, Rank rank) {
  return call == Call::allgather || call == Call::alltoall || rank == root;
}

std::string size_error(const Operation& operation, Rank rank, Rank size) {
  const bool is_for_each = operation.call == Call::alltoall;
  const bool sends = is_for_each || (operation.call == Call::scatter && rank == operation.peer);
  const bool receives = is_for_each || operation.call == Call::allgather ||
                        (operation.call == Call::gather && rank == operation.peer);
  const auto needed = [&](bool is_needed) {
    return operation.has_varying_sizes && is_needed ? static_cast<std::size_t>(size) : 0;
  };
  const std::size_t needed_sends = needed(sends);
  const std::size_t needed_receives = needed(receives);
  if (operation.send_bytes.size() == needed_sends &&
      operation.receive_bytes.size() == needed_receives) {
    return {};
  }
  return base::format("it needs {} send sizes and {} receive sizes, but has {} and {}",
                      needed_sends, needed_receives, operation.send_bytes.size(),
                      operation.receive_bytes.size());
}

std::int64_t send_bytes_to(const Operation& operation, Rank to) {
  return operation.send_bytes.empty() ? operation.bytes
                                      : operation.send_bytes[static_cast<std::size_t>(to)];
}

std::int64_t receive_bytes_from(const Operation& operation, Rank from) {
  return operation.receive_bytes.empty() ? operation.bytes
                                         : operation.receive_bytes[static_cast<std::size_t>(from)];
}

std::uint64_t part_digest(Rank from, std::uint64_t content) { return base::hash_of(from, content); }

}  // namespace strobe::bcs::protocol
