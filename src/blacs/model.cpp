// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/model.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/format.hpp"
#include "blacs/topologies.hpp"
#include "strobe/error.hpp"

namespace strobe::blacs {
namespace {

constexpr const char* variable = "STROBE_BLACS_MODEL";

constexpr std::pair<std::string_view, Choice> choices[] = {
    {"broadcast", Choice::broadcast},
    {"sum_on_all", Choice::sum_on_all},
    {"sum_on_one", Choice::sum_on_one},
};

/// Removes the next word from the start of the line and returns it; empty at the end.
std::string_view next_word(std::string_view& line) {
  constexpr std::string_view blanks = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(word.size());
  return word;
}

template <class Number>
Number number_of(std::string_view word, Number least) {
  Number number{};
  const char* const end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || rest != end || number < least) {
    throw Error(base::format("'{}' is not a number of {} or more", word, least));
  }
  return number;
}

Choice choice_of(std::string_view word) {
  for (const auto& [name, choice] : choices) {
    if (word == name) return choice;
  }
  throw Error(
      base::format("'{}' is not an operation; give broadcast, sum_on_all or sum_on_one", word));
}

Topology topology_of(std::string_view word, std::string_view count) {
  if (word == "machine" && count.empty()) return {};
  const bool has_count = word == "M" || word == "T";
  if (word.size() != 1 || std::string_view("IDSHFMT").find(word[0]) == std::string_view::npos ||
      has_count == count.empty()) {
    throw Error(base::format(
        "'{}{}{}' is not a topology; give machine, I, D, S, H, F, M with a number of rings, or "
        "T with a number of branches",
        word, count.empty() ? "" : " ", count));
  }
  if (word == "M") return Topology::multiring(number_of(count, 1));
  if (word == "T") return Topology::tree(number_of(count, 1));
  return Topology::of(static_cast<char>(word[0] - 'A' + 'a'));
}

/// FNV-1a, folded to fingerprint_bits.
std::uint64_t folded_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
  }
  hash ^= hash >> 32U;
  hash ^= hash >> 16U;
  return hash & ((std::uint64_t{1} << Model::fingerprint_bits) - 1);
}

}  // namespace

Model::Entry Model::entry_of(std::string_view line) {
  const Choice choice = choice_of(next_word(line));
  const int processes = number_of(next_word(line), 1);
  const std::size_t from_bytes = number_of(next_word(line), std::size_t{0});
  const std::string_view top = next_word(line);
  const std::string_view count = next_word(line);
  if (const std::string_view extra = next_word(line); !extra.empty()) {
    throw Error(base::format("unexpected word '{}' at the end", extra));
  }
  return {choice, processes, from_bytes, topology_of(top, count)};
}

Model Model::of(std::string_view text) {
  Model read;
  read.fingerprint_ = folded_hash(text);
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    const std::string_view content = whole.substr(0, whole.find('#'));
    if (std::string_view rest = content; next_word(rest).empty()) continue;
    try {
      read.entries_.push_back(entry_of(content));
    } catch (const Error& error) {
      throw Error(base::format("line {} ('{}'): {}", number, whole, error.what()));
    }
  }
  std::ranges::stable_sort(read.entries_, {}, [](const Entry& entry) {
    return std::tuple(entry.choice, entry.processes, entry.from_bytes);
  });
  return read;
}

Model Model::of_environment() {
  const char* const name = std::getenv(variable);
  if (name == nullptr || *name == '\0') return {};
  Model read;
  std::ifstream file(name, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) {
    read.problem_ = base::format("{} is '{}', but this file cannot be read", variable, name);
    return read;
  }
  try {
    read = of(text);
  } catch (const Error& error) {
    read.problem_ = base::format("{} is '{}', which is wrong in {}", variable, name, error.what());
  }
  return read;
}

Topology Model::topology(Choice choice, int processes, std::size_t size_bytes) const {
  if (entries_.empty()) return {};
  const auto above = std::ranges::upper_bound(
      entries_, std::tuple(choice, processes, size_bytes), {}, [](const Entry& entry) {
        return std::tuple(entry.choice, entry.processes, entry.from_bytes);
      });
  if (above == entries_.begin()) return {};
  const Entry& found = *std::prev(above);
  return found.choice == choice && found.processes == processes ? found.topology : Topology();
}

}  // namespace strobe::blacs
