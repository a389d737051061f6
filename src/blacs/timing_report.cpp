// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/timing_report.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/warning.hpp"

namespace strobe::blacs {
namespace {

/// The minimum, mean and maximum of a number over the processes, as the table shows them.
template <class Number>
[[nodiscard]] std::string summary(const std::vector<CallTotals>& processes, Number number) {
  double least = number(processes.front());
  double most = least;
  double sum = 0;
  for (const CallTotals& each : processes) {
    const double value = number(each);
    least = std::min(least, value);
    most = std::max(most, value);
    sum += value;
  }
  return base::format("{:>11.6g} {:>11.6g} {:>11.6g}", least,
                      sum / static_cast<double>(processes.size()), most);
}

[[nodiscard]] std::string scope_name(char scope) {
  switch (scope) {
    case 'r':
      return "\"row\"";
    case 'c':
      return "\"column\"";
    case 'a':
      return "\"all\"";
    default:
      return "null";
  }
}

/// Writes to STROBE_BLACS_TIMING_FILE, or to stderr if it is not set.
void write(const std::string& text) {
  const char* const name = std::getenv("STROBE_BLACS_TIMING_FILE");
  std::FILE* const file = name != nullptr ? std::fopen(name, "w") : nullptr;
  if (name != nullptr && file == nullptr) {
    print_warning(
        base::format("STROBE_BLACS_TIMING_FILE is '{}', but this file cannot be written; the "
                     "report follows here",
                     name));
  }
  std::fputs(text.c_str(), file != nullptr ? file : stderr);
  if (file != nullptr) std::fclose(file);
}

}  // namespace

std::string table_of(const std::vector<CallStatistics::Map>& processes) {
  std::set<std::string> routines;
  std::size_t width = 16;
  for (const CallStatistics::Map& map : processes) {
    for (const auto& [kind, totals] : map) {
      routines.insert(kind.routine);
      width = std::max(width, kind.routine.size());
    }
  }
  std::string text = base::format(
      "BLACS calls of {} processes: minimum, mean and maximum over the processes\n{:<{}} {:>35} "
      "{:>35} {:>35} "
      "{:>35} {:>35}\n",
      processes.size(), "routine", width, "calls", "time_s", "of which waiting_s", "messages sent",
      "bytes sent");
  for (const std::string& routine : routines) {
    std::vector<CallTotals> statistics(processes.size());
    for (std::size_t i = 0; i < processes.size(); ++i) {
      for (const auto& [kind, totals] : processes[i]) {
        if (kind.routine == routine) statistics[i].add(totals);
      }
    }
    text += base::format(
        "{:<{}} {} {} {} {} {}\n", routine, width,
        summary(statistics, [](const CallTotals& each) { return static_cast<double>(each.calls); }),
        summary(statistics, [](const CallTotals& each) { return each.total_s; }),
        summary(statistics, [](const CallTotals& each) { return each.waiting_s; }),
        summary(statistics,
                [](const CallTotals& each) { return static_cast<double>(each.messages); }),
        summary(statistics,
                [](const CallTotals& each) { return static_cast<double>(each.size_bytes); }));
  }
  return text;
}

std::string json_lines_of(int process, const CallStatistics::Map& statistics) {
  std::string text;
  for (const auto& [kind, totals] : statistics) {
    const bool has_top = kind.scope != ' ' && kind.routine.find("barrier") == std::string::npos;
    text += base::format(
        R"({{"process": {}, "routine": "{}", "scope": {}, "top": {}, "elements_to": {}, )"
        R"("calls": {}, "total_s": {:.9g}, "waiting_s": {:.9g}, "messages": {}, "size_bytes": {}}})"
        "\n",
        process, kind.routine, scope_name(kind.scope),
        has_top ? base::format("\"{}\"", kind.top) : "null", kind.elements, totals.calls,
        totals.total_s, totals.waiting_s, totals.messages, totals.size_bytes);
  }
  return text;
}

std::string packed(const CallStatistics::Map& statistics) {
  std::string text;
  for (const auto& [kind, totals] : statistics) {
    text += base::format("{} {} {} {} {} {} {} {} {}\n", kind.routine, static_cast<int>(kind.scope),
                         static_cast<int>(kind.top), kind.elements, totals.calls, totals.total_s,
                         totals.waiting_s, totals.messages, totals.size_bytes);
  }
  return text;
}

CallStatistics::Map unpacked(const std::string& text) {
  CallStatistics::Map statistics;
  std::istringstream in(text);
  CallKind kind;
  CallTotals totals;
  int scope = 0;
  int top = 0;
  while (in >> kind.routine >> scope >> top >> kind.elements >> totals.calls >> totals.total_s >>
         totals.waiting_s >> totals.messages >> totals.size_bytes) {
    kind.scope = static_cast<char>(scope);
    kind.top = static_cast<char>(top);
    statistics[kind] = totals;
  }
  return statistics;
}

void write_timing(const std::vector<CallStatistics::Map>& processes, int first) {
  if (levels.timing == 1) return write(table_of(processes));
  std::string lines;
  for (std::size_t i = 0; i < processes.size(); ++i) {
    lines += json_lines_of(first + static_cast<int>(i), processes[i]);
  }
  std::fputs(table_of(processes).c_str(), stderr);
  write(lines);
}

}  // namespace strobe::blacs
