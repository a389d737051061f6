// SPDX-License-Identifier: BSD-3-Clause
//
// Prints a communication pattern as JSON: who sends what to whom in which step, and when, if a
// message takes so long. `strobe schedule` draws it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <release.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.hpp"
#include "command_line.hpp"
#include "command_line/line.hpp"
#include "command_line/parser.hpp"
#include "network/file.hpp"
#include "schedule/catalogue.hpp"
#include "strobe/error.hpp"

namespace {

using namespace strobe;
using nlohmann::json;

bool sends_at_once(const schedule_program::CommandLine& line) { return line.sends == "at-once"; }

/// The network that is named, with the times that are given instead of its own; without a name it
/// has those alone and no title.
network::Network known_network(const schedule_program::CommandLine& line) {
  network::Network known;
  if (!line.network.empty()) {
    known = network::network_of(line.network);
    known.t_c = known.complete();
  }
  known.t_s = command_line::line("--t-s", line.t_s, known.t_s);
  known.t_c = command_line::line("--t-c", line.t_c, known.t_c);
  known.t_m = command_line::line("--t-m", line.t_m, known.t_m);
  known.t_o = command_line::line("--t-o", line.t_o, known.t_o);
  known.parallel_transfers = line.parallel_transfers.value_or(known.parallel_transfers);
  return known;
}

/// The times of a prediction. A missing time counts as 0, and the output says so.
schedule::Costs costs_of(const network::Network& known, bool sends_at_once) {
  constexpr schedule::LinearCost nothing;
  return {.send = known.t_s.value_or(nothing),
          .complete = known.t_c.value_or(nothing),
          .copy = known.t_m.value_or(nothing),
          .operate = known.t_o.value_or(nothing),
          .parallel_transfers = known.parallel_transfers,
          .sends_at_once = sends_at_once};
}

json printed(const std::optional<schedule::LinearCost>& line) {
  if (!line) return {};
  return {{"start_s", line->start_s}, {"per_byte_s", line->per_byte_s}};
}

/// The times of a prediction; null without one. A missing time is null.
json printed(const network::Network& known) {
  if (!known.t_c) return {};
  return {{"network", known.title},
          {"t_s", printed(known.t_s)},
          {"t_c", printed(known.t_c)},
          {"t_m", printed(known.t_m)},
          {"t_o", printed(known.t_o)},
          {"parallel_transfers",
           std::isinf(known.parallel_transfers) ? json() : json(known.parallel_transfers)}};
}

schedule::Collective collective_named(const std::string& way) {
  using schedule::Collective;
  if (way == "combine") return Collective::reduce;
  return way == "combine-on-all" ? Collective::reduce_and_broadcast : Collective::broadcast;
}

json listing() {
  json all = json::array();
  for (const schedule::Pattern& pattern : schedule::patterns()) {
    all.push_back({{"name", pattern.name},
                   {"title", pattern.title},
                   {"is_topology", pattern.is_topology},
                   {"branches", pattern.has_branches}});
  }
  return all;
}

/// When each rank is done, for the times in the list (options/schedule.toml), in microseconds.
json finished(const schedule_program::CommandLine& line, const schedule::PatternOptions& options) {
  constexpr std::size_t each = 6;
  if (line.times.size() % each != 0) throw Error("--times wants six numbers each time");
  // A time is a start and the data of one byte, so that the part which moves data is known.
  constexpr double bytes = 1.0;
  const auto line_of_two = [&](std::size_t i) {
    return schedule::LinearCost{.start_s = 1e-6 * (line.times[i] - line.times[i + 1]),
                                .per_byte_s = 1e-6 * line.times[i + 1]};
  };
  json all = json::array();
  for (std::size_t i = 0; i < line.times.size(); i += each) {
    const double limit = line.times[i + 5];
    const schedule::Costs costs{
        .send = line_of_two(i),
        .complete = line_of_two(i + 2),
        .copy = {},
        .operate = {.start_s = 1e-6 * line.times[i + 4]},
        .parallel_transfers = limit > 0.0 ? limit : schedule::unlimited_transfers,
        .sends_at_once = sends_at_once(line)};
    all.push_back(schedule::finish_times_s(line.name, options, bytes, costs));
  }
  return all;
}

json described(const schedule::Diagram& diagram, const network::Network& known, bool brief) {
  const auto& drawn = diagram.messages;
  json found = {{"count", drawn.size()},
                {"steps", drawn.empty() ? 0 : drawn.back().step + 1},
                {"combines", std::ranges::any_of(drawn,
                                                 [](const schedule::DiagramMessage& one) {
                                                   return one.message.on_receive ==
                                                          schedule::OnReceive::combine;
                                                 })},
                {"times", printed(known)},
                {"finish_s", diagram.finish_s}};
  if (brief) return found;
  json& messages = found["messages"] = json::array();
  for (const auto& [step, message] : diagram.messages) {
    messages.push_back({{"step", step},
                        {"from", message.from},
                        {"to", message.to},
                        {"first_block", message.blocks.first},
                        {"blocks", message.blocks.count},
                        {"combines", message.on_receive == schedule::OnReceive::combine},
                        {"sent_s", message.sent_s},
                        {"received_s", message.received_s}});
  }
  return found;
}

/// What the program prints.
std::string printed(const schedule_program::CommandLine& line) {
  if (line.list) return listing().dump();
  const schedule::PatternOptions options{.ranks = line.ranks,
                                         .root = line.root,
                                         .branches = line.branches,
                                         .segments = line.segments,
                                         .repetitions = line.repetitions,
                                         .collective = collective_named(line.way)};
  if (!line.times.empty()) return finished(line, options).dump();
  const network::Network known = known_network(line);
  const schedule::Costs costs = costs_of(known, sends_at_once(line));
  const auto size_bytes = static_cast<double>(line.size);
  return described(schedule::diagram_of(line.name, options, size_bytes, costs), known, line.brief)
      .dump();
}

}  // namespace

int main(int argc, char** argv) {
  schedule_program::CommandLine line;
  command_line::Parser parser("strobe-schedule");
  schedule_program::enter(parser, line);
  try {
    const std::string version = "strobe-schedule " + std::string(release::version);
    const std::string help = schedule_program::help_text("strobe-schedule");
    if (const auto text = parser.parse(argc, argv, help, version)) {
      std::fputs(text->c_str(), stdout);
    } else {
      std::puts(printed(line).c_str());
    }
    return 0;
  } catch (const Error& error) {
    std::fprintf(stderr, "strobe-schedule: %s\n", error.what());
    return 2;
  }
}
