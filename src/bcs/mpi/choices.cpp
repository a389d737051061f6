// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/choices.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <string_view>
#include <utility>

#include "base/format.hpp"
#include "base/value.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

namespace {

base::Wanted<runtime::Rank> rank_of(runtime::Rank ranks) {
  return {.words = "ranks of the job", .least = 0, .most = ranks - 1};
}

std::vector<int> positions_in(const std::string& where, std::string_view list) {
  std::vector<int> positions;
  for (const std::string_view word : base::parts_of(list, ',')) {
    const int least = positions.empty() ? 0 : positions.back() + 1;
    positions.push_back(base::number_in(
        where, word,
        base::Wanted<int>{.words = "ascending positions of requests", .least = least}));
  }
  return positions;
}

std::uint32_t operation_in(const std::string& where, std::string_view word) {
  return base::number_in(where, word,
                         base::Wanted<std::uint32_t>{.words = "a number of an operation"});
}

std::vector<runtime::AccessName> names_in(const std::string& where, std::string_view list,
                                          runtime::Rank ranks) {
  std::vector<runtime::AccessName> names;
  for (const std::string_view word : base::parts_of(list, ',')) {
    const std::vector<std::string_view> parts = base::parts_of(word, '.');
    if (parts.size() != 2)
      throw Error(base::format("{} must name operations as RANK.OPERATION, not '{}'", where, word));
    names.push_back(
        {base::number_in(where, parts[0], rank_of(ranks)), operation_in(where, parts[1])});
  }
  return names;
}

Choice choice_in(const std::string& where, std::string_view word, runtime::Rank ranks) {
  constexpr std::string_view after = "after(";
  constexpr std::string_view thread = "thread(";
  if (word == "none") return {};
  if (word.starts_with(thread) && word.ends_with(')')) {
    const std::string_view number = word.substr(thread.size(), word.size() - thread.size() - 1);
    return {.requests = {},
            .after = {},
            .thread = base::number_in(
                where, number, base::Wanted<int>{.words = "a number of a thread", .least = 0})};
  }
  if (word.starts_with(after) && word.ends_with(')')) {
    const std::string_view list = word.substr(after.size(), word.size() - after.size() - 1);
    return {.requests = {}, .after = names_in(where, list, ranks), .thread = {}};
  }
  if (word.starts_with('[') && word.ends_with(']'))
    return {.requests = positions_in(where, word.substr(1, word.size() - 2)),
            .after = {},
            .thread = {}};
  return {.source = base::number_in(where, word, rank_of(ranks)),
          .requests = {},
          .after = {},
          .thread = {}};
}

}  // namespace

Choices::Choices(const std::string& path, runtime::Rank rank, runtime::Rank ranks)
    : are_given_(true) {
  std::ifstream file(path);
  if (!file) throw Error(base::format("cannot read the choices in {}", path));
  std::set<runtime::Rank> choosing;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::vector<std::string_view> words = base::parts_of(line, ' ');
    const std::string where = base::format("line {} of {}", number, path);
    if (words.size() != 3)
      throw Error(base::format("{} must be 'RANK OPERATION ANSWER', not '{}'", where, line));
    const runtime::Rank own = base::number_in(where, words[0], rank_of(ranks));
    const std::uint32_t operation = operation_in(where, words[1]);
    Choice choice = choice_in(where, words[2], ranks);
    choosing.insert(own);
    if (own != rank) continue;
    choices_[operation] = std::move(choice);
    last_ = std::max(last_, operation);
  }
  choosing_ranks_ = static_cast<int>(choosing.size());
}

}  // namespace strobe::bcs::mpi
