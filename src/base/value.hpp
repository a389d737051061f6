// SPDX-License-Identifier: BSD-3-Clause
//
// Values of options and environment variables: read from a text, or refused with one sentence.
// The sentences are those of python/strobe/options; codegen/options.py gives `wanted`.
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "strobe/error.hpp"

namespace strobe::base {

/// A kind of value: what it accepts, in words, and the limits of a number.
template <class Number>
struct Wanted {
  std::string_view words;  ///< as they follow "must be"
  Number least = std::numeric_limits<Number>::lowest();
  Number most = std::numeric_limits<Number>::max();
  bool is_above = false;  ///< whether `least` itself is refused
};

/// "--nodes must be a whole number of at least 1, not '0'".
[[nodiscard]] inline Error wrong_value(std::string_view name, std::string_view wanted,
                                       std::string_view text) {
  std::string sentence(name);
  sentence.append(" must be ").append(wanted).append(", not '").append(text).append("'");
  return Error(sentence);
}

/// A whole number, or one with a fraction. Throws Error for anything else.
template <class Number>
[[nodiscard]] Number number_in(std::string_view name, std::string_view text,
                               const Wanted<Number>& wanted) {
  const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
  Number number{};
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, number);
  // Infinity is beyond `most`, and a number that is none is below nothing.
  const bool is_within = number >= wanted.least && number <= wanted.most &&
                         !(wanted.is_above && number == wanted.least);
  if (error != std::errc() || rest != end || !is_within) {
    throw wrong_value(name, wanted.words, text);
  }
  return number;
}

/// One of some words. Throws Error for any other.
[[nodiscard]] inline std::string word_in(std::string_view name, std::string_view text,
                                         std::string_view wanted,
                                         std::initializer_list<std::string_view> words) {
  if (std::ranges::find(words, text) == words.end()) throw wrong_value(name, wanted, text);
  return std::string(text);
}

/// The parts of `text` between separators, without empty ones.
[[nodiscard]] inline std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// Some of these words with a comma between them. Throws Error for any other text.
[[nodiscard]] inline std::string words_in(std::string_view name, std::string_view text,
                                          std::string_view wanted,
                                          std::initializer_list<std::string_view> words) {
  for (const std::string_view part : parts_of(text, ',')) {
    if (std::ranges::find(words, part) == words.end()) throw wrong_value(name, wanted, text);
  }
  return std::string(text);
}

/// A power of two. Throws Error for any other number.
[[nodiscard]] inline std::int32_t power_in(std::string_view name, std::string_view text,
                                           const Wanted<std::int32_t>& wanted) {
  const std::int32_t number = number_in(name, text, wanted);
  if (!std::has_single_bit(static_cast<std::uint32_t>(number))) {
    throw wrong_value(name, wanted.words, text);
  }
  return number;
}

/// Names that begin with `prefix` with a comma between them, or one of `words`.
[[nodiscard]] inline std::string names_in(std::string_view name, std::string_view text,
                                          std::string_view wanted, std::string_view prefix,
                                          std::initializer_list<std::string_view> words) {
  const std::vector<std::string_view> names = parts_of(text, ',');
  const bool are_names =
      !names.empty() && std::ranges::all_of(names, [prefix](std::string_view one) {
        return one.starts_with(prefix);
      });
  if (!are_names && std::ranges::find(words, text) == words.end()) {
    throw wrong_value(name, wanted, text);
  }
  return std::string(text);
}

/// The first and the last number of each range in a text such as 0,4-7.
[[nodiscard]] inline std::vector<std::pair<std::int32_t, std::int32_t>> ranges_in(
    std::string_view name, std::string_view text, std::string_view wanted) {
  std::vector<std::pair<std::int32_t, std::int32_t>> ranges;
  try {
    for (const std::string_view part : parts_of(text, ',')) {
      const std::size_t dash = std::min(part.find('-'), part.size());
      const Wanted<std::int32_t> from_0{.words = wanted, .least = 0};
      const std::int32_t first = number_in(name, part.substr(0, dash), from_0);
      const std::int32_t last =
          dash == part.size() ? first
                              : number_in(name, part.substr(dash + 1),
                                          Wanted<std::int32_t>{.words = wanted, .least = first});
      ranges.emplace_back(first, last);
    }
  } catch (const Error&) {
    throw wrong_value(name, wanted, text);
  }
  if (ranges.empty()) throw wrong_value(name, wanted, text);
  return ranges;
}

}  // namespace strobe::base
