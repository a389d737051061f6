// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/levels.hpp"

#include <cmath>
#include <cstdlib>
#include <string_view>

#include "base/format.hpp"

namespace strobe::blacs {
namespace {

constexpr const char* debug_variable = "STROBE_BLACS_DEBUG";
constexpr const char* timing_variable = "STROBE_BLACS_TIMING";
constexpr const char* hang_variable = "STROBE_BLACS_HANG_S";

void read_level(const char* variable, const char* text, int highest, Levels& levels, int& level) {
  if (text == nullptr) return;
  const std::string_view value = text;
  if (value.size() != 1 || value[0] < '0' || value[0] > '0' + highest) {
    levels.problem = base::format("{} is '{}'; set it to 0 to {}", variable, value, highest);
    return;
  }
  level = value[0] - '0';
}

void read_hang(const char* text, Levels& levels) {
  if (text == nullptr) return;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (end == text || *end != '\0' || !std::isfinite(seconds) || seconds <= 0) {
    levels.problem =
        base::format("{} is '{}'; set it to a number of seconds above 0", hang_variable, text);
    return;
  }
  levels.hang_s = seconds;
}

}  // namespace

Levels Levels::of(const char* debug, const char* timing, const char* hang_s) {
  Levels read;
  read_level(debug_variable, debug, 3, read, read.debug);
  read_level(timing_variable, timing, 2, read, read.timing);
  read_hang(hang_s, read);
  read.are_on = read.debug > 0 || read.timing > 0;
  return read;
}

Levels Levels::of_environment() {
  return of(std::getenv(debug_variable), std::getenv(timing_variable), std::getenv(hang_variable));
}

}  // namespace strobe::blacs
