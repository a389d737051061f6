// SPDX-License-Identifier: BSD-3-Clause
//
// Prints a communication pattern as JSON: who sends what to whom in which step, and when, if a
// message takes so long. `strobe schedule` draws it.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <release.hpp>
#include <string>
#include <vector>

#include "schedule/catalogue.hpp"
#include "strobe/error.hpp"

namespace {

using namespace strobe;
using nlohmann::json;

/// Microseconds, and microseconds a byte where there is a second number.
schedule::LinearCost line_of(const std::vector<double>& numbers_us) {
  return {.start_s = numbers_us.empty() ? 0.0 : 1e-6 * numbers_us[0],
          .per_byte_s = numbers_us.size() < 2 ? 0.0 : 1e-6 * numbers_us[1]};
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

}  // namespace

int main(int argc, char** argv) {
  using schedule::Collective;
  CLI::App app("Prints a communication pattern as JSON; `strobe schedule` draws it.",
               "strobe-schedule");
  app.set_version_flag("--version", "strobe-schedule " + std::string(release::version));
  std::string pattern;
  schedule::PatternOptions options;
  double message_bytes = 0.0;
  std::vector<double> send_us;
  std::vector<double> complete_us;
  std::vector<double> operate_us;
  std::vector<double> times_us;
  bool lists = false;
  bool brief = false;
  app.add_option("pattern", pattern, "its name");
  app.add_flag("--list", lists, "the patterns that there are");
  app.add_flag("--brief", brief, "the number of messages and of steps instead of each message");
  app.add_option("--ranks", options.ranks, "processes")->capture_default_str();
  app.add_option("--root", options.root, "from whom data come, or to whom they go")
      ->capture_default_str();
  app.add_option("--branches", options.branches, "of a tree, or rings of a multiring")
      ->capture_default_str();
  app.add_option("--segments", options.segments, "parts that a message is cut into")
      ->capture_default_str();
  app.add_option("--repetitions", options.repetitions, "how often, one after the other")
      ->capture_default_str();
  app.add_option("--way", options.collective, "of a topology: spread, combine or combine-on-all")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Collective>{{"spread", Collective::broadcast},
                                            {"combine", Collective::reduce},
                                            {"combine-on-all", Collective::reduce_and_broadcast}}));
  app.add_option("--size", message_bytes, "bytes of the message")->check(CLI::NonNegativeNumber);
  const auto add_time = [&](const char* name, std::vector<double>& into, const char* what) {
    app.add_option(name, into, what)->expected(1, 2)->delimiter(',')->type_name("US[,US/BYTE]");
  };
  add_time("--t-s", send_us, "T_s: after it the sender may go on");
  add_time("--t-c", complete_us, "T_c: from the begin of a send to the end of its receive");
  add_time("--t-o", operate_us, "T_o: to combine two messages");
  app.add_option("--times", times_us,
                 "only when each rank is done, for one T_s,T_c,T_o after the other")
      ->delimiter(',')
      ->type_name("US,US,US ...");
  CLI11_PARSE(app, argc, argv);
  try {
    if (lists) {
      std::puts(listing().dump().c_str());
      return 0;
    }
    if (!times_us.empty()) {
      std::puts(finished(pattern, options, times_us).dump().c_str());
      return 0;
    }
    const schedule::Costs costs{.send = line_of(send_us),
                                .complete = line_of(complete_us),
                                .copy = {},
                                .operate = line_of(operate_us)};
    const schedule::Diagram diagram = schedule::diagram_of(pattern, options, message_bytes, costs);
    std::puts(described(diagram, brief).dump().c_str());
    return 0;
  } catch (const Error& error) {
    std::fprintf(stderr, "strobe-schedule: %s\n", error.what());
    return 2;
  }
}
