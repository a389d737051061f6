// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/latency.hpp"

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
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace memory {
namespace {

constexpr std::size_t window_bytes = std::size_t{64} * 4096;

/// Sattolo's shuffle: the one cycle over all of [first, last) that a permutation may be.
void cycle(std::vector<std::int64_t>& order, std::size_t first, std::size_t last,
           base::Random& random) {
  for (std::size_t i = last - first; i > 1; --i) {
    std::swap(order[first + i - 1],
              order[first + static_cast<std::size_t>(random.next() % (i - 1))]);
  }
}

/// How many places, one window after the other, are in an order of their own.
std::size_t window_of(Way way, std::size_t count, std::size_t stride_bytes) {
  switch (way) {
    case Way::window:
      return std::max<std::size_t>(window_bytes / stride_bytes, 1);
    case Way::forward:
      return 1;
    case Way::random:
    case Way::pairs:
      break;
  }
  return count;
}

}  // namespace

void lay_way(std::byte* start, std::int64_t count, std::size_t stride_bytes, Way way,
             std::uint64_t seed) {
  // The places in the order of their visits: any order read as a ring is one cycle.
  const std::int64_t beside = way == Way::pairs ? 2 : 1;
  std::vector<std::int64_t> firsts(static_cast<std::size_t>((count + beside - 1) / beside));
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    firsts[i] = static_cast<std::int64_t>(i) * beside;
  }
  base::Random random(seed);
  const std::size_t window = window_of(way, firsts.size(), stride_bytes);
  for (std::size_t first = 0; first < firsts.size(); first += window) {
    cycle(firsts, first, std::min(first + window, firsts.size()), random);
  }
  const auto place = [&](std::int64_t index) {
    return start + static_cast<std::size_t>(index) * stride_bytes;
  };
  const auto link = [&](std::int64_t from, std::int64_t to) {
    *reinterpret_cast<void**>(place(from)) = place(to);
  };
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const std::int64_t next = firsts[(i + 1) % firsts.size()];
    const std::int64_t last = std::min(firsts[i] + beside, count) - 1;
    for (std::int64_t index = firsts[i]; index < last; ++index) link(index, index + 1);
    link(last, next);
  }
}

}  // namespace memory

namespace {

using memory::loads_a_round;
using memory::Way;

constexpr std::array<std::pair<Way, const char*>, 4> ways{{{Way::random, "random"},
                                                           {Way::window, "window"},
                                                           {Way::pairs, "pairs"},
                                                           {Way::forward, "forward"}}};

Way way_at(const measure::Point& point) {
  for (const auto& [way, word] : ways) {
    if (measure::word_at(point, "way") == word) return way;
  }
  throw Error("no such way: " + measure::word_at(point, "way"));
}

constexpr int chains_max = 16;

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

std::int64_t places_of_chain(const measure::Point& point) {
  const std::int64_t bytes =
      measure::number_at(point, "working_set_bytes") / measure::number_at(point, "chains");
  return bytes / measure::number_at(point, "stride_bytes");
}

std::size_t bytes_of_chain(const measure::Point& point) {
  return static_cast<std::size_t>(places_of_chain(point) *
                                  measure::number_at(point, "stride_bytes"));
}

}  // namespace

measure::KernelInfo memory_latency_info() {
  measure::AxisInfo way{.name = "way", .choices = {}};
  for (const auto& [each, word] : ways) way.choices.emplace_back(word);
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
  std::ranges::move(measure::beside_axes(), std::back_inserter(axes));
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
          .time = "one load of every chain, each of which needs the load before it",
          .source = "CacheBench, section 2; Sattolo 1986",
          .members =
              [](const measure::Point& point, const measure::Machine& machine) {
                if (places_of_chain(point) < 2) {
                  throw Error(
                      base::format("a chain needs two places: a working_set_bytes of {} or more",
                                   2 * measure::number_at(point, "stride_bytes") *
                                       measure::number_at(point, "chains")));
                }
                memory::want_memory(
                    static_cast<std::size_t>(measure::number_at(point, "working_set_bytes") *
                                             measure::number_at(point, "ranks")),
                    memory::pages_at(point));
                return measure::ranks_beside(point, machine);
              },
          .timing = measure::Timing::completion,
          .time_share = 1.0 / loads_a_round};
}

MemoryLatency::MemoryLatency(const measure::Point& point)
    : way_(way_at(point)),
      stride_bytes_(static_cast<std::size_t>(measure::number_at(point, "stride_bytes"))),
      count_(places_of_chain(point)),
      vectors_(static_cast<int>(measure::number_at(point, "chains")), bytes_of_chain(point), 0, 0,
               memory::pages_at(point)),
      chase_(chases(std::make_integer_sequence<int, chains_max>())[static_cast<std::size_t>(
          measure::number_at(point, "chains") - 1)]),
      places_(static_cast<std::size_t>(measure::number_at(point, "chains"))) {}

void MemoryLatency::prepare(std::uint64_t seed) {
  for (std::size_t chain = 0; chain < places_.size(); ++chain) {
    std::byte* start = vectors_[static_cast<int>(chain)].data();
    memory::lay_way(start, count_, stride_bytes_, way_, seed + chain);
    places_[chain] = start;
  }
  rounds_ = 0;
  // Caches that learn what is used again need many passes for it: 20 on some, for a third level.
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
}

void MemoryLatency::run(std::int64_t repetitions) {
  chase_(places_.data(), repetitions);
  rounds_ += repetitions;
}

measure::Verdict MemoryLatency::verify() {
  measure::Verdict verdict{
      .bytes = count_ * static_cast<std::int64_t>(places_.size() * sizeof(void*)), .wrong = {}};
  for (std::size_t chain = 0; chain < places_.size(); ++chain) {
    const std::byte* const start = vectors_[static_cast<int>(chain)].data();
    // What is left of the cycle leads back to where it began, and no shorter way does.
    const std::int64_t gone = rounds_ % count_ * loads_a_round % count_;
    const void* at = places_[chain];
    for (std::int64_t step = gone; step < count_; ++step) {
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
