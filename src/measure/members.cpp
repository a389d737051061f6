// SPDX-License-Identifier: BSD-3-Clause
#include "measure/members.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

/// `first` and its doubles, up to `last`.
std::vector<AxisValue> doubling(std::int64_t first, std::int64_t last) {
  std::vector<AxisValue> counts;
  for (std::int64_t count = first; count < last; count *= 2) counts.emplace_back(count);
  counts.emplace_back(last);
  return counts;
}

/// The ranks, libraries or numbers of ranks or threads that `word` stands for; nothing if the word
/// has no such meaning.
std::optional<std::vector<AxisValue>> meaning(const std::string& word, const AxisInfo& info,
                                              const Machine& machine) {
  std::vector<AxisValue> possible;
  if (info.kind == AxisKind::library) {
    if (word != every_word && word != every_vendor) return std::nullopt;
    for (const std::string& library : machine.libraries()) {
      if (word == every_word || library != reference_library) possible.emplace_back(library);
    }
    return possible;
  }
  if (info.kind == AxisKind::rank_count || info.kind == AxisKind::thread_count) {
    const bool counts_ranks = info.kind == AxisKind::rank_count;
    const std::int64_t last = counts_ranks ? machine.ranks() : machine.processors();
    if (word == every_word) return std::vector<AxisValue>{last};
    if (word != "doubling") return std::nullopt;
    return doubling(counts_ranks ? 2 : 1, last);
  }
  if (info.kind == AxisKind::cpu_node || info.kind == AxisKind::memory_node) {
    if (word != every_word) return std::nullopt;
    const std::vector<int> nodes =
        info.kind == AxisKind::cpu_node ? machine.cpu_nodes() : machine.memory_nodes();
    // Without a known node, the kernel says what is missing.
    if (nodes.empty()) return std::vector<AxisValue>{std::int64_t{0}};
    std::vector<AxisValue> values;
    for (const int node : nodes) values.emplace_back(std::int64_t{node});
    return values;
  }
  if (info.kind == AxisKind::node_rank_count) {
    if (word != every_word) return std::nullopt;
    return std::vector<AxisValue>{std::int64_t{machine.fewest_ranks_on_a_cpu_node()}};
  }
  if (word == "levels") {
    for (const int partner : machine.partners(0)) possible.emplace_back(std::int64_t{partner});
    return possible;
  }
  if (word != every_word) return std::nullopt;
  for (std::int64_t rank = info.minimum; rank < machine.ranks(); ++rank)
    possible.emplace_back(rank);
  return possible;
}

/// `ranks` ranks from `first` on, where `ranks` is the value of the axis.
std::vector<int> ranks_from(int first, const Point& point, const Machine& machine) {
  const auto ranks = static_cast<int>(number_at(point, "ranks"));
  require_ranks(first + ranks, machine);
  std::vector<int> members(static_cast<std::size_t>(ranks));
  std::iota(members.begin(), members.end(), first);
  return members;
}

}  // namespace

void require_ranks(int wanted, const Machine& machine) {
  if (wanted <= machine.ranks()) return;
  throw Error(base::format("it needs {} processes, and this run has {}", wanted, machine.ranks()));
}

void require_one_node(std::span<const int> members, const Machine& machine) {
  for (const int member : members) {
    if (machine.share_node(members.front(), member)) continue;
    throw Error(base::format(
        "processes {} and {} are on different nodes, but it needs processes of one node",
        members.front(), member));
  }
}

std::vector<int> only_first(const Point& /*point*/, const Machine& /*machine*/) { return {0}; }

AxisInfo partner_axis() {
  return {
      .name = "partner", .choices = {}, .default_value = 1, .minimum = 1, .kind = AxisKind::rank};
}

std::vector<int> pair_with_first(const Point& point, const Machine& machine) {
  const auto partner = static_cast<int>(number_at(point, "partner"));
  require_ranks(partner + 1, machine);
  return {0, partner};
}

std::vector<AxisInfo> pair_axes() {
  return {{.name = "first", .choices = {}, .kind = AxisKind::rank}, partner_axis()};
}

std::vector<int> any_pair(const Point& point, const Machine& machine) {
  const auto first = static_cast<int>(number_at(point, "first"));
  const auto partner = static_cast<int>(number_at(point, "partner"));
  if (first == partner) {
    throw Error(base::format("first and partner are both {}: choose two different ranks", first));
  }
  if (first > partner) {
    throw Error(base::format("first must be smaller than partner: choose first={} partner={}",
                             partner, first));
  }
  require_ranks(partner + 1, machine);
  return {first, partner};
}

AxisInfo ranks_axis() {
  return {.name = "ranks", .choices = {}, .minimum = 1, .kind = AxisKind::rank_count};
}

std::vector<int> first_ranks(const Point& point, const Machine& machine) {
  return ranks_from(0, point, machine);
}

std::vector<AxisInfo> concurrent_axes() {
  AxisInfo ranks = ranks_axis();
  ranks.default_value = 1;
  return {std::move(ranks), {.name = "first", .choices = {}, .kind = AxisKind::rank}};
}

std::vector<int> concurrent_ranks(const Point& point, const Machine& machine) {
  return ranks_from(static_cast<int>(number_at(point, "first")), point, machine);
}

AxisSpec on_machine(AxisSpec spec, const AxisInfo& info, const Machine& machine) {
  if (info.kind == AxisKind::quantity) return spec;
  AxisSpec resolved{.values = {}, .range = spec.range, .refine = spec.refine};
  for (const AxisValue& value : spec.values) {
    const auto* word = std::get_if<std::string>(&value);
    const auto meant = word == nullptr ? std::nullopt : meaning(*word, info, machine);
    if (!meant) {
      resolved.values.push_back(value);
    } else {
      resolved.values.insert(resolved.values.end(), meant->begin(), meant->end());
    }
  }
  const bool counts = info.kind == AxisKind::rank_count || info.kind == AxisKind::rank ||
                      info.kind == AxisKind::thread_count;
  if (resolved.range && counts) {
    const std::int64_t last = info.kind == AxisKind::rank_count     ? machine.ranks()
                              : info.kind == AxisKind::thread_count ? machine.processors()
                                                                    : machine.ranks() - 1;
    resolved.range->to = std::max(resolved.range->from, std::min(resolved.range->to, last));
  }
  return resolved;
}

}  // namespace strobe::measure
