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
/// Contributions up to this size stay in the cache of a core until they are combined. They arrive
/// in a room, and not in the receive buffer, whose old contents may be in the caches of the members
/// that got them: the system copies more slowly to such memory than the member does.
constexpr std::size_t most_cached_bytes = std::size_t{1} << 20;

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

/// The contributions that one member combines.
struct Contributions {
  std::vector<Piece> of_members;  ///< from the first member on
  Piece result{};
  bool replaces_own = false;  ///< `result` is where the contribution of this member is
  /// Nobody needs what `result` contains, so that the partial result that becomes the result may be
  /// there from the begin.
  bool is_result_free = false;
};

/// Memory for the contributions of the members before `end`. That of this member is `mine`; all
/// that it sends is in `sent`.
Contributions contributions(CollectiveSchedule& plan, schedule::Position place, Piece mine,
                            Piece sent, int end, Piece result) {
  Contributions all{.result = result.part(0, mine.bytes),
                    .replaces_own = result.at == mine.at,
                    .is_result_free = !overlap(sent, result)};
  for (int member = 0; member < end; ++member) {
    const bool becomes_result =
        all.is_result_free && member + 1 == end && mine.bytes > most_cached_bytes;
    all.of_members.push_back(member == place.rank ? mine
                             : becomes_result     ? all.result
                                                  : plan.room(mine.bytes));
  }
  return all;
}

/// Combines contributions. It overwrites them, except that of this member.
void combine(CollectiveSchedule& plan, schedule::Position place, const Contributions& all) {
  const auto end = static_cast<int>(all.of_members.size());
  PartialResults partials(plan, end, all.is_result_free ? all.result : Piece{});
  for (int member = 0; member < end; ++member) {
    const bool is_kept = member == place.rank && !all.replaces_own;
    partials.add({member, member + 1}, all.of_members[static_cast<std::size_t>(member)],
                 is_kept ? Overwrite::forbidden : Overwrite::allowed);
  }
  plan.copy(partials.result(), all.result.at);
  plan.end_round();
}

/// Each member combines its part of all contributions into `result`. `whole` are all parts of this
/// member.
void reduce_parts(CollectiveSchedule& plan, schedule::Position place, Piece whole,
                  std::span<const Piece> parts, Piece result) {
  const Contributions arriving = contributions(
      plan, place, parts[static_cast<std::size_t>(place.rank)], whole, place.size, result);
  exchange_directly(plan, place, parts, arriving.of_members);
  combine(plan, place, arriving);
}

/// Each member sends its contribution to all higher ranks, and combines what it gets. So no member
/// waits for a higher one.
CollectiveSchedule scan_directly(schedule::Position place, const Call& call, int end) {
  CollectiveSchedule plan(*call.memory, call.reduction);
  for (int member = place.rank + 1; member < place.size; ++member) plan.send(member, call.mine);
  const Contributions all = contributions(plan, place, call.mine, call.mine, end, call.result);
  for (int member = 0; member < place.rank; ++member) {
    plan.receive(member, all.of_members[static_cast<std::size_t>(member)]);
  }
  plan.end_round();
  if (end != 0) combine(plan, place, all);
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
CollectiveSchedule scan_in_segments(schedule::Position place, const Call& call, bool is_exclusive) {
  CollectiveSchedule plan(*call.memory, call.reduction);
  const std::size_t element_bytes = call.reduction.element_bytes;
  const std::size_t segment = std::min(
      call.mine.bytes, std::max<std::size_t>(segment_bytes / element_bytes, 1) * element_bytes);
  std::vector<Piece> rooms{plan.room(segment)};
  for (int width = 1; width < place.size; width *= 2) rooms.push_back(plan.room(segment));
  for (std::size_t first = 0; first < call.mine.bytes; first += segment) {
    const std::size_t bytes = std::min(segment, call.mine.bytes - first);
    // In an exscan rank 0 may have no result.
    const Piece to = is_exclusive && place.rank == 0 ? Piece{} : call.result.part(first, bytes);
    scan_by_doubling(plan, place, call.mine.part(first, bytes), to, is_exclusive, rooms);
  }
  return plan;
}

}  // namespace

bool sends_whole(std::size_t bytes, int size) {
  return bytes * static_cast<std::size_t>(size) <= whole_bytes;
}

CollectiveSchedule reduce(schedule::Position place, const Call& call) {
  CollectiveSchedule plan(*call.memory, call.reduction);
  const Piece mine = call.mine;
  const bool is_root = place.rank == place.root;
  if (sends_whole(mine.bytes, place.size)) {
    if (!is_root) {
      plan.send(place.root, mine);
      plan.end_round();
      return plan;
    }
    const Contributions all = contributions(plan, place, mine, mine, place.size, call.result);
    for (const int member : schedule::neighbours_of(schedule::fully_connected, place).children) {
      plan.receive(member, all.of_members[static_cast<std::size_t>(member)]);
    }
    plan.end_round();
    combine(plan, place, all);
    return plan;
  }
  const auto own = static_cast<std::size_t>(place.rank);
  const std::size_t element_bytes = call.reduction.element_bytes;
  const std::vector<std::size_t> counts = equal_shares(mine, place.size, element_bytes);
  const std::vector<Piece> parts = cut(mine, counts, element_bytes);
  if (!is_root) {
    const Piece part = plan.room(parts[own].bytes);
    reduce_parts(plan, place, mine, parts, part);
    plan.send(place.root, part);
  } else {
    const std::vector<Piece> results = cut(call.result, counts, element_bytes);
    reduce_parts(plan, place, mine, parts, results[own]);
    for (const int member : schedule::neighbours_of(schedule::fully_connected, place).children) {
      plan.receive(member, results[static_cast<std::size_t>(member)]);
    }
  }
  plan.end_round();
  return plan;
}

CollectiveSchedule allreduce(schedule::Position place, const Call& call) {
  CollectiveSchedule plan(*call.memory, call.reduction);
  const auto own = static_cast<std::size_t>(place.rank);
  const auto members = static_cast<std::size_t>(place.size);
  if (sends_whole(call.mine.bytes, place.size)) {
    const std::vector<Piece> parts(members, call.mine);
    reduce_parts(plan, place, call.mine, parts, call.result);
    return plan;
  }
  const std::size_t element_bytes = call.reduction.element_bytes;
  const std::vector<std::size_t> counts = equal_shares(call.mine, place.size, element_bytes);
  const std::vector<Piece> results = cut(call.result, counts, element_bytes);
  reduce_parts(plan, place, call.mine, cut(call.mine, counts, element_bytes), results[own]);
  exchange_directly(plan, place, std::vector<Piece>(members, results[own]), results);
  return plan;
}

CollectiveSchedule reduce_scatter(schedule::Position place, const Call& call) {
  CollectiveSchedule plan(*call.memory, call.reduction);
  reduce_parts(plan, place, call.mine, cut(call.mine, call.counts, call.reduction.element_bytes),
               call.result);
  return plan;
}

CollectiveSchedule scan(schedule::Position place, const Call& call) {
  return is_direct_scan(place, call.mine) ? scan_directly(place, call, place.rank + 1)
                                          : scan_in_segments(place, call, false);
}

CollectiveSchedule exscan(schedule::Position place, const Call& call) {
  return is_direct_scan(place, call.mine) ? scan_directly(place, call, place.rank)
                                          : scan_in_segments(place, call, true);
}

}  // namespace strobe::bcs::runtime::collectives
