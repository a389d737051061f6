// SPDX-License-Identifier: BSD-3-Clause
#include "measure/point.hpp"

#include <charconv>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

AxisValue parse_value(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code == std::errc{} && end == text.data() + text.size()) return number;
  return std::string(text);
}

template <class T>
const T& value_at(const Point& point, std::string_view axis) {
  const auto found = point.find(axis);
  if (found == point.end()) throw Error(base::format("the axis '{}' has no value", axis));
  const T* value = std::get_if<T>(&found->second);
  if (value == nullptr) {
    throw Error(base::format("the axis '{}' cannot be '{}'", axis, format_value(found->second)));
  }
  return *value;
}

}  // namespace

std::string format_value(const AxisValue& value) {
  return std::visit([](const auto& held) { return base::format("{}", held); }, value);
}

std::string cell_key(std::string_view kernel, const Point& point) {
  std::string key(kernel);
  for (const auto& [axis, value] : point) key += base::format(" {}={}", axis, format_value(value));
  return key;
}

ParsedKey parse_cell_key(std::string_view key) {
  ParsedKey parsed;
  const std::string_view whole = key;
  const auto refuse = [whole] { return Error(base::format("'{}' is not a cell", whole)); };
  const auto take_word = [&key] {
    const std::size_t length = std::min(key.find(' '), key.size());
    const std::string_view word = key.substr(0, length);
    key.remove_prefix(std::min(length + 1, key.size()));
    return word;
  };
  parsed.kernel = take_word();
  while (!key.empty()) {
    const std::string_view word = take_word();
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) throw refuse();
    parsed.point[std::string(word.substr(0, equals))] = parse_value(word.substr(equals + 1));
  }
  // A key that is not in canonical form belongs to no cell.
  if (parsed.kernel.empty() || cell_key(parsed.kernel, parsed.point) != whole) throw refuse();
  return parsed;
}

std::int64_t number_at(const Point& point, std::string_view axis) {
  return value_at<std::int64_t>(point, axis);
}

const std::string& word_at(const Point& point, std::string_view axis) {
  return value_at<std::string>(point, axis);
}

}  // namespace strobe::measure
