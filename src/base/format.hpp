// SPDX-License-Identifier: BSD-3-Clause
//
// fmt's formatting with its machinery compiled once. Taken as headers, as we take it (see
// cmake/dependencies.cmake), fmt::format costs every source file that calls it three seconds, and
// nine under a sanitizer.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace strobe::base {

[[nodiscard]] std::string format_arguments(fmt::string_view text, fmt::format_args arguments);
void print_arguments(std::FILE* file, fmt::string_view text, fmt::format_args arguments);

/// As fmt::format, whose texts are checked at compile time.
template <typename... T>
[[nodiscard]] std::string format(fmt::format_string<T...> text, T&&... arguments) {
  return format_arguments(text, fmt::make_format_args(arguments...));
}

/// As fmt::print, in one call of the C library.
template <typename... T>
void print(std::FILE* file, fmt::format_string<T...> text, T&&... arguments) {
  print_arguments(file, text, fmt::make_format_args(arguments...));
}

}  // namespace strobe::base
