// SPDX-License-Identifier: BSD-3-Clause
//
// A time that grows with the size of a message, as a value of an option: START, or START,SLOPE.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "base/format.hpp"
#include "schedule/cost.hpp"
#include "strobe/error.hpp"

namespace strobe::command_line {

namespace detail {

inline std::optional<double> finite_number(std::string_view text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

/// The bytes to which a slope is related: "", "/byte" or "/double".
inline std::optional<double> bytes_of(std::string_view unit) {
  if (unit.empty() || unit == "/byte") return 1.0;
  if (unit == "/double") return sizeof(double);
  return std::nullopt;
}

}  // namespace detail

/// Microseconds, and microseconds a byte or a double. The start may be negative, as three fits of
/// LAPACK Working Note 73 are. Returns `other` for an empty text. Throws strobe::Error.
inline std::optional<schedule::LinearCost> line(std::string_view option, std::string_view text,
                                                std::optional<schedule::LinearCost> other) {
  if (text.empty()) return other;
  constexpr double us = 1e-6;
  const std::size_t comma = std::min(text.find(','), text.size());
  const std::optional<double> start = detail::finite_number(text.substr(0, comma));
  std::optional<double> slope = 0.0;
  if (comma < text.size()) {
    const std::string_view second = text.substr(comma + 1);
    const std::size_t slash = std::min(second.find('/'), second.size());
    slope = detail::finite_number(second.substr(0, slash));
    const std::optional<double> bytes = detail::bytes_of(second.substr(slash));
    slope = slope && bytes ? std::optional(*slope / *bytes) : std::nullopt;
  }
  if (!start || !slope || *slope < 0.0) {
    throw Error(base::format(
        "{} must be START or START,SLOPE in microseconds, with SLOPE per byte (10,0.001) or per "
        "double (-159,1.4787/double), not '{}'",
        option, text));
  }
  return schedule::LinearCost{.start_s = us * *start, .per_byte_s = us * *slope};
}

}  // namespace strobe::command_line
