// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/timing_report.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/remark.hpp"

namespace strobe::blacs {
namespace {

/// The number of each process, as the table shows it.
template <class Number>
[[nodiscard]] std::string spread(const std::vector<Tally>& processes, Number number) {
  double least = number(processes.front());
  double most = least;
  double sum = 0;
  for (const Tally& each : processes) {
    const double here = number(each);
    least = std::min(least, here);
    most = std::max(most, here);
    sum += here;
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

/// To the file that the user wants, or to stderr.
void write(const std::string& text) {
  const char* const name = std::getenv("STROBE_BLACS_TIMING_FILE");
  std::FILE* const file = name != nullptr ? std::fopen(name, "w") : nullptr;
  if (name != nullptr && file == nullptr) {
    remark(base::format("STROBE_BLACS_TIMING_FILE is '{}', which cannot be written", name));
  }
  std::fputs(text.c_str(), file != nullptr ? file : stderr);
  if (file != nullptr) std::fclose(file);
}

}  // namespace

std::string table_of(const std::vector<Tallies::Map>& processes) {
  std::set<std::string> routines;
  std::size_t width = 16;
  for (const Tallies::Map& map : processes) {
    for (const auto& [kind, tally] : map) {
      routines.insert(kind.routine);
      width = std::max(width, kind.routine.size());
    }
  }
  std::string text = base::format(
      "The BLACS of {} processes: smallest, mean and largest of them\n{:<{}} {:>35} {:>35} {:>35} "
      "{:>35} {:>35}\n",
      processes.size(), "routine", width, "calls", "time_s", "waiting_s of it", "messages sent",
      "bytes sent");
  for (const std::string& routine : routines) {
    std::vector<Tally> tallies(processes.size());
    for (std::size_t i = 0; i < processes.size(); ++i) {
      for (const auto& [kind, tally] : processes[i]) {
        if (kind.routine == routine) tallies[i].add(tally);
      }
    }
    text += base::format(
        "{:<{}} {} {} {} {} {}\n", routine, width,
        spread(tallies, [](const Tally& each) { return static_cast<double>(each.calls); }),
        spread(tallies, [](const Tally& each) { return each.total_s; }),
        spread(tallies, [](const Tally& each) { return each.waiting_s; }),
        spread(tallies, [](const Tally& each) { return static_cast<double>(each.messages); }),
        spread(tallies, [](const Tally& each) { return static_cast<double>(each.size_bytes); }));
  }
  return text;
}

std::string json_lines_of(int process, const Tallies::Map& tallies) {
  std::string text;
  for (const auto& [kind, tally] : tallies) {
    const bool has_top = kind.scope != ' ' && kind.routine.find("barrier") == std::string::npos;
    text += base::format(
        R"({{"process": {}, "routine": "{}", "scope": {}, "top": {}, "elements_to": {}, )"
        R"("calls": {}, "total_s": {:.9g}, "waiting_s": {:.9g}, "messages": {}, "size_bytes": {}}})"
        "\n",
        process, kind.routine, scope_name(kind.scope),
        has_top ? base::format("\"{}\"", kind.top) : "null", kind.elements, tally.calls,
        tally.total_s, tally.waiting_s, tally.messages, tally.size_bytes);
  }
  return text;
}

std::string packed(const Tallies::Map& tallies) {
  std::string text;
  for (const auto& [kind, tally] : tallies) {
    text += base::format("{} {} {} {} {} {} {} {} {}\n", kind.routine, static_cast<int>(kind.scope),
                         static_cast<int>(kind.top), kind.elements, tally.calls, tally.total_s,
                         tally.waiting_s, tally.messages, tally.size_bytes);
  }
  return text;
}

Tallies::Map unpacked(const std::string& text) {
  Tallies::Map tallies;
  std::istringstream in(text);
  CallKind kind;
  Tally tally;
  int scope = 0;
  int top = 0;
  while (in >> kind.routine >> scope >> top >> kind.elements >> tally.calls >> tally.total_s >>
         tally.waiting_s >> tally.messages >> tally.size_bytes) {
    kind.scope = static_cast<char>(scope);
    kind.top = static_cast<char>(top);
    tallies[kind] = tally;
  }
  return tallies;
}

void write_timing(const std::vector<Tallies::Map>& processes, int first) {
  if (levels.timing == 1) return write(table_of(processes));
  std::string lines;
  for (std::size_t i = 0; i < processes.size(); ++i) {
    lines += json_lines_of(first + static_cast<int>(i), processes[i]);
  }
  std::fputs(table_of(processes).c_str(), stderr);
  write(lines);
}

}  // namespace strobe::blacs
