// SPDX-License-Identifier: BSD-3-Clause
#include "measure/memory_nodes.hpp"

#include <charconv>
#include <fstream>
#include <optional>
#include <string>

namespace strobe::measure {
namespace {

constexpr int node_max = 4095;

std::optional<int> number_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (number < 0 || number > node_max) return std::nullopt;
  return number;
}

}  // namespace

std::vector<int> numbers_in_list(std::string_view list) {
  std::vector<int> numbers;
  while (!list.empty() && (list.back() == '\n' || list.back() == ' ')) list.remove_suffix(1);
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view part = list.substr(0, comma);
    const std::size_t dash = part.find('-');
    const std::optional<int> first = number_in(part.substr(0, dash));
    const std::optional<int> last =
        dash == std::string_view::npos ? first : number_in(part.substr(dash + 1));
    if (!first || !last) return {};
    for (int number = *first; number <= *last; ++number) numbers.push_back(number);
    list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
  }
  return numbers;
}

std::vector<int> memory_nodes(const std::filesystem::path& folder) {
  std::ifstream file(folder / "has_memory");
  std::string list;
  std::getline(file, list);
  std::vector<int> nodes = numbers_in_list(list);
  if (nodes.empty()) nodes.push_back(0);
  return nodes;
}

}  // namespace strobe::measure
