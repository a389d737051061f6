// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/wait_reports.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "base/assert.hpp"
#include "base/format.hpp"
#include "bcs/protocol/wait_for.hpp"

namespace strobe::bcs::runtime {

namespace {

/// Writes numbers and texts.
class Writer {
 public:
  void number(std::size_t value) {
    const auto word = static_cast<std::uint32_t>(value);
    raw(&word, sizeof word);
  }
  void text(std::string_view text) {
    number(text.size());
    raw(text.data(), text.size());
  }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void raw(const void* data, std::size_t count) {
    const auto* const first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + count);
  }

  std::vector<std::byte> bytes_;
};

/// Reads what a Writer has written, which may come from another process.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  std::size_t number() {
    std::uint32_t word = 0;
    std::memcpy(&word, take(sizeof word).data(), sizeof word);
    return word;
  }
  /// A number below `limit`.
  int number_below(int limit) {
    const std::size_t value = number();
    ensure_legal(value < static_cast<std::size_t>(limit));
    return static_cast<int>(value);
  }
  std::string text() {
    const std::span<const std::byte> bytes = take(number());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  void ensure_at_end() const { ensure_legal(rest_.empty()); }
  static void ensure_legal(bool is_legal) {
    base::ensure(is_legal, "the wait reports of another node are not what a node writes");
  }

 private:
  std::span<const std::byte> take(std::size_t count) {
    ensure_legal(count <= rest_.size());
    const std::span<const std::byte> taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }

  std::span<const std::byte> rest_;
};

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
  Writer writer;
  const auto write = [&writer](const Set& set) {
    writer.number(set.ranges().size());
    for (const Set::Range& range : set.ranges()) {
      writer.number(static_cast<std::size_t>(range.first));
      writer.number(static_cast<std::size_t>(range.last));
    }
  };
  write(nodes_);
  writer.number(entries_.size());
  for (const Entry& entry : entries_) {
    writer.text(entry.text);
    writer.number(entry.waits_for.size());
    for (const Rank rank : entry.waits_for) writer.number(static_cast<std::size_t>(rank));
    write(entry.ranks);
  }
  return writer.take();
}

void WaitReports::merge(std::span<const std::byte> packed, int ranks, int nodes) {
  Reader reader(packed);
  const auto read_into = [&reader](Set& set, int limit) {
    for (std::size_t left = reader.number(); left > 0; --left) {
      const int first = reader.number_below(limit);
      const int last = reader.number_below(limit);
      Reader::ensure_legal(first <= last);
      set.add({first, last});
    }
  };
  read_into(nodes_, nodes);
  for (std::size_t left = reader.number(); left > 0; --left) {
    const std::string text = reader.text();
    std::vector<Rank> waits_for;
    for (std::size_t more = reader.number(); more > 0; --more) {
      waits_for.push_back(reader.number_below(ranks));
    }
    read_into(entry(text, waits_for).ranks, ranks);
  }
  reader.ensure_at_end();
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
