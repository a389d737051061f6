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

/// A report has at most so many lines of waiting ranks.
constexpr std::size_t most_lines = 64;
/// It says for whom so many groups of ranks outside of the cycle wait, and names so many of those.
constexpr std::size_t most_outside = 8;
constexpr std::size_t most_awaited = 4;

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

std::string WaitReports::Set::text() const {
  std::string who;
  for (const auto& [first, last] : ranges_) {
    if (!who.empty()) who += ", ";
    who += base::format("{}", first);
    if (last > first) who += base::format("{}{}", last == first + 1 ? ", " : "-", last);
  }
  return who;
}

std::size_t WaitReports::Set::size() const {
  std::size_t count = 0;
  for (const auto& [first, last] : ranges_) count += static_cast<std::size_t>(last - first + 1);
  return count;
}

std::string WaitReports::Entry::line() const {
  const bool is_one = ranks.size() == 1;
  return is_one || !text.starts_with("waits ")
             ? base::format("{} {} {}", is_one ? "rank" : "ranks", ranks.text(), text)
             : base::format("ranks {} wait {}", ranks.text(), text.substr(6));
}

std::string WaitReports::Entry::edge() const {
  Set awaited;
  for (const Rank rank : waits_for) {
    if (awaited.size() == most_awaited && !awaited.contains(rank)) {
      return base::format("{} -> {}, ...", ranks.text(), awaited.text());
    }
    awaited.add({rank, rank});
  }
  return base::format("{} -> {}", ranks.text(), awaited.text());
}

std::vector<Rank> WaitReports::cycle() const {
  std::vector<protocol::WaitFor> graph;
  for (const Entry& entry : entries_) {
    const auto awaited = std::make_shared<const std::vector<Rank>>(entry.waits_for);
    for (const Set::Range& range : entry.ranks.ranges()) {
      for (Rank rank = range.first; rank <= range.last; ++rank) {
        protocol::WaitFor edge;
        edge.waiting.rank = rank;
        edge.ranks = awaited;
        graph.push_back(std::move(edge));
      }
    }
  }
  std::ranges::sort(graph, {}, [](const protocol::WaitFor& edge) { return edge.waiting.rank; });
  return protocol::cycle_of(graph);
}

std::vector<std::string> WaitReports::lines() const {
  const std::vector<Rank> cycle = this->cycle();
  const auto place_in_cycle = [&cycle](const Entry& entry) {
    return std::ranges::find_if(cycle, [&](Rank rank) { return entry.ranks.contains(rank); }) -
           cycle.begin();
  };
  std::vector<const Entry*> order;
  for (const Entry& entry : entries_) order.push_back(&entry);
  std::ranges::sort(order, {}, [&](const Entry* entry) {
    return std::pair(place_in_cycle(*entry), entry->ranks.ranges().front().first);
  });
  std::vector<std::string> lines;
  if (!cycle.empty()) lines.push_back(protocol::cycle_text(cycle));
  std::string outside;
  std::size_t count = 0;
  for (const Entry* const entry : order) {
    const bool is_outside =
        place_in_cycle(*entry) == std::ssize(cycle) && !entry->waits_for.empty();
    if (cycle.empty() || !is_outside || ++count > most_outside) continue;
    outside += base::format("{}{}", outside.empty() ? "outside of it: " : "; ", entry->edge());
  }
  if (count > most_outside) outside += base::format("; and {} more", count - most_outside);
  if (!outside.empty()) lines.push_back(std::move(outside));
  std::size_t left = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i < most_lines) {
      lines.push_back(order[i]->line());
    } else {
      left += order[i]->ranks.size();
    }
  }
  if (left != 0) lines.push_back(base::format("{} more ranks wait", left));
  return lines;
}

}  // namespace strobe::bcs::runtime
