// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/reductions.hpp"

#include <algorithm>
#include <vector>

#include "bcs/runtime/collectives/exchanges.hpp"
#include "bcs/runtime/collectives/partial_results.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

/// If all contributions together have no more bytes than this, they go whole to the members that
/// get the result. Otherwise each member combines a part of them.
constexpr std::size_t whole_bytes = std::size_t{64} << 10;
constexpr std::size_t segment_bytes = std::size_t{64} << 10;

/// Of more members, or of longer contributions, a scan takes log2(members) steps.
constexpr int most_members_of_direct_scan = 16;
bool is_direct_scan(schedule::Position place, Piece mine) {
  return place.size <= most_members_of_direct_scan && sends_whole(mine.bytes, place.size);
}

/// `data` cut into parts, with `counts` elements for each member.
std::vector<Piece> cut(Piece data, std::span<const std::size_t> counts, std::size_t element_bytes) {
  std::vector<Piece> parts;
  std::size_t first = 0;
  for (const std::size_t count : counts) {
    parts.push_back(data.part(first, count * element_bytes));
    first += count * element_bytes;
  }
  return parts;
}

std::vector<std::size_t> equal_shares(Piece data, int size, std::size_t element_bytes) {
  const auto members = static_cast<std::size_t>(size);
  const std::size_t elements = data.bytes / element_bytes;
  std::vector<std::size_t> counts(members, elements / members);
  for (std::size_t i = 0; i < elements % members; ++i) ++counts[i];
  return counts;
}

/// Room for the contributions of the members before `end`, and `mine` if it is among them.
std::vector<Piece> contributions(CollectiveSchedule& plan, schedule::Position place, Piece mine,
                                 int end) {
  std::vector<Piece> all;
  for (int member = 0; member < end; ++member) {
    all.push_back(member == place.rank ? mine : plan.room(mine.bytes));
  }
  return all;
}

/// Combines the contributions of the first members into `result`. It overwrites them, except that
/// of this member.
void combine(CollectiveSchedule& plan, schedule::Position place,
             std::span<const Piece> contributions, Piece result) {
  const auto end = static_cast<int>(contributions.size());
  PartialResults partials(plan, end);
  for (int member = 0; member < end; ++member) {
    partials.add({member, member + 1}, contributions[static_cast<std::size_t>(member)],
                 member == place.rank ? Overwrite::forbidden : Overwrite::allowed);
  }
  plan.copy(partials.result(), result.at);
  plan.end_round();
}

/// Each member combines its part of all contributions into `result`.
void reduce_parts(CollectiveSchedule& plan, schedule::Position place, std::span<const Piece> mine,
                  Piece result) {
  const std::vector<Piece> arriving =
      contributions(plan, place, mine[static_cast<std::size_t>(place.rank)], place.size);
  exchange_directly(plan, place, mine, arriving);
  combine(plan, place, arriving, result);
}

/// Each member sends its contribution to all higher ranks, and combines what it gets. So no member
/// waits for a higher one.
CollectiveSchedule scan_directly(schedule::Position place, Piece mine, Piece result,
                                 const Reduction& reduction, int end) {
  CollectiveSchedule plan(reduction);
  for (int member = place.rank + 1; member < place.size; ++member) plan.send(member, mine);
  const std::vector<Piece> all = contributions(plan, place, mine, end);
  for (int member = 0; member < place.rank; ++member) {
    plan.receive(member, all[static_cast<std::size_t>(member)]);
  }
  plan.end_round();
  if (!all.empty()) combine(plan, place, all, result);
  return plan;
}

/// Recursive doubling: the members of a block of 2^k ranks combine their contributions, and the
/// lower of two neighboring blocks gives its result to the upper one. `rooms` are memory for the
/// own block and for one that arrives in each step.
void scan_by_doubling(CollectiveSchedule& plan, schedule::Position place, Piece mine, Piece result,
                      bool is_exclusive, std::span<const Piece> rooms) {
  Piece block = rooms[0].part(0, mine.bytes);
  plan.copy(mine, block.at);
  bool has_result = !is_exclusive;
  if (has_result) plan.copy(mine, result.at);
  std::size_t step = 0;
  for (int width = 1; width < place.size; width *= 2) {
    const int partner = place.rank ^ width;
    const bool is_upper = partner < place.rank;
    // A member after both blocks needs what they combine.
    const bool is_block_needed = (place.rank / (2 * width) + 1) * 2 * width < place.size;
    const Piece theirs = rooms[++step].part(0, mine.bytes);
    if (partner < place.size && (is_block_needed || !is_upper)) plan.send(partner, block);
    if (partner < place.size && (is_block_needed || is_upper)) plan.receive(partner, theirs);
    plan.end_round();
    if (is_upper) {
      if (has_result) {
        plan.combine(theirs, result.at);
      } else {
        plan.copy(theirs, result.at);
      }
      has_result = true;
      if (is_block_needed) plan.combine(theirs, block.at);
    } else if (is_block_needed) {
      plan.combine(block, theirs.at);
      block = theirs;
    }
  }
  plan.end_round();
}

/// Long contributions in segments, so that members combine at the same time, and in the cache.
CollectiveSchedule scan_in_segments(schedule::Position place, Piece mine, Piece result,
                                    const Reduction& reduction, bool is_exclusive) {
  CollectiveSchedule plan(reduction);
  const std::size_t segment =
      std::min(mine.bytes, std::max<std::size_t>(segment_bytes / reduction.element_bytes, 1) *
                               reduction.element_bytes);
  std::vector<Piece> rooms{plan.room(segment)};
  for (int width = 1; width < place.size; width *= 2) rooms.push_back(plan.room(segment));
  for (std::size_t first = 0; first < mine.bytes; first += segment) {
    const std::size_t bytes = std::min(segment, mine.bytes - first);
    // In an exscan rank 0 may have no result.
    const Piece to = is_exclusive && place.rank == 0 ? Piece{} : result.part(first, bytes);
    scan_by_doubling(plan, place, mine.part(first, bytes), to, is_exclusive, rooms);
  }
  return plan;
}

}  // namespace

bool sends_whole(std::size_t bytes, int size) {
  return bytes * static_cast<std::size_t>(size) <= whole_bytes;
}

CollectiveSchedule reduce(schedule::Position place, Piece mine, Piece result,
                          const Reduction& reduction) {
  CollectiveSchedule plan(reduction);
  const bool is_root = place.rank == place.root;
  if (sends_whole(mine.bytes, place.size)) {
    if (!is_root) {
      plan.send(place.root, mine);
      plan.end_round();
      return plan;
    }
    const std::vector<Piece> all = contributions(plan, place, mine, place.size);
    for (const int member : schedule::neighbours_of(schedule::fully_connected, place).children) {
      plan.receive(member, all[static_cast<std::size_t>(member)]);
    }
    plan.end_round();
    combine(plan, place, all, result);
    return plan;
  }
  const auto own = static_cast<std::size_t>(place.rank);
  const std::vector<std::size_t> counts = equal_shares(mine, place.size, reduction.element_bytes);
  const std::vector<Piece> parts = cut(mine, counts, reduction.element_bytes);
  if (!is_root) {
    const Piece part = plan.room(parts[own].bytes);
    reduce_parts(plan, place, parts, part);
    plan.send(place.root, part);
  } else {
    const std::vector<Piece> results = cut(result, counts, reduction.element_bytes);
    reduce_parts(plan, place, parts, results[own]);
    for (const int member : schedule::neighbours_of(schedule::fully_connected, place).children) {
      plan.receive(member, results[static_cast<std::size_t>(member)]);
    }
  }
  plan.end_round();
  return plan;
}

CollectiveSchedule allreduce(schedule::Position place, Piece mine, Piece result,
                             const Reduction& reduction) {
  CollectiveSchedule plan(reduction);
  const auto own = static_cast<std::size_t>(place.rank);
  const auto members = static_cast<std::size_t>(place.size);
  if (sends_whole(mine.bytes, place.size)) {
    reduce_parts(plan, place, std::vector<Piece>(members, mine), result);
    return plan;
  }
  const std::vector<std::size_t> counts = equal_shares(mine, place.size, reduction.element_bytes);
  const std::vector<Piece> results = cut(result, counts, reduction.element_bytes);
  reduce_parts(plan, place, cut(mine, counts, reduction.element_bytes), results[own]);
  exchange_directly(plan, place, std::vector<Piece>(members, results[own]), results);
  return plan;
}

CollectiveSchedule reduce_scatter(schedule::Position place, Piece mine,
                                  std::span<const std::size_t> counts, Piece result,
                                  const Reduction& reduction) {
  CollectiveSchedule plan(reduction);
  reduce_parts(plan, place, cut(mine, counts, reduction.element_bytes), result);
  return plan;
}

CollectiveSchedule scan(schedule::Position place, Piece mine, Piece result,
                        const Reduction& reduction) {
  if (is_direct_scan(place, mine)) {
    return scan_directly(place, mine, result, reduction, place.rank + 1);
  }
  return scan_in_segments(place, mine, result, reduction, false);
}

CollectiveSchedule exscan(schedule::Position place, Piece mine, Piece result,
                          const Reduction& reduction) {
  if (is_direct_scan(place, mine)) return scan_directly(place, mine, result, reduction, place.rank);
  return scan_in_segments(place, mine, result, reduction, true);
}

}  // namespace strobe::bcs::runtime::collectives
