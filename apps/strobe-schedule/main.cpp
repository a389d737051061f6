// SPDX-License-Identifier: BSD-3-Clause
//
// Prints a communication pattern as JSON: who sends what to whom in which step, and when, if a
// message takes so long. `strobe schedule` draws it.
#include <cstdio>
#include <nlohmann/json.hpp>
#include <release.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.hpp"
#include "command_line.hpp"
#include "command_line/parser.hpp"
#include "schedule/catalogue.hpp"
#include "strobe/error.hpp"

namespace {

using namespace strobe;
using nlohmann::json;

/// START or START,SLOPE: microseconds, and microseconds a byte.
schedule::LinearCost line_of(std::string_view option, const std::string& text) {
  if (text.empty()) return {};
  std::vector<double> numbers_us;
  const base::Wanted<double> wanted{.words = "START or START,SLOPE in microseconds"};
  command_line::number(numbers_us, wanted)(option, text);
  if (numbers_us.size() > 2) throw base::wrong_value(option, wanted.words, text);
  return {.start_s = 1e-6 * numbers_us[0],
          .per_byte_s = numbers_us.size() < 2 ? 0.0 : 1e-6 * numbers_us[1]};
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

/// When each rank is done, for each T_s, T_c and T_o of the list, in microseconds.
json finished(const std::string& pattern, const schedule::PatternOptions& options,
              const std::vector<double>& times_us) {
  constexpr std::size_t each = 3;
  if (times_us.size() % each != 0) throw Error("--times wants T_s,T_c,T_o each time");
  json all = json::array();
  for (std::size_t i = 0; i < times_us.size(); i += each) {
    const schedule::Costs costs{.send = {.start_s = 1e-6 * times_us[i]},
                                .complete = {.start_s = 1e-6 * times_us[i + 1]},
                                .copy = {},
                                .operate = {.start_s = 1e-6 * times_us[i + 2]}};
    all.push_back(schedule::finish_times_s(pattern, options, 0.0, costs));
  }
  return all;
}

json described(const schedule::Diagram& diagram, bool brief) {
  const auto& drawn = diagram.messages;
  json found = {{"count", drawn.size()},
                {"steps", drawn.empty() ? 0 : drawn.back().step + 1},
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
  if (!line.times.empty()) return finished(line.name, options, line.times).dump();
  const schedule::Costs costs{.send = line_of("--t-s", line.t_s),
                              .complete = line_of("--t-c", line.t_c),
                              .copy = line_of("--t-m", line.t_m),
                              .operate = line_of("--t-o", line.t_o)};
  return described(schedule::diagram_of(line.name, options, static_cast<double>(line.size), costs),
                   line.brief)
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
