// SPDX-License-Identifier: BSD-3-Clause
//
// A point of a kernel's axes, and the key by which every record names it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace strobe::measure {

using AxisValue = std::variant<std::int64_t, std::string>;

/// Axis name to value; the order of the map makes the key unique.
using Point = std::map<std::string, AxisValue, std::less<>>;

[[nodiscard]] std::string format_value(const AxisValue& value);

/// "echo reply=fresh size_bytes=1024".
[[nodiscard]] std::string cell_key(std::string_view kernel, const Point& point);

/// The kernel's name and the point of a key that cell_key made. Throws strobe::Error for any other
/// text.
struct ParsedKey {
  std::string kernel;
  Point point;
};
[[nodiscard]] ParsedKey parse_cell_key(std::string_view key);

/// A number of the point; throws strobe::Error if the axis is absent or its value is a word.
[[nodiscard]] std::int64_t number_at(const Point& point, std::string_view axis);

/// A word of the point; throws strobe::Error if the axis is absent or its value is a number.
[[nodiscard]] const std::string& word_at(const Point& point, std::string_view axis);

}  // namespace strobe::measure
