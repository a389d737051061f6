// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/reductions.hpp"

#include <algorithm>
#include <vector>

#include "bcs/runtime/collectives/exchanges.hpp"
#include "schedule/exchange.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

/// If all contributions together have no more bytes than this, they go whole to the members that
/// get the result. Otherwise each member combines a part of them.
constexpr std::size_t whole_bytes = std::size_t{64} << 10;
/// A line of members forwards long contributions in segments of this size, as a pipeline.
constexpr std::size_t segment_bytes = std::size_t{64} << 10;

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

/// Room for the contributions of the members before `last`, and `mine` among them.
std::vector<Piece> contributions(CollectiveSchedule& plan, schedule::Position place, Piece mine,
                                 int last) {
  std::vector<Piece> all;
  for (int member = 0; member < last; ++member) {
    all.push_back(member == place.rank ? mine : plan.room(mine.bytes));
  }
  return all;
}

/// Each member combines its part of all contributions into `result`.
void reduce_parts(CollectiveSchedule& plan, schedule::Position place, std::span<const Piece> mine,
                  Piece result) {
  const auto own = static_cast<std::size_t>(place.rank);
  const std::vector<Piece> arriving = contributions(plan, place, mine[own], place.size);
  exchange_directly(plan, place, mine, arriving);
  fold(plan, arriving, result, own);
}

/// The neighbors of a member in a line.
struct Line {
  int before = schedule::no_rank;
  int after = schedule::no_rank;
};
Line line_of(schedule::Position place) {
  Line line;
  for (const schedule::Step& step : schedule::scan_along_a_line(place)) {
    if (step.receives()) line.before = step.from;
    if (step.sends()) line.after = step.to;
  }
  return line;
}

}  // namespace

bool sends_whole(std::size_t bytes, int size) {
  return bytes * static_cast<std::size_t>(size) <= whole_bytes;
}

void fold(CollectiveSchedule& plan, std::span<const Piece> contributions, Piece result,
          std::optional<std::size_t> own) {
  Piece sum = contributions.front();
  for (std::size_t i = 1; i < contributions.size(); ++i) {
    Piece next = contributions[i];
    if (i == own) {
      plan.copy(next, result.at);
      next.at = result.at;
    }
    plan.combine(sum, next.at);
    sum = next;
  }
  plan.copy(sum, result.at);
  plan.end_round();
}

CollectiveSchedule reduce(schedule::Position place, Piece mine, Piece result,
                          const Reduction& reduction) {
  CollectiveSchedule plan(reduction);
  const auto own = static_cast<std::size_t>(place.rank);
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
    fold(plan, all, result, own);
    return plan;
  }
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

namespace {

/// Each member sends its contribution to all higher ranks, and combines what it gets.
CollectiveSchedule scan_whole(schedule::Position place, Piece mine, Piece result,
                              const Reduction& reduction, int last) {
  CollectiveSchedule plan(reduction);
  for (int member = place.rank + 1; member < place.size; ++member) plan.send(member, mine);
  const std::vector<Piece> all = contributions(plan, place, mine, last);
  for (int member = 0; member < place.rank; ++member) {
    plan.receive(member, all[static_cast<std::size_t>(member)]);
  }
  plan.end_round();
  if (!all.empty()) fold(plan, all, result, static_cast<std::size_t>(place.rank));
  return plan;
}

/// The partial result goes along the line, segment by segment: `take` gets each segment, and writes
/// what goes to the next member into `passed_on`.
template <class Take>
void scan_along_line(CollectiveSchedule& plan, schedule::Position place, Piece passed_on,
                     const Take& take) {
  const std::size_t element_bytes = plan.reduction().element_bytes;
  const std::size_t segment =
      std::max<std::size_t>(segment_bytes / element_bytes, 1) * element_bytes;
  const Line line = line_of(place);
  const Piece arriving = plan.room(segment);
  for (std::size_t first = 0; first < passed_on.bytes; first += segment) {
    const Piece ours = passed_on.part(first, std::min(segment, passed_on.bytes - first));
    if (line.before != schedule::no_rank) {
      const Piece theirs = arriving.part(0, ours.bytes);
      plan.receive(line.before, theirs);
      plan.end_round();
      take(first, theirs);
      plan.combine(theirs, ours.at);
    }
    if (line.after != schedule::no_rank) plan.send(line.after, ours);
  }
  plan.end_round();
}

}  // namespace

CollectiveSchedule scan(schedule::Position place, Piece mine, Piece result,
                        const Reduction& reduction) {
  if (sends_whole(mine.bytes, place.size)) {
    return scan_whole(place, mine, result, reduction, place.rank + 1);
  }
  CollectiveSchedule plan(reduction);
  plan.copy(mine, result.at);
  scan_along_line(plan, place, result, [](std::size_t, Piece) {});
  return plan;
}

CollectiveSchedule exscan(schedule::Position place, Piece mine, Piece result,
                          const Reduction& reduction) {
  if (sends_whole(mine.bytes, place.size)) {
    return scan_whole(place, mine, result, reduction, place.rank);
  }
  CollectiveSchedule plan(reduction);
  const Piece passed_on = plan.room(mine.bytes);
  plan.copy(mine, passed_on.at);
  scan_along_line(plan, place, passed_on,
                  [&](std::size_t first, Piece theirs) { plan.copy(theirs, result.at + first); });
  return plan;
}

}  // namespace strobe::bcs::runtime::collectives
