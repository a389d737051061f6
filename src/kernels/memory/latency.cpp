// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/latency.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/clock.hpp"
#include "base/format.hpp"
#include "base/opaque.hpp"
#include "base/random.hpp"
#include "kernels/memory/numa.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace memory {
namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t window_bytes = 64 * page_bytes;

/// Sattolo's shuffle: turns [first, last) into a permutation with one cycle.
void cycle(std::vector<std::int64_t>& order, std::size_t first, std::size_t last,
           base::Random& random) {
  for (std::size_t i = last - first; i > 1; --i) {
    std::swap(order[first + i - 1],
              order[first + static_cast<std::size_t>(random.next() % (i - 1))]);
  }
}

/// The number of lines in one randomly ordered window.
std::size_t window_of(TraversalOrder way, std::size_t count, std::size_t stride_bytes) {
  switch (way) {
    case TraversalOrder::window:
      return std::max<std::size_t>(window_bytes / stride_bytes, 1);
    case TraversalOrder::paged:
      return std::max<std::size_t>(page_bytes / stride_bytes, 1);
    case TraversalOrder::forward:
      return 1;
    case TraversalOrder::random:
    case TraversalOrder::pages:
    case TraversalOrder::pairs:
      break;
  }
  return count;
}

/// Puts the windows of `window` elements into random order.
void shuffle_windows(std::vector<std::int64_t>& order, std::size_t window, base::Random& random) {
  // A last window that is not full stays at the end.
  const std::size_t full = order.size() / window;
  for (std::size_t i = full; i > 1; --i) {
    const auto other = static_cast<std::size_t>(random.next() % i);
    const auto first = [&](std::size_t at) {
      return order.begin() + static_cast<std::ptrdiff_t>(at * window);
    };
    if (other != i - 1) std::swap_ranges(first(i - 1), first(i), first(other));
  }
}

}  // namespace

std::size_t offset_of_place(TraversalOrder way, std::int64_t index, std::size_t stride_bytes) {
  const auto number = static_cast<std::size_t>(index);
  // Lines at the same offset in their pages would compete for one set of the first cache.
  constexpr auto line = static_cast<std::size_t>(line_bytes);
  const std::size_t lines = way == TraversalOrder::pages ? stride_bytes / line : 1;
  return number * stride_bytes + number % std::max<std::size_t>(lines, 1) * line;
}

void link_chain(std::byte* start, std::int64_t count, std::size_t stride_bytes, TraversalOrder way,
                std::uint64_t seed) {
  // The lines in the order of their visits; any order, closed to a ring, is one cycle.
  const std::int64_t group = way == TraversalOrder::pairs ? 2 : 1;
  std::vector<std::int64_t> firsts(static_cast<std::size_t>((count + group - 1) / group));
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    firsts[i] = static_cast<std::int64_t>(i) * group;
  }
  base::Random random(seed);
  const std::size_t window = window_of(way, firsts.size(), stride_bytes);
  for (std::size_t first = 0; first < firsts.size(); first += window) {
    cycle(firsts, first, std::min(first + window, firsts.size()), random);
  }
  if (way == TraversalOrder::paged) shuffle_windows(firsts, window, random);
  const auto place = [&](std::int64_t index) {
    return start + offset_of_place(way, index, stride_bytes);
  };
  const auto link = [&](std::int64_t from, std::int64_t to) {
    *reinterpret_cast<void**>(place(from)) = place(to);
  };
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const std::int64_t next = firsts[(i + 1) % firsts.size()];
    const std::int64_t last = std::min(firsts[i] + group, count) - 1;
    for (std::int64_t index = firsts[i]; index < last; ++index) link(index, index + 1);
    link(last, next);
  }
}

}  // namespace memory

namespace {

using memory::loads_a_round;
using memory::TraversalOrder;

constexpr std::array<std::pair<TraversalOrder, const char*>, 6> orders{
    {{TraversalOrder::random, "random"},
     {TraversalOrder::window, "window"},
     {TraversalOrder::paged, "paged"},
     {TraversalOrder::pages, "pages"},
     {TraversalOrder::pairs, "pairs"},
     {TraversalOrder::forward, "forward"}}};

TraversalOrder order_at(const measure::Point& point) {
  for (const auto& [way, word] : orders) {
    if (measure::word_at(point, "way") == word) return way;
  }
  throw Error("unknown way: " + measure::word_at(point, "way"));
}

constexpr int chains_max = 16;

std::int64_t involuntary_switches() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nivcsw;
}

template <int chains>
void chase(void** places, std::int64_t rounds) {
  void* at[chains];
  std::copy_n(places, chains, at);
  base::repeat(rounds, [&] {
#pragma GCC unroll 64
    for (int load = 0; load < loads_a_round; ++load) {
#pragma GCC unroll 16
      for (int chain = 0; chain < chains; ++chain) at[chain] = *static_cast<void**>(at[chain]);
    }
  });
  std::copy_n(at, chains, places);
}

template <int... chains>
constexpr auto chases(std::integer_sequence<int, chains...>) {
  return std::array{chase<chains + 1>...};
}

std::int64_t elements_of_chain(const measure::Point& point) {
  const std::int64_t bytes =
      measure::number_at(point, "working_set_bytes") / measure::number_at(point, "chains");
  return bytes / measure::number_at(point, "stride_bytes");
}

std::size_t bytes_of_chain(const measure::Point& point) {
  return static_cast<std::size_t>(elements_of_chain(point) *
                                  measure::number_at(point, "stride_bytes"));
}

}  // namespace

measure::KernelInfo memory_latency_info() {
  measure::AxisInfo way{.name = "way", .choices = {}};
  for (const auto& [each, word] : orders) way.choices.emplace_back(word);
  std::vector<measure::AxisInfo> axes = {
      std::move(way),
      {.name = "stride_bytes",
       .choices = {},
       .default_value = memory::line_bytes,
       .minimum = 8,
       .maximum = std::int64_t{1} << 30,
       .multiple = 8},
      {.name = "chains", .choices = {}, .default_value = 1, .minimum = 1, .maximum = chains_max},
      memory::pages_axis()};
  std::ranges::move(measure::concurrent_axes(), std::back_inserter(axes));
  axes.push_back({.name = "working_set_bytes",
                  .choices = {},
                  .default_value = 16384,
                  .minimum = 64,
                  .is_size = true});
  return {.name = "memory_latency",
          .title = "Memory latency",
          .family = measure::Family::memory,
          .axes = std::move(axes),
          .axis = "working_set_bytes",
          .time = "one load of every chain; each load depends on the one before it",
          .source = "CacheBench, section 2; Sattolo 1986",
          .members =
              [](const measure::Point& point, const measure::Machine& machine) {
                if (elements_of_chain(point) < 2) {
                  throw Error(base::format(
                      "each chain needs two elements: choose working_set_bytes={} or more",
                      2 * measure::number_at(point, "stride_bytes") *
                          measure::number_at(point, "chains")));
                }
                memory::require_memory(
                    static_cast<std::size_t>(measure::number_at(point, "working_set_bytes") *
                                             measure::number_at(point, "ranks")),
                    memory::pages_at(point));
                return measure::concurrent_ranks(point, machine);
              },
          .timing = measure::Timing::completion,
          .time_share = 1.0 / loads_a_round};
}

MemoryLatency::MemoryLatency(const measure::Point& point)
    : order_(order_at(point)),
      stride_bytes_(static_cast<std::size_t>(measure::number_at(point, "stride_bytes"))),
      count_(elements_of_chain(point)),
      vectors_(static_cast<int>(measure::number_at(point, "chains")), bytes_of_chain(point), 0, 0,
               memory::pages_at(point), memory::memory_node_at(point)),
      chase_(chases(std::make_integer_sequence<int, chains_max>())[static_cast<std::size_t>(
          measure::number_at(point, "chains") - 1)]),
      positions_(static_cast<std::size_t>(measure::number_at(point, "chains"))) {}

void MemoryLatency::prepare(std::uint64_t seed) {
  for (std::size_t chain = 0; chain < positions_.size(); ++chain) {
    std::byte* start = vectors_[static_cast<int>(chain)].data();
    memory::link_chain(start, count_, stride_bytes_, order_, seed + chain);
    positions_[chain] = start;
  }
  rounds_ = 0;
  // Some caches need many passes to adapt to a working set: up to 20 for a third-level cache.
  constexpr double agreeing = 0.02;
  constexpr std::chrono::milliseconds longest{200};
  const std::int64_t rounds = (count_ + loads_a_round - 1) / loads_a_round;
  const auto begin = base::monotonic_now();
  std::chrono::nanoseconds before{0};
  while (base::monotonic_now() - begin < longest) {
    const auto pass = base::monotonic_now();
    run(rounds);
    const auto took = base::monotonic_now() - pass;
    const auto apart = static_cast<double>(std::abs((took - before).count()));
    if (apart < agreeing * static_cast<double>(took.count())) break;
    before = took;
  }
  switches_ = involuntary_switches();
}

void MemoryLatency::run(std::int64_t repetitions) {
  chase_(positions_.data(), repetitions);
  rounds_ += repetitions;
}

void MemoryLatency::after_run() {
  if (involuntary_switches() == switches_) return;
  constexpr std::chrono::milliseconds longest{50};
  constexpr std::int64_t piece = 64;
  const auto begin = base::monotonic_now();
  for (std::int64_t left = count_ / loads_a_round + 1; left > 0; left -= piece) {
    run(std::min(left, piece));
    if (base::monotonic_now() - begin > longest) break;
  }
  switches_ = involuntary_switches();
}

measure::Verdict MemoryLatency::verify() {
  measure::Verdict verdict{
      .bytes = count_ * static_cast<std::int64_t>(positions_.size() * sizeof(void*)), .wrong = {}};
  for (std::size_t chain = 0; chain < positions_.size(); ++chain) {
    const std::byte* const start = vectors_[static_cast<int>(chain)].data();
    // The rest of the cycle must lead back to its start, and not earlier.
    const std::int64_t position = rounds_ % count_ * loads_a_round % count_;
    const void* at = positions_[chain];
    for (std::int64_t step = position; step < count_; ++step) {
      if (at == start && step != 0) {
        verdict.wrong = base::format("chain {} came back to its start after {} of {} places", chain,
                                     step, count_);
        return verdict;
      }
      at = *static_cast<void* const*>(at);
    }
    if (at != start) {
      verdict.wrong = base::format("chain {} is not where {} rounds lead", chain, rounds_);
      return verdict;
    }
  }
  return verdict;
}

}  // namespace strobe::kernels
