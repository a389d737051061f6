// SPDX-License-Identifier: BSD-3-Clause
#include "base/size.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::base {
namespace {

constexpr std::array<std::pair<std::string_view, double>, 7> suffixes{{{"", 1.0},
                                                                       {"k", 1e3},
                                                                       {"M", 1e6},
                                                                       {"G", 1e9},
                                                                       {"Ki", 1024.0},
                                                                       {"Mi", 1048576.0},
                                                                       {"Gi", 1073741824.0}}};

}  // namespace

std::int64_t parse_size_bytes(std::string_view text) {
  const auto refuse = [&] {
    return Error(
        base::format("'{}' is not a size: write bytes as 0, 8, 1Ki, 64Ki, 4Mi or 1Gi", text));
  };
  std::string_view suffix = text;
  double number = 0.0;
  const auto [end, code] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (code != std::errc{}) throw refuse();
  suffix.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (suffix.ends_with('B')) suffix.remove_suffix(1);
  for (const auto& [name, factor] : suffixes) {
    if (suffix != name) continue;
    const double size = std::round(number * factor);
    // Dividing the rounded size by the factor gives the number back exactly; sizes below 2^53 are
    // exact.
    if (!(size >= 0.0 && size < 0x1p53) || size / factor != number) throw refuse();
    return static_cast<std::int64_t>(size);
  }
  throw refuse();
}

std::string format_size(std::int64_t size_bytes) {
  constexpr std::array<std::pair<int, std::string_view>, 3> units{
      {{30, "Gi"}, {20, "Mi"}, {10, "Ki"}}};
  for (const auto& [shift, name] : units) {
    const std::int64_t unit = std::int64_t{1} << shift;
    if (size_bytes >= unit && size_bytes % unit == 0) {
      return base::format("{}{}", size_bytes / unit, name);
    }
  }
  return base::format("{}", size_bytes);
}

}  // namespace strobe::base
