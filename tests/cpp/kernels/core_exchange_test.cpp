// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/core_exchange.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "layer/mpi/mpi_layer.hpp"
#include "support/groups.hpp"

namespace strobe::kernels {
namespace {

using measure::Machine;
using measure::Point;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CoreExchange, CountsTheSameHandOversOnBothSides) {
  auto two = testing::first_of_world(2);
  if (!two) return;
  CoreExchange kernel(*two, {});
  kernel.prepare(1);
  for (const std::int64_t repetitions : {1, 7, 1000}) kernel.run(repetitions);
  two->barrier();
  const measure::Verdict verdict = kernel.verify();
  EXPECT_EQ(verdict.wrong, "");
  EXPECT_EQ(verdict.bytes, 8);
}

TEST(CoreExchange, EachPairHasALineOfItsOwn) {
  auto world = layer::mpi::MpiLayer::duplicate_of(MPI_COMM_WORLD);
  for (int first = 0; first < world.size(); ++first) {
    for (int partner = first + 1; partner < world.size(); ++partner) {
      if (world.rank().value != first && world.rank().value != partner) continue;
      const std::vector<layer::Rank> members{{first}, {partner}};
      auto pair = world.group(members);
      CoreExchange kernel(pair, {});
      kernel.run(5);
      pair.barrier();
      EXPECT_EQ(kernel.verify().wrong, "") << first << ' ' << partner;
    }
  }
}

std::vector<int> members_at(std::int64_t first, std::int64_t partner, const Machine& machine) {
  const Point pair{{"first", first}, {"partner", partner}};
  const measure::KernelInfo info = core_exchange_info();
  return info.members(measure::complete_point(info, pair, machine), machine);
}

TEST(CoreExchange, IsOfTwoProcessesOfOneNode) {
  EXPECT_THAT(members_at(1, 3, Machine::flat(4)), ElementsAre(1, 3));
  const Machine two_nodes({{.node = "a"}, {.node = "a"}, {.node = "b"}});
  EXPECT_THAT(members_at(0, 1, two_nodes), ElementsAre(0, 1));
  try {
    (void)members_at(1, 2, two_nodes);
    FAIL() << "two nodes were accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("processes 1 and 2 are on different nodes"));
  }
}

}  // namespace
}  // namespace strobe::kernels
