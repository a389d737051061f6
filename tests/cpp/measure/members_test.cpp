// SPDX-License-Identifier: BSD-3-Clause
#include "measure/members.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

#include "measure/plan.hpp"
#include "measure/processors.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

using ::testing::ElementsAre;

std::vector<std::int64_t> values(const AxisInfo& axis, AxisSpec spec, int ranks) {
  std::vector<std::int64_t> numbers;
  for (const AxisPoint& point : expand_axis(on_machine(spec, axis, Machine::flat(ranks)), axis)) {
    numbers.push_back(std::get<std::int64_t>(point.value));
  }
  return numbers;
}

AxisSpec word(const std::string& word) { return {.values = {word}}; }

TEST(Members, WordsOfASuiteMeanTheRanksOfThisMachine) {
  EXPECT_THAT(values(ranks_axis(), word("all"), 6), ElementsAre(6));
  EXPECT_THAT(values(ranks_axis(), word("doubling"), 6), ElementsAre(2, 4, 6));
  EXPECT_THAT(values(ranks_axis(), word("doubling"), 8), ElementsAre(2, 4, 8));
  EXPECT_THAT(values(ranks_axis(), word("doubling"), 1), ElementsAre(1));
  EXPECT_THAT(values(partner_axis(), word("all"), 4), ElementsAre(1, 2, 3));
  EXPECT_THAT(values(partner_axis(), word("levels"), 4), ElementsAre(1));
  const AxisInfo any_rank{.name = "first", .choices = {}, .kind = AxisKind::rank};
  EXPECT_THAT(values(any_rank, word("all"), 3), ElementsAre(0, 1, 2));
}

TEST(Members, WordsOfThreadsMeanTheProcessorsOfThisMachine) {
  const AxisInfo threads{.name = "threads",
                         .choices = {},
                         .default_value = 1,
                         .minimum = 1,
                         .kind = AxisKind::thread_count};
  Machine machine = Machine::flat(1);
  const auto on = [&](int processors, const AxisSpec& spec) {
    machine.set_processors(processors);
    std::vector<std::int64_t> numbers;
    for (const AxisPoint& point : expand_axis(on_machine(spec, threads, machine), threads)) {
      numbers.push_back(std::get<std::int64_t>(point.value));
    }
    return numbers;
  };
  EXPECT_THAT(on(6, word("doubling")), ElementsAre(1, 2, 4, 6));
  EXPECT_THAT(on(1, word("doubling")), ElementsAre(1));
  EXPECT_THAT(on(6, word("all")), ElementsAre(6));
  EXPECT_THAT(on(3, {.range = Range{.from = 1, .to = 64}}), ElementsAre(1, 2, 3));
}

TEST(Members, WordsOfLibrariesMeanThoseOfTheRun) {
  const AxisInfo library{.name = "library", .choices = {}, .kind = AxisKind::library};
  Machine machine = Machine::flat(1);
  const auto meant = [&](const char* named) {
    return on_machine(word(named), library, machine).values;
  };
  EXPECT_THAT(meant("all"), ElementsAre(AxisValue("reference")));
  EXPECT_THAT(meant("vendors"), ElementsAre());
  machine.set_libraries({"blis", "mkl", "reference"});
  EXPECT_THAT(meant("all"),
              ElementsAre(AxisValue("blis"), AxisValue("mkl"), AxisValue("reference")));
  EXPECT_THAT(meant("vendors"), ElementsAre(AxisValue("blis"), AxisValue("mkl")));
  EXPECT_THAT(meant("mkl"), ElementsAre(AxisValue("mkl")));
}

TEST(Members, ThreadsMayUseMoreProcessorsThanAProcessIsBoundTo) {
  const int permitted = permitted_processors();
  EXPECT_GE(permitted, 1);
  std::thread([permitted] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(permitted_processors(), permitted);
    cpu_set_t bound;
    ASSERT_EQ(sched_getaffinity(0, sizeof bound, &bound), 0);
    EXPECT_TRUE(CPU_EQUAL(&one, &bound)) << "asking changes nothing";
    use_all_processors();
    ASSERT_EQ(sched_getaffinity(0, sizeof bound, &bound), 0);
    EXPECT_EQ(CPU_COUNT(&bound), permitted);
  }).join();
}

TEST(Members, RangesEndWhereTheMachineDoes) {
  EXPECT_THAT(values(ranks_axis(), {.range = Range{.from = 1, .to = 64}}, 5),
              ElementsAre(1, 2, 4, 5));
}

TEST(Members, AreAllProcessesWhereNothingIsSaid) {
  const KernelInfo info{.name = "sum", .axes = {ranks_axis()}, .members = first_ranks};
  const Machine machine = Machine::flat(3);
  EXPECT_THAT(info.members(complete_point(info, {}, machine), machine), ElementsAre(0, 1, 2));
}

TEST(Members, AnyPairIsNamedOnceAndInOrder) {
  const Machine machine = Machine::flat(4);
  const auto at = [&](std::int64_t first, std::int64_t partner) {
    return any_pair({{"first", first}, {"partner", partner}}, machine);
  };
  EXPECT_THAT(at(1, 3), ElementsAre(1, 3));
  EXPECT_THROW(at(2, 2), Error);
  EXPECT_THROW(at(3, 1), Error);
  EXPECT_THROW(at(1, 4), Error);
}

TEST(Members, OfOneNodeAreThoseThatShareIt) {
  const Machine machine({{.node = "a"}, {.node = "b"}, {.node = "a"}});
  EXPECT_NO_THROW(require_one_node(std::vector<int>{0, 2}, machine));
  EXPECT_THROW(require_one_node(std::vector<int>{0, 1}, machine), Error);
}

TEST(Members, ACellThatCannotBeHereIsSkippedAndSaysWhatItWants) {
  const KernelInfo info{.name = "pair", .axes = {partner_axis()}, .members = pair_with_first};
  Plan plan(PlanOptions{}, Machine::flat(2));
  plan.add(info, {.kernel = "pair",
                  .axes = {{"partner", {.values = {std::int64_t{1}, std::int64_t{3}}}}}});
  ASSERT_EQ(plan.cells().size(), 2u);
  EXPECT_THAT(plan.cell(0).members, ElementsAre(0, 1));
  EXPECT_EQ(plan.cell(0).distance->hops, 1);
  EXPECT_EQ(plan.cell(1).status, CellStatus::skipped);
  EXPECT_EQ(plan.cell(1).reason, "it needs 4 processes, and this run has 2");
  EXPECT_THAT(plan.take_ended(), ElementsAre(1)) << "the record says so";
  EXPECT_EQ(plan.next(0.0), 0u);
}

}  // namespace
}  // namespace strobe::measure
