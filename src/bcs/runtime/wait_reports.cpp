// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/wait_reports.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/assert.hpp"
#include "base/byte_stream.hpp"
#include "base/format.hpp"
#include "bcs/protocol/wait_for.hpp"

namespace strobe::bcs::runtime {

namespace {

void ensure_legal(bool is_legal) {
  base::ensure(is_legal, "the wait reports of another node are not what a node writes");
}

}  // namespace

void WaitReports::Set::add(Range range) {
  const auto after = std::ranges::find_if(
      ranges_, [&](const Range& other) { return other.last + 1 >= range.first; });
  auto end = after;
  for (; end != ranges_.end() && end->first <= range.last + 1; ++end) {
    range = {std::min(range.first, end->first), std::max(range.last, end->last)};
  }
  ranges_.insert(ranges_.erase(after, end), range);
}

bool WaitReports::Set::contains(int number) const {
  return std::ranges::any_of(
      ranges_, [&](const Range& range) { return range.first <= number && number <= range.last; });
}

WaitReports::Entry& WaitReports::entry(std::string_view text, std::span<const Rank> waits_for) {
  const auto place = std::ranges::partition_point(entries_, [&](const Entry& other) {
    return other.text != text ? other.text < text
                              : std::ranges::lexicographical_compare(other.waits_for, waits_for);
  });
  if (place != entries_.end() && place->text == text &&
      std::ranges::equal(place->waits_for, waits_for)) {
    return *place;
  }
  return *entries_.insert(
      place,
      {.text = std::string(text), .waits_for = {waits_for.begin(), waits_for.end()}, .ranks = {}});
}

void WaitReports::add(Rank rank, std::string_view text, std::span<const Rank> waits_for) {
  entry(text, waits_for).ranks.add({rank, rank});
}

void WaitReports::add_node(int node) { nodes_.add({node, node}); }

bool WaitReports::has_node(int node) const { return nodes_.contains(node); }

std::vector<std::byte> WaitReports::packed() const {
  base::ByteWriter writer;
  writer.array(nodes_.ranges());
  writer.value(entries_.size());
  for (const Entry& entry : entries_) {
    writer.array(entry.text);
    writer.array(entry.waits_for);
    writer.array(entry.ranks.ranges());
  }
  return writer.take();
}

void WaitReports::merge(std::span<const std::byte> packed, int ranks, int nodes) {
  base::ByteReader reader(packed);
  const auto read_into = [&reader](Set& set, int limit) {
    std::vector<Set::Range> ranges;
    reader.array(ranges);
    for (const Set::Range& range : ranges) {
      ensure_legal(range.first >= 0 && range.first <= range.last && range.last < limit);
      set.add(range);
    }
  };
  read_into(nodes_, nodes);
  std::size_t entries = 0;
  reader.value(entries);
  for (; entries > 0; --entries) {
    std::string text;
    std::vector<Rank> waits_for;
    reader.array(text);
    reader.array(waits_for);
    ensure_legal(
        std::ranges::all_of(waits_for, [&](Rank rank) { return rank >= 0 && rank < ranks; }));
    read_into(entry(text, waits_for).ranks, ranks);
  }
  ensure_legal(reader.is_at_end());
}

std::vector<std::string> WaitReports::lines() const {
  std::vector<const Entry*> order;
  for (const Entry& entry : entries_) order.push_back(&entry);
  std::ranges::sort(order, {},
                    [](const Entry* entry) { return entry->ranks.ranges().front().first; });
  std::vector<std::string> lines;
  std::vector<protocol::WaitFor> graph;
  for (const Entry* const entry : order) {
    const std::span<const Set::Range> ranges = entry->ranks.ranges();
    std::string who;
    for (const auto& [first, last] : ranges) {
      if (!who.empty()) who += ", ";
      who += base::format("{}", first);
      if (last > first) who += base::format("{}{}", last == first + 1 ? ", " : "-", last);
    }
    const bool is_one = ranges.size() == 1 && ranges.front().first == ranges.front().last;
    const bool waits = entry->text.starts_with("waits ");
    lines.push_back(is_one || !waits
                        ? base::format("{} {} {}", is_one ? "rank" : "ranks", who, entry->text)
                        : base::format("ranks {} wait {}", who, entry->text.substr(6)));
    const auto awaited = std::make_shared<const std::vector<Rank>>(entry->waits_for);
    for (const Set::Range& range : ranges) {
      for (Rank rank = range.first; rank <= range.last; ++rank) {
        protocol::WaitFor edge;
        edge.waiting.rank = rank;
        edge.ranks = awaited;
        graph.push_back(std::move(edge));
      }
    }
  }
  std::ranges::sort(graph, {}, [](const protocol::WaitFor& edge) { return edge.waiting.rank; });
  const std::vector<Rank> cycle = protocol::cycle_of(graph);
  if (!cycle.empty()) lines.push_back(protocol::cycle_text(cycle));
  return lines;
}

}  // namespace strobe::bcs::runtime
