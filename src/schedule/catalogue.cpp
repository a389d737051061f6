// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/catalogue.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>

#include "base/format.hpp"
#include "schedule/exchange.hpp"
#include "schedule/spread.hpp"
#include "schedule/topology.hpp"
#include "strobe/error.hpp"

namespace strobe::schedule {
namespace {

using Of = std::function<Steps(int rank)>;

struct Entry {
  Pattern pattern;
  Family family = Family::tree;        ///< of a topology
  Steps (*rootless)(Place) = nullptr;  ///< of any other
  /// Into how many blocks a message of all ranks is cut: one, or one for each.
  bool has_block_per_rank = false;
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"increasing-ring", "Increasing ring", true, false}, Family::increasing_ring},
      {{"decreasing-ring", "Decreasing ring", true, false}, Family::decreasing_ring},
      {{"split-ring", "Split ring", true, false}, Family::split_ring},
      {{"multiring", "Multiring", true, true}, Family::multiring},
      {{"hypercube", "Hypercube", true, false}, Family::hypercube},
      {{"tree", "General tree", true, true}, Family::tree},
      {{"fully-connected", "Fully connected", true, false}, Family::fully_connected},
      {{"bidirectional-exchange", "Bidirectional exchange"}, {}, allreduce_by_doubling},
      {{"dissemination-barrier", "Dissemination barrier"}, {}, dissemination_barrier},
      {{"ring-allgather", "Allgather round a ring"}, {}, allgather_round_a_ring, true},
      {{"pairwise-alltoall", "Alltoall in pairs"}, {}, alltoall_in_pairs, true},
      {{"line-scan", "Scan along a line"}, {}, scan_along_a_line},
      {{"scatter", "Scatter"}, {}, scatter, true},
      {{"gather", "Gather"}, {}, gather, true},
  };
  return all;
}

const Entry& entry_of(std::string_view name) {
  const auto found =
      std::ranges::find(entries(), name, [](const Entry& e) { return e.pattern.name; });
  if (found != entries().end()) return *found;
  std::string names;
  for (const Entry& entry : entries()) {
    names += (names.empty() ? "" : ", ") + std::string(entry.pattern.name);
  }
  throw Error(base::format("there is no pattern '{}'; there are {}", name, names));
}

void want(const Entry& entry, const Wish& wish) {
  const auto refuse_unless = [](bool is_met, const std::string& sentence) {
    if (!is_met) throw Error(sentence);
  };
  const std::string_view name = entry.pattern.name;
  const bool is_topology = entry.pattern.is_topology;
  const bool has_root = is_topology || name == "scatter" || name == "gather";
  refuse_unless(wish.ranks >= 1, "a pattern has one rank at least");
  refuse_unless(wish.root >= 0 && wish.root < wish.ranks,
                base::format("{} ranks have no root {}: it is one of 0 to {}", wish.ranks,
                             wish.root, wish.ranks - 1));
  refuse_unless(wish.branches >= 1, "a pattern has one branch at least");
  refuse_unless(wish.segments >= 1, "a message has one segment at least");
  refuse_unless(wish.repetitions >= 1, "a pattern is repeated once at least");
  refuse_unless(has_root || wish.root == 0, base::format("{} has no root", name));
  refuse_unless(entry.pattern.branches || wish.branches == 1,
                base::format("{} has no branches to be chosen; multiring and tree have", name));
  refuse_unless(is_topology || wish.segments == 1,
                base::format("{} is not cut into segments", name));
  refuse_unless(is_topology || wish.way == Wish::Way::spread,
                base::format("{} goes one way only", name));
}

Of steps_of(const Entry& entry, const Wish& wish) {
  return [&entry, wish](int rank) {
    const Place place{.rank = rank, .size = wish.ranks, .root = wish.root};
    if (!entry.pattern.is_topology) return entry.rootless(place);
    const Topology topology{entry.family, wish.branches};
    switch (wish.way) {
      case Wish::Way::spread:
        return broadcast(topology, place, wish.segments);
      case Wish::Way::combine:
        return reduce(topology, place, wish.segments);
      case Wish::Way::combine_on_all:
        return reduce_and_broadcast(topology, place, wish.segments);
    }
    return Steps{};
  };
}

/// In which step each rank of a topology has the data, and the number of steps.
struct Arrivals {
  std::vector<int> of_rank;
  int steps = 0;
};

Arrivals arrivals(Topology topology, const Wish& wish) {
  Arrivals all{.of_rank = std::vector<int>(static_cast<std::size_t>(wish.ranks), -1)};
  std::vector<int> reached = {wish.root};
  while (!reached.empty()) {
    const int rank = reached.back();
    reached.pop_back();
    const Kin own = kin(topology, {.rank = rank, .size = wish.ranks, .root = wish.root});
    for (std::size_t i = 0; i < own.children.size(); ++i) {
      const int step = all.of_rank[static_cast<std::size_t>(rank)] + 1 + own.turns[i];
      all.of_rank[static_cast<std::size_t>(own.children[i])] = step;
      all.steps = std::max(all.steps, step + 1);
      reached.push_back(own.children[i]);
    }
  }
  return all;
}

/// The first and the last step in which a rank does something.
struct Busy {
  int first = std::numeric_limits<int>::max();
  int last = -1;
  void include(int step) {
    first = std::min(first, step);
    last = std::max(last, step);
  }
};

/// After how many steps a repetition of `messages`, which are in these steps, can follow. A rank
/// keeps the order of its messages. It may receive one in the step in which it sends the one before
/// it, since a message that arrives while its receiver sends is received at the end of that step.
int steps_between_repetitions(int ranks, const std::vector<Passed>& messages,
                              const std::vector<int>& steps) {
  const auto count = static_cast<std::size_t>(ranks);
  std::vector<Busy> sends(count);
  std::vector<Busy> receives(count);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    sends[static_cast<std::size_t>(messages[i].from)].include(steps[i]);
    receives[static_cast<std::size_t>(messages[i].to)].include(steps[i]);
  }
  int between = 1;
  for (std::size_t rank = 0; rank < count; ++rank) {
    const Busy& out = sends[rank];
    const Busy& in = receives[rank];
    between = std::max({between, out.last - out.first + 1, in.last - in.first + 1});
    if (out.last < 0 || in.last < 0) continue;
    between = std::max({between, out.last - in.first, in.last - out.first + 1});
  }
  return between;
}

/// The steps of a topology's messages are those of the note's figures; repetitions overlap as far
/// as their ranks allow.
std::vector<int> steps_of_topology(const Entry& entry, const Wish& wish, const Of& pattern) {
  const Arrivals when = arrivals({entry.family, wish.branches}, wish);
  const auto in_figure = [&](const Passed& message) {
    // The child knows the step. What combines goes from it, with time turned round.
    const bool back = message.arrival == Arrival::combines;
    const int child = back ? message.from : message.to;
    const int step = when.of_rank[static_cast<std::size_t>(child)];
    if (back) return when.steps - 1 - step;
    return wish.way == Wish::Way::combine_on_all ? when.steps + step : step;
  };
  std::vector<int> steps;
  const std::vector<Passed> once = walk(wish.ranks, pattern, 1.0, {}).messages;
  std::ranges::transform(once, std::back_inserter(steps), in_figure);
  if (wish.repetitions == 1) return steps;
  const int between = steps_between_repetitions(wish.ranks, once, steps);
  std::map<std::tuple<int, int, bool>, int> earlier;  // repetitions of the same message
  steps.clear();
  for (const Passed& message : walk(wish.ranks, pattern, 1.0, {}, wish.repetitions).messages) {
    const bool back = message.arrival == Arrival::combines;
    steps.push_back(between * earlier[{message.from, message.to, back}]++ + in_figure(message));
  }
  return steps;
}

/// The steps in which the messages of a walk are passed. Of segments, and of a pattern that is no
/// topology, step s is what is over after s + 1 messages' time.
std::vector<int> steps_of_messages(const Entry& entry, const Wish& wish, const Of& pattern) {
  if (entry.pattern.is_topology && wish.segments == 1) {
    return steps_of_topology(entry, wish, pattern);
  }
  std::vector<int> steps;
  Costs one;
  one.send.start_s = 1.0;
  one.complete.start_s = 1.0;
  for (const Passed& message : walk(wish.ranks, pattern, 1.0, one, wish.repetitions).messages) {
    steps.push_back(static_cast<int>(std::lround(message.received_s)) - 1);
  }
  return steps;
}

double block_bytes(const Entry& entry, const Wish& wish, double message_bytes) {
  return message_bytes / (entry.has_block_per_rank ? wish.ranks : wish.segments);
}

/// The walk through the pattern that the wish asks for.
Walked walked(const Entry& entry, const Wish& wish, const Of& pattern, double message_bytes,
              const Costs& costs) {
  return walk(wish.ranks, pattern, block_bytes(entry, wish, message_bytes), costs,
              wish.repetitions);
}

/// A line that was fitted to long messages may begin below zero, as three of the note's do.
void want_no_time_below_zero(const char* name, const Line& line, double bytes) {
  if (line.at(bytes) >= 0.0) return;
  throw Error(
      base::format("{} is {:.6g} microseconds for a message of {:.6g} bytes: a time cannot "
                   "be below zero; give a longer --size, or another {}",
                   name, 1e6 * line.at(bytes), bytes, name));
}

}  // namespace

const std::vector<Pattern>& patterns() {
  static const std::vector<Pattern> all = [] {
    std::vector<Pattern> found;
    for (const Entry& entry : entries()) found.push_back(entry.pattern);
    return found;
  }();
  return all;
}

std::vector<double> finish_s(std::string_view name, const Wish& wish, double message_bytes,
                             const Costs& costs) {
  const Entry& entry = entry_of(name);
  want(entry, wish);
  return walked(entry, wish, steps_of(entry, wish), message_bytes, costs).of_rank_s;
}

Drawing draw(std::string_view name, const Wish& wish, double message_bytes, const Costs& costs) {
  const Entry& entry = entry_of(name);
  want(entry, wish);
  const Of pattern = steps_of(entry, wish);
  const std::vector<int> steps = steps_of_messages(entry, wish, pattern);
  Walked all = walked(entry, wish, pattern, message_bytes, costs);
  for (const Passed& message : all.messages) {
    const double bytes = block_bytes(entry, wish, message_bytes) * message.blocks.count;
    want_no_time_below_zero("T_s", costs.send, bytes);
    want_no_time_below_zero("T_c", costs.complete, bytes);
    if (message.arrival == Arrival::combines) want_no_time_below_zero("T_o", costs.operate, bytes);
  }
  Drawing drawing{.of_rank_s = std::move(all.of_rank_s)};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    drawing.messages.push_back({.step = steps[i], .message = all.messages[i]});
  }
  std::ranges::stable_sort(drawing.messages, {}, [](const Drawn& drawn) {
    return std::tuple(drawn.step, drawn.message.from, drawn.message.to);
  });
  return drawing;
}

}  // namespace strobe::schedule
