// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/mmds_options.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <ranges>

#include "strobe/error.hpp"

namespace strobe::bcs::monitor {

namespace {

constexpr std::int32_t most_buckets = 1024;

/// The parts of `text` between separators, without empty ones.
std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// -1: this is no whole number from 0 on.
std::int32_t number_in(std::string_view text) {
  std::int32_t number = -1;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && rest == text.data() + text.size() ? number : -1;
}

[[noreturn]] void refuse(const std::string& sentence) {
  throw Error("STROBE_MONITOR: " + sentence);
}

std::size_t count_in(std::string_view name, std::string_view text) {
  const std::int32_t count = number_in(text);
  if (count < 0) {
    refuse(std::string(name) + " wants a number from 0 on, not '" + std::string(text) + "'");
  }
  return static_cast<std::size_t>(count);
}

int resolution_bits_of(std::string_view text) {
  const std::int32_t buckets = number_in(text);
  if (buckets < 1 || buckets > most_buckets ||
      !std::has_single_bit(static_cast<unsigned>(buckets))) {
    refuse("resolution wants a power of two from 1 to 1024, not '" + std::string(text) + "'");
  }
  return std::countr_zero(static_cast<unsigned>(buckets));
}

std::pair<std::int32_t, std::int32_t> range_of(std::string_view text) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  const std::int32_t first = number_in(text.substr(0, dash));
  const std::int32_t last = dash == text.size() ? first : number_in(text.substr(dash + 1));
  if (first < 0 || last < first) {
    refuse("ranks wants numbers and ranges as 0,4-7, not '" + std::string(text) + "'");
  }
  return {first, last};
}

void choose_primitives(std::string_view value, MmdsOptions& options) {
  options.all_primitives = value == "all";
  if (options.all_primitives || value == "none") return;
  for (const std::string_view name : split(value, ",")) {
    if (!name.starts_with("MPI_")) {
      refuse("primitives wants all, none, or names as MPI_Send,MPI_Recv, not '" +
             std::string(name) + "'");
    }
    options.primitives.emplace_back(name);
  }
}

}  // namespace

bool MmdsOptions::selects(std::string_view primitive) const {
  return all_primitives || std::ranges::find(primitives, primitive) != primitives.end();
}

bool MmdsOptions::watches(std::int32_t rank) const {
  if (is_off) return false;
  return ranks.empty() || std::ranges::any_of(ranks, [rank](const auto& range) {
           return range.first <= rank && rank <= range.second;
         });
}

MmdsOptions mmds_options(std::string_view words) {
  MmdsOptions options;
  for (const std::string_view word : split(words, " ")) {
    const std::size_t sign = std::min(word.find('='), word.size());
    const std::string_view name = word.substr(0, sign);
    const std::string_view value = sign == word.size() ? "" : word.substr(sign + 1);
    if (name == "resolution") {
      options.resolution_bits = resolution_bits_of(value);
    } else if (name == "primitives") {
      choose_primitives(value, options);
    } else if (name == "ranks") {
      for (const std::string_view part : split(value, ",")) options.ranks.push_back(range_of(part));
      if (options.ranks.empty()) refuse("ranks wants numbers and ranges as 0,4-7");
    } else if (name == "calls") {
      options.logged_calls = count_in(name, value);
    } else if (name == "slices") {
      options.slices = count_in(name, value);
    } else if (word == "off") {
      options.is_off = true;
    } else {
      refuse("there is no '" + std::string(word) +
             "'; there are resolution=, primitives=, ranks=, calls=, slices= and off");
    }
  }
  return options;
}

}  // namespace strobe::bcs::monitor
