// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/reductions.hpp"

#include <algorithm>
#include <vector>

#include "bcs/runtime/collectives/exchanges.hpp"
#include "schedule/exchange.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

/// Contributions that are together as long as this go whole to whoever wants the result; longer
/// ones are cut, and each member combines a part of them.
constexpr std::size_t whole_bytes = std::size_t{64} << 10;
/// A line of members passes on long contributions in pieces of this, so that all of it works at
/// once.
constexpr std::size_t segment_bytes = std::size_t{64} << 10;

/// `data` cut for the members, `counts` elements for each.
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

/// Rooms for what others contribute to members `first` to `last` - 1, and `mine` among them.
std::vector<Piece> contributions(Program& program, schedule::Place place, Piece mine, int last) {
  std::vector<Piece> all;
  for (int member = 0; member < last; ++member) {
    all.push_back(member == place.rank ? mine : program.room(mine.bytes));
  }
  return all;
}

/// Each member combines its part of all contributions, and leaves it in `result`.
void reduce_parts(Program& program, schedule::Place place, std::span<const Piece> mine,
                  Piece result) {
  const auto own = static_cast<std::size_t>(place.rank);
  const std::vector<Piece> arriving = contributions(program, place, mine[own], place.size);
  exchange_directly(program, place, mine, arriving);
  fold(program, arriving, result, own);
}

/// Those before it in the line, and those behind it.
struct Line {
  int before = schedule::nobody;
  int behind = schedule::nobody;
};
Line line_of(schedule::Place place) {
  Line line;
  for (const schedule::Step& step : schedule::scan_along_a_line(place)) {
    if (step.receives()) line.before = step.from;
    if (step.sends()) line.behind = step.to;
  }
  return line;
}

}  // namespace

bool go_whole(std::size_t bytes, int size) {
  return bytes * static_cast<std::size_t>(size) <= whole_bytes;
}

void fold(Program& program, std::span<const Piece> contributions, Piece result,
          std::optional<std::size_t> own) {
  Piece sum = contributions.front();
  for (std::size_t i = 1; i < contributions.size(); ++i) {
    Piece next = contributions[i];
    if (i == own) {
      program.copy(next, result.at);
      next.at = result.at;
    }
    program.combine(sum, next.at);
    sum = next;
  }
  program.copy(sum, result.at);
  program.end_round();
}

Program reduce(schedule::Place place, Piece mine, Piece result, const Reduction& reduction) {
  Program program(reduction);
  const auto own = static_cast<std::size_t>(place.rank);
  const bool is_root = place.rank == place.root;
  if (go_whole(mine.bytes, place.size)) {
    if (!is_root) {
      program.send(place.root, mine);
      program.end_round();
      return program;
    }
    const std::vector<Piece> all = contributions(program, place, mine, place.size);
    for (const int member : schedule::kin(schedule::fully_connected, place).children) {
      program.receive(member, all[static_cast<std::size_t>(member)]);
    }
    program.end_round();
    fold(program, all, result, own);
    return program;
  }
  const std::vector<std::size_t> counts = equal_shares(mine, place.size, reduction.element_bytes);
  const std::vector<Piece> parts = cut(mine, counts, reduction.element_bytes);
  if (!is_root) {
    const Piece part = program.room(parts[own].bytes);
    reduce_parts(program, place, parts, part);
    program.send(place.root, part);
  } else {
    const std::vector<Piece> results = cut(result, counts, reduction.element_bytes);
    reduce_parts(program, place, parts, results[own]);
    for (const int member : schedule::kin(schedule::fully_connected, place).children) {
      program.receive(member, results[static_cast<std::size_t>(member)]);
    }
  }
  program.end_round();
  return program;
}

Program allreduce(schedule::Place place, Piece mine, Piece result, const Reduction& reduction) {
  Program program(reduction);
  const auto own = static_cast<std::size_t>(place.rank);
  const auto members = static_cast<std::size_t>(place.size);
  if (go_whole(mine.bytes, place.size)) {
    reduce_parts(program, place, std::vector<Piece>(members, mine), result);
    return program;
  }
  const std::vector<std::size_t> counts = equal_shares(mine, place.size, reduction.element_bytes);
  const std::vector<Piece> results = cut(result, counts, reduction.element_bytes);
  reduce_parts(program, place, cut(mine, counts, reduction.element_bytes), results[own]);
  exchange_directly(program, place, std::vector<Piece>(members, results[own]), results);
  return program;
}

Program reduce_scatter(schedule::Place place, Piece mine, std::span<const std::size_t> counts,
                       Piece result, const Reduction& reduction) {
  Program program(reduction);
  reduce_parts(program, place, cut(mine, counts, reduction.element_bytes), result);
  return program;
}

namespace {

/// Every member sends to all behind it, and combines by itself.
Program scan_whole(schedule::Place place, Piece mine, Piece result, const Reduction& reduction,
                   int last) {
  Program program(reduction);
  for (int member = place.rank + 1; member < place.size; ++member) program.send(member, mine);
  const std::vector<Piece> all = contributions(program, place, mine, last);
  for (int member = 0; member < place.rank; ++member) {
    program.receive(member, all[static_cast<std::size_t>(member)]);
  }
  program.end_round();
  if (!all.empty()) fold(program, all, result, static_cast<std::size_t>(place.rank));
  return program;
}

/// What came so far goes along the line, segment by segment: `take` is given each segment of it,
/// and leaves in `passed_on` what goes to the next.
template <class Take>
void scan_along_line(Program& program, schedule::Place place, Piece passed_on, const Take& take) {
  const std::size_t element_bytes = program.reduction().element_bytes;
  const std::size_t segment =
      std::max<std::size_t>(segment_bytes / element_bytes, 1) * element_bytes;
  const Line line = line_of(place);
  const Piece arriving = program.room(segment);
  for (std::size_t first = 0; first < passed_on.bytes; first += segment) {
    const Piece ours = passed_on.part(first, std::min(segment, passed_on.bytes - first));
    if (line.before != schedule::nobody) {
      const Piece theirs = arriving.part(0, ours.bytes);
      program.receive(line.before, theirs);
      program.end_round();
      take(first, theirs);
      program.combine(theirs, ours.at);
    }
    if (line.behind != schedule::nobody) program.send(line.behind, ours);
  }
  program.end_round();
}

}  // namespace

Program scan(schedule::Place place, Piece mine, Piece result, const Reduction& reduction) {
  if (go_whole(mine.bytes, place.size)) {
    return scan_whole(place, mine, result, reduction, place.rank + 1);
  }
  Program program(reduction);
  program.copy(mine, result.at);
  scan_along_line(program, place, result, [](std::size_t, Piece) {});
  return program;
}

Program exscan(schedule::Place place, Piece mine, Piece result, const Reduction& reduction) {
  if (go_whole(mine.bytes, place.size)) {
    return scan_whole(place, mine, result, reduction, place.rank);
  }
  Program program(reduction);
  const Piece passed_on = program.room(mine.bytes);
  program.copy(mine, passed_on.at);
  scan_along_line(program, place, passed_on, [&](std::size_t first, Piece theirs) {
    program.copy(theirs, result.at + first);
  });
  return program;
}

}  // namespace strobe::bcs::runtime::collectives
