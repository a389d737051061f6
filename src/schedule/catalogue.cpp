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
#include "base/named.hpp"
#include "schedule/exchange.hpp"
#include "schedule/rooted.hpp"
#include "schedule/topology.hpp"
#include "strobe/error.hpp"

namespace strobe::schedule {
namespace {

using StepsOfRank = std::function<Steps(int rank)>;

struct Entry {
  Pattern pattern;
  Family family = Family::tree;           ///< of topologies
  Steps (*rootless)(Position) = nullptr;  ///< of all other patterns
  /// Whether the data consist of one block for each rank.
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
  const auto name_of = [](const Entry& entry) { return entry.pattern.name; };
  return base::named(entries(), name_of, name, "pattern");
}

void require(bool is_met, const std::string& sentence) {
  if (!is_met) throw Error(sentence);
}

void require_positive(const char* option, int value) {
  require(value >= 1, base::format("{} is {}; give 1 or more", option, value));
}

/// The options are those of `strobe schedule`.
void check_options(const Entry& entry, const PatternOptions& options) {
  const std::string_view name = entry.pattern.name;
  const bool is_topology = entry.pattern.is_topology;
  const bool has_root = is_topology || name == "scatter" || name == "gather";
  require_positive("--ranks", options.ranks);
  require_positive("--branches", options.branches);
  require_positive("--segments", options.segments);
  require_positive("--repetitions", options.repetitions);
  require(options.root >= 0 && options.root < options.ranks,
          base::format("--root is {}; of {} ranks give 0 to {}", options.root, options.ranks,
                       options.ranks - 1));
  require(has_root || options.root == 0,
          base::format("--root does not apply to {}, which has no root; leave it out", name));
  require(entry.pattern.has_branches || options.branches == 1,
          base::format("--branches does not apply to {}; choose multiring or tree", name));
  require(is_topology || options.segments == 1,
          base::format("--segments does not apply to {}; choose a topology", name));
  require(is_topology || options.collective == Collective::broadcast,
          base::format("--way does not apply to {}; choose a topology", name));
}

StepsOfRank steps_of(const Entry& entry, const PatternOptions& options) {
  return [&entry, options](int rank) {
    const Position position{.rank = rank, .size = options.ranks, .root = options.root};
    if (!entry.pattern.is_topology) return entry.rootless(position);
    const Topology topology{entry.family, options.branches};
    switch (options.collective) {
      case Collective::broadcast:
        return broadcast(topology, position, options.segments);
      case Collective::reduce:
        return reduce(topology, position, options.segments);
      case Collective::reduce_and_broadcast:
        return reduce_and_broadcast(topology, position, options.segments);
    }
    return Steps{};
  };
}

/// The step in which each rank of a topology receives the data, and the number of steps.
struct ReceiveSteps {
  std::vector<int> of_rank;
  int steps = 0;
};

ReceiveSteps receive_steps(Topology topology, const PatternOptions& options) {
  ReceiveSteps all{.of_rank = std::vector<int>(static_cast<std::size_t>(options.ranks), -1)};
  std::vector<int> reached = {options.root};
  while (!reached.empty()) {
    const int rank = reached.back();
    reached.pop_back();
    const Neighbours own =
        neighbours_of(topology, {.rank = rank, .size = options.ranks, .root = options.root});
    for (std::size_t i = 0; i < own.children.size(); ++i) {
      const int step = all.of_rank[static_cast<std::size_t>(rank)] + 1 + own.step_offsets[i];
      all.of_rank[static_cast<std::size_t>(own.children[i])] = step;
      all.steps = std::max(all.steps, step + 1);
      reached.push_back(own.children[i]);
    }
  }
  return all;
}

/// The first and the last step in which a rank sends, or in which it receives.
struct StepRange {
  int first = std::numeric_limits<int>::max();
  int last = -1;
  void include(int step) {
    first = std::min(first, step);
    last = std::max(last, step);
  }
};

/// The number of steps after which the next repetition of the messages can start. A rank keeps the
/// order of its messages. In one step it may send a message and receive the next one, because a
/// message that arrives during a send is received at the end of that step.
int steps_between_repetitions(int ranks, const std::vector<TimedMessage>& messages,
                              const std::vector<int>& steps) {
  const auto count = static_cast<std::size_t>(ranks);
  std::vector<StepRange> sends(count);
  std::vector<StepRange> receives(count);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    sends[static_cast<std::size_t>(messages[i].from)].include(steps[i]);
    receives[static_cast<std::size_t>(messages[i].to)].include(steps[i]);
  }
  int between = 1;
  for (std::size_t rank = 0; rank < count; ++rank) {
    const StepRange& out = sends[rank];
    const StepRange& in = receives[rank];
    between = std::max({between, out.last - out.first + 1, in.last - in.first + 1});
    if (out.last < 0 || in.last < 0) continue;
    between = std::max({between, out.last - in.first, in.last - out.first + 1});
  }
  return between;
}

/// The steps of a topology's messages are those of the note's figures. Repetitions overlap as far
/// as the ranks allow.
std::vector<int> steps_of_topology(const Entry& entry, const PatternOptions& options,
                                   const StepsOfRank& pattern) {
  const ReceiveSteps receives = receive_steps({entry.family, options.branches}, options);
  const auto step_in_figure = [&](const TimedMessage& message) {
    // The child's step is known. In a reduction the child sends, and the order is reversed.
    const bool is_reduction = message.on_receive == OnReceive::combine;
    const int child = is_reduction ? message.from : message.to;
    const int step = receives.of_rank[static_cast<std::size_t>(child)];
    if (is_reduction) return receives.steps - 1 - step;
    return options.collective == Collective::reduce_and_broadcast ? receives.steps + step : step;
  };
  std::vector<int> steps;
  const std::vector<TimedMessage> once = predict(options.ranks, pattern, 1.0, {}).messages;
  std::ranges::transform(once, std::back_inserter(steps), step_in_figure);
  if (options.repetitions == 1) return steps;
  const int between = steps_between_repetitions(options.ranks, once, steps);
  std::map<std::tuple<int, int, bool>, int> earlier;  // repetitions of the same message
  steps.clear();
  for (const TimedMessage& message :
       predict(options.ranks, pattern, 1.0, {}, options.repetitions).messages) {
    const bool is_reduction = message.on_receive == OnReceive::combine;
    steps.push_back(between * earlier[{message.from, message.to, is_reduction}]++ +
                    step_in_figure(message));
  }
  return steps;
}

/// The step of each message. With segments, and for patterns that are not topologies, a message of
/// step s is received at the time s + 1, where each message takes the time 1.
std::vector<int> steps_of_messages(const Entry& entry, const PatternOptions& options,
                                   const StepsOfRank& pattern) {
  if (entry.pattern.is_topology && options.segments == 1) {
    return steps_of_topology(entry, options, pattern);
  }
  std::vector<int> steps;
  Costs one;
  one.send.start_s = 1.0;
  one.complete.start_s = 1.0;
  for (const TimedMessage& message :
       predict(options.ranks, pattern, 1.0, one, options.repetitions).messages) {
    steps.push_back(static_cast<int>(std::lround(message.received_s)) - 1);
  }
  return steps;
}

double block_bytes(const Entry& entry, const PatternOptions& options, double message_bytes) {
  return message_bytes / (entry.has_block_per_rank ? options.ranks : options.segments);
}

/// The prediction for a pattern with these options.
Prediction prediction_of(const Entry& entry, const PatternOptions& options,
                         const StepsOfRank& pattern, double message_bytes, const Costs& costs) {
  return predict(options.ranks, pattern, block_bytes(entry, options, message_bytes), costs,
                 options.repetitions);
}

/// Throws if a time is negative. A line that was fitted to long messages may start below zero, as
/// three of the note's lines do.
void check_time(const char* name, const LinearCost& line, double bytes) {
  if (line.at(bytes) >= 0.0) return;
  throw Error(
      base::format("{} is {:.6g} microseconds for a message of {:.6g} bytes; give a larger --size, "
                   "or another {}, so that the time is not negative",
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

std::vector<double> finish_times_s(std::string_view name, const PatternOptions& options,
                                   double message_bytes, const Costs& costs) {
  const Entry& entry = entry_of(name);
  check_options(entry, options);
  return prediction_of(entry, options, steps_of(entry, options), message_bytes, costs).finish_s;
}

Diagram diagram_of(std::string_view name, const PatternOptions& options, double message_bytes,
                   const Costs& costs) {
  const Entry& entry = entry_of(name);
  check_options(entry, options);
  const StepsOfRank pattern = steps_of(entry, options);
  const std::vector<int> steps = steps_of_messages(entry, options, pattern);
  Prediction all = prediction_of(entry, options, pattern, message_bytes, costs);
  for (const TimedMessage& message : all.messages) {
    const double bytes = block_bytes(entry, options, message_bytes) * message.blocks.count;
    check_time("T_s", costs.send, bytes);
    check_time("T_c", costs.complete, bytes);
    if (message.on_receive == OnReceive::combine) check_time("T_o", costs.operate, bytes);
  }
  Diagram diagram{.finish_s = std::move(all.finish_s)};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    diagram.messages.push_back({.step = steps[i], .message = all.messages[i]});
  }
  std::ranges::stable_sort(diagram.messages, {}, [](const DiagramMessage& drawn) {
    return std::tuple(drawn.step, drawn.message.from, drawn.message.to);
  });
  return diagram;
}

}  // namespace strobe::schedule
