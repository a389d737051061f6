// SPDX-License-Identifier: BSD-3-Clause
//
// Wrappers of fmt that are compiled once. We use fmt as headers only (see
// cmake/dependencies.cmake); each source file that calls fmt::format itself compiles three seconds
// longer, or nine with a sanitizer.
#pragma once

#include <fmt/format.h>

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
