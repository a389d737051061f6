// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/point_to_point/contention.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "layer/mpi/mpi_layer.hpp"
#include "support/groups.hpp"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;
using measure::Machine;
using measure::Point;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Contention, EchoesUnderALoadThatEndsWithIt) {
  auto four = testing::first_of_world(4);
  if (!four) return;
  for (const std::int64_t load_bytes : {0, 1, 4096, 300000}) {
    for (const std::int64_t size_bytes : {0, 8, 70000}) {
      Contention kernel(*four, {{"load_bytes", load_bytes}, {"size_bytes", size_bytes}});
      kernel.prepare(5);
      for (const std::int64_t repetitions : {1, 5}) kernel.run(repetitions);
      const measure::Verdict verdict = kernel.verify();
      EXPECT_EQ(verdict.wrong, "") << load_bytes << ' ' << size_bytes;
      const bool echoes = four->rank().value < 2;
      EXPECT_EQ(verdict.bytes, echoes ? size_bytes : load_bytes);
      // The echo's timed region is within the whole.
      const auto now = MpiLayer::now().count();
      const auto timed_region = kernel.timed_region({.entry_ns = 0, .exit_ns = now});
      ASSERT_TRUE(timed_region);
      EXPECT_LE(timed_region->exit_ns, now);
      EXPECT_EQ(timed_region->entry_ns > 0, four->rank().value == 0);
    }
  }
}

TEST(Contention, SeesThatNothingCame) {
  auto four = testing::first_of_world(4);
  if (!four) return;
  Contention kernel(*four, {{"load_bytes", std::int64_t{64}}, {"size_bytes", std::int64_t{64}}});
  kernel.prepare(5);
  EXPECT_NE(kernel.verify().wrong, "");
}

std::vector<int> chosen(const Machine& machine, const Point& some = {}) {
  const measure::KernelInfo info = contention_info();
  return info.members(measure::complete_point(info, some, machine), machine);
}

/// Every two neighbouring ranks are in one package.
Machine packages(int ranks) {
  std::vector<measure::ProcessLocation> locations(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) {
    locations[static_cast<std::size_t>(rank)].topology.back() = rank / 2;
  }
  return Machine(locations);
}

TEST(Contention, ChoosesALoadThatPassesWhereTheEchoDoes) {
  EXPECT_THAT(chosen(Machine::flat(4)), ElementsAre(0, 1, 2, 3));
  // The echo crosses between packages, and so does the load, whose ranks are next to the echo's.
  EXPECT_THAT(chosen(packages(4)), ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(chosen(packages(8)), ElementsAre(0, 2, 1, 3));
}

TEST(Contention, TakesTheFourThatAPersonNames) {
  const Point by_hand{{"first", std::int64_t{5}}, {"partner", std::int64_t{1}}};
  EXPECT_THAT(chosen(Machine::flat(8), by_hand), ElementsAre(5, 1, 0, 2));
  EXPECT_THAT(chosen(packages(8), {{"loader", std::int64_t{0}}}), ElementsAre(1, 2, 0, 3));
}

TEST(Contention, SaysWhatIsWrongWithAChoice) {
  const auto refusal = [](const Machine& machine, const Point& some) -> std::string {
    try {
      (void)chosen(machine, some);
    } catch (const Error& error) {
      return error.what();
    }
    return "chosen";
  };
  EXPECT_THAT(refusal(Machine::flat(3), {}), HasSubstr("it needs 4 processes"));
  EXPECT_THAT(refusal(Machine::flat(4), {{"first", std::int64_t{4}}}), HasSubstr("5 processes"));
  EXPECT_THAT(refusal(Machine::flat(4), {{"first", std::int64_t{2}}, {"loaded", std::int64_t{2}}}),
              HasSubstr("first and loaded are both rank 2"));
}

}  // namespace
}  // namespace strobe::kernels
