// SPDX-License-Identifier: BSD-3-Clause
//
// Text, formatted by fmt. What does it is compiled once, in format.cpp; others read only fmt's
// declarations, so that a source file compiles a second faster than with all of fmt, and three
// seconds faster than if it called fmt::format.
#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <string>

namespace strobe::base {

[[nodiscard]] std::string format_arguments(fmt::string_view text, fmt::format_args arguments);
void print_arguments(std::FILE* file, fmt::string_view text, fmt::format_args arguments);

/// Like fmt::format: the format string is checked at compile time.
template <typename... T>
[[nodiscard]] std::string format(fmt::format_string<T...> text, T&&... arguments) {
  return format_arguments(text, fmt::make_format_args(arguments...));
}

/// Like fmt::print, but with one call of the C library.
template <typename... T>
void print(std::FILE* file, fmt::format_string<T...> text, T&&... arguments) {
  print_arguments(file, text, fmt::make_format_args(arguments...));
}

}  // namespace strobe::base
