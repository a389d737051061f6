// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/loaded_latency.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "layer/mpi/mpi_layer.hpp"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;
using measure::Machine;
using measure::Point;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Point point_of(Point some, const Machine& machine) {
  return measure::complete_point(memory_loaded_latency_info(), std::move(some), machine);
}

TEST(LoadedLatency, EndsUnderEveryLoadWithAChainThatIsWhole) {
  auto world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  const Machine machine = Machine::flat(world.size());
  for (const std::string& load : memory::load_axis().choices) {
    if (world.size() == 1 && load != "none") continue;
    // Less than a granule, a part of a piece, and many pieces.
    for (const std::int64_t load_bytes : {1, 100000, 1000000}) {
      const Point point = point_of(
          {{"load", load}, {"load_bytes", load_bytes}, {"working_set_bytes", std::int64_t{100000}}},
          machine);
      LoadedLatency kernel(world, point);
      kernel.prepare(3);
      for (const std::int64_t repetitions : {1, 20}) kernel.run(repetitions);
      const measure::Verdict verdict = kernel.verify();
      EXPECT_EQ(verdict.wrong, "") << load;
      EXPECT_EQ(verdict.bytes > 0, world.rank().value == 0);
      // The timed region of the chase is within the whole.
      const auto now = MpiLayer::now().count();
      const auto timed_region = kernel.timed_region({.entry_ns = 0, .exit_ns = now});
      ASSERT_TRUE(timed_region);
      EXPECT_LE(timed_region->exit_ns, now);
      EXPECT_EQ(timed_region->entry_ns > 0, world.rank().value == 0);
    }
  }
}

std::vector<int> members_at(const Point& some, const Machine& machine) {
  return memory_loaded_latency_info().members(point_of(some, machine), machine);
}

std::string refusal(const Point& some, const Machine& machine) {
  try {
    (void)members_at(some, machine);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(LoadedLatency, WantsSomebodyElseForALoad) {
  EXPECT_THAT(members_at({}, Machine::flat(3)), ElementsAre(0, 1, 2));
  EXPECT_THAT(members_at({{"load", "none"}}, Machine::flat(1)), ElementsAre(0));
  EXPECT_THAT(refusal({}, Machine::flat(1)), HasSubstr("ranks=2 or more, or load=none"));
}

TEST(LoadedLatency, IsOfOneNode) {
  const Machine two_nodes({{.node = "a"}, {.node = "a"}, {.node = "b"}});
  EXPECT_THAT(refusal({}, two_nodes), HasSubstr("processes 0 and 2 are on different nodes"));
  EXPECT_THAT(members_at({{"ranks", std::int64_t{2}}}, two_nodes), ElementsAre(0, 1));
}

TEST(LoadedLatency, RefusesLoadsThatDoNotFitTogether) {
  EXPECT_THAT(refusal({{"load_bytes", std::int64_t{1} << 40}}, Machine::flat(4)),
              HasSubstr("bytes do not fit"));
}

}  // namespace
}  // namespace strobe::kernels
