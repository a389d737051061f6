// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/latency.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

#include "measure/machine.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace {

using memory::TraversalOrder;

measure::Point latency_point(measure::Point point) {
  return measure::complete_point(memory_latency_info(), std::move(point),
                                 measure::Machine::flat(1));
}

/// The elements of a chain in the order of their visits, by index.
std::vector<std::int64_t> walked(std::int64_t count, std::size_t stride_bytes, TraversalOrder way,
                                 std::uint64_t seed) {
  std::vector<std::uint64_t> memory(static_cast<std::size_t>(count) * stride_bytes / 8);
  auto* start = reinterpret_cast<std::byte*>(memory.data());
  memory::link_chain(start, count, stride_bytes, way, seed);
  std::vector<std::int64_t> visited;
  const void* at = start;
  for (std::int64_t step = 0; step < count; ++step) {
    const auto place = static_cast<std::size_t>(static_cast<const std::byte*>(at) - start);
    const auto index = static_cast<std::int64_t>(place / stride_bytes);
    EXPECT_EQ(place, memory::offset_of_place(way, index, stride_bytes));
    visited.push_back(index);
    at = *static_cast<void* const*>(at);
  }
  EXPECT_EQ(at, start);
  return visited;
}

TEST(TraversalOrder, VisitsEveryPlaceOnceAndComesBack) {
  for (const TraversalOrder way :
       {TraversalOrder::random, TraversalOrder::window, TraversalOrder::paged,
        TraversalOrder::pages, TraversalOrder::pairs, TraversalOrder::forward}) {
    for (const std::int64_t count : {2, 3, 17, 4096, 10001}) {
      for (const std::size_t stride : {8u, 64u, 128u, 256u}) {
        const auto visited = walked(count, stride, way, 7);
        const std::set<std::int64_t> all(visited.begin(), visited.end());
        EXPECT_EQ(all.size(), static_cast<std::size_t>(count)) << stride;
        EXPECT_EQ(*all.begin(), 0);
        EXPECT_EQ(*all.rbegin(), count - 1);
      }
    }
  }
}

TEST(TraversalOrder, ForwardIsForwardAndRandomIsNot) {
  const auto forward = walked(1000, 64, TraversalOrder::forward, 7);
  const auto random = walked(1000, 64, TraversalOrder::random, 7);
  int in_line = 0;
  for (std::size_t i = 0; i + 1 < forward.size(); ++i) {
    EXPECT_EQ(forward[i + 1], forward[i] + 1);
    in_line += random[i + 1] == random[i] + 1;
  }
  EXPECT_LT(in_line, 20);
  EXPECT_NE(random, walked(1000, 64, TraversalOrder::random, 8));
}

TEST(TraversalOrder, AWindowIsLeftWhenAllOfItWasSeen) {
  constexpr std::int64_t lines = 64 * 4096 / 64;
  const auto visited = walked(3 * lines, 64, TraversalOrder::window, 7);
  // The chain starts in the first window, in the middle of the cycle: count the crossings.
  int crossings = 0;
  for (std::size_t i = 0; i + 1 < visited.size(); ++i) {
    crossings += visited[i] / lines != visited[i + 1] / lines;
  }
  EXPECT_LE(crossings, 3);
}

TEST(TraversalOrder, PagedVisitsAPageAfterTheOtherInRandomOrder) {
  constexpr std::int64_t lines = 4096 / 64;
  const auto visited = walked(100 * lines, 64, TraversalOrder::paged, 7);
  int crossings = 0;
  int to_the_next = 0;
  int in_line = 0;
  for (std::size_t i = 0; i + 1 < visited.size(); ++i) {
    const std::int64_t from = visited[i] / lines;
    const std::int64_t to = visited[i + 1] / lines;
    crossings += from != to;
    to_the_next += to == from + 1;
    in_line += visited[i + 1] == visited[i] + 1;
  }
  // The chain starts in a page, whose first part it visits at the end.
  EXPECT_GE(crossings, 99);
  EXPECT_LE(crossings, 100);
  EXPECT_LT(to_the_next, 10);
  EXPECT_LT(in_line, 300);
}

TEST(TraversalOrder, PagesUsesEverySetOfTheFirstCacheAlike) {
  std::vector<int> used(64, 0);
  for (std::int64_t page = 0; page < 640; ++page) {
    const std::size_t offset = memory::offset_of_place(TraversalOrder::pages, page, 4096);
    EXPECT_EQ(offset / 4096, static_cast<std::size_t>(page));
    EXPECT_EQ(offset % 64, 0u);
    ++used[offset % 4096 / 64];
  }
  EXPECT_EQ(used, std::vector<int>(64, 10));
}

TEST(TraversalOrder, OfAPairTheSecondIsNext) {
  const auto visited = walked(1000, 64, TraversalOrder::pairs, 7);
  int in_line = 0;
  for (std::size_t i = 0; i + 1 < visited.size(); i += 2) {
    EXPECT_EQ(visited[i] % 2, 0);
    EXPECT_EQ(visited[i + 1], visited[i] + 1);
    in_line += i + 2 < visited.size() && visited[i + 2] == visited[i + 1] + 1;
  }
  EXPECT_LT(in_line, 20);
}

TEST(MemoryLatency, PassesItsCheck) {
  for (const char* way : {"random", "window", "paged", "pages", "pairs", "forward"}) {
    for (const std::int64_t chains : {1, 2, 5, 16}) {
      for (const std::int64_t size_bytes : {4096, 100000}) {
        MemoryLatency latency(
            latency_point({{"way", way}, {"chains", chains}, {"working_set_bytes", size_bytes}}));
        latency.prepare(3);
        latency.run(5);
        const measure::Verdict verdict = latency.verify();
        EXPECT_EQ(verdict.wrong, "");
        EXPECT_GT(verdict.bytes, 0);
      }
    }
  }
}

TEST(MemoryLatency, RefusesAChainOfOnePlace) {
  const measure::KernelInfo info = memory_latency_info();
  const auto point =
      latency_point({{"chains", std::int64_t{16}}, {"working_set_bytes", std::int64_t{1024}}});
  try {
    info.members(point, measure::Machine::flat(1));
    FAIL() << "16 chains in 16 lines were accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("working_set_bytes=2048 or more"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace strobe::kernels
