// SPDX-License-Identifier: BSD-3-Clause
//
// Deferred points of a plan: those at a share of a kernel's peak in the same run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "measure/members.hpp"
#include "measure/plan.hpp"
#include "measure/planned_echo.hpp"
#include "strobe/error.hpp"
#include "support/pretended_machine.hpp"

namespace strobe::measure {
namespace {

using strobe::testing::PretendedMachine;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

const KernelInfo contention{.name = "contention",
                            .axes = {{.name = "load_bytes", .shares_of = "echo"},
                                     {.name = "size_bytes", .default_value = 8}},
                            .axis = "size_bytes",
                            .members = only_first};

/// Half of the bandwidth at 1000 bytes with reply=fresh, at 4000 with reply=returned.
double peak_line_s(const Cell& cell, int /*speed*/) {
  const auto size = static_cast<double>(number_at(cell.point, "size_bytes"));
  const bool is_returned =
      cell.kernel->name == "echo" && word_at(cell.point, "reply") == "returned";
  return (is_returned ? 4e-6 : 1e-6) + size / 1e9;
}

Experiment echoes(const char* reply = "fresh") {
  return {.kernel = "echo",
          .axes = {{"size_bytes", {.values = {}, .range = Range{.from = 0, .to = 1 << 22}}},
                   {"reply", {.values = {std::string(reply)}}}}};
}

Experiment loads(std::vector<AxisValue> values) {
  return {.kernel = "contention",
          .axes = {{"load_bytes", {.values = std::move(values)}},
                   {"size_bytes", {.values = {std::int64_t{0}, std::int64_t{64}}}}}};
}

std::set<std::int64_t> loads_of(const Plan& plan) {
  std::set<std::int64_t> sizes;
  for (const Cell& cell : plan.cells()) {
    if (cell.kernel->name == "contention") sizes.insert(number_at(cell.point, "load_bytes"));
  }
  return sizes;
}

const std::vector<AxisValue> none_half_most{std::int64_t{0}, std::string("n50"),
                                            std::string("n90")};

TEST(DeferredPoints, ArePlannedAtTheSizesThatTheRunItselfFound) {
  Plan plan({}, Machine::flat(4));
  plan.add(contention, loads(none_half_most));  // before echo: the order is not relevant
  plan.add(planned_echo, echoes());
  EXPECT_THAT(loads_of(plan), ElementsAre(0));
  PretendedMachine machine(peak_line_s);
  machine.follow(plan);
  const auto sizes = loads_of(plan);
  ASSERT_THAT(sizes, SizeIs(3));
  EXPECT_NEAR(static_cast<double>(*std::next(sizes.begin())), 1000.0, 50.0);
  EXPECT_NEAR(static_cast<double>(*sizes.rbegin()), 9000.0, 500.0);
  for (const Cell& cell : plan.cells()) EXPECT_EQ(cell.status, CellStatus::satisfied) << cell.key;
}

TEST(DeferredPoints, HaveTheirKernelAmongThoseOfTheRunFromTheStart) {
  Plan plan({}, Machine::flat(4));
  plan.add(planned_echo, echoes());
  plan.add(contention, loads({std::string("n50")}));
  EXPECT_THAT(loads_of(plan), ElementsAre());
  EXPECT_THAT(plan.kernels(), ElementsAre(&contention, &planned_echo));
}

TEST(DeferredPoints, GoByTheCurveOfTheDefaults) {
  Plan plan({}, Machine::flat(4));
  plan.add(planned_echo, echoes("returned"));
  plan.add(planned_echo, echoes("fresh"));
  plan.add(contention, loads({std::string("n50")}));
  PretendedMachine machine(peak_line_s);
  machine.follow(plan);
  ASSERT_THAT(loads_of(plan), SizeIs(1));
  EXPECT_NEAR(static_cast<double>(*loads_of(plan).begin()), 1000.0, 50.0);
}

TEST(DeferredPoints, TakeAnotherCurveWhereThatOneWasNotMeasured) {
  Plan plan({}, Machine::flat(4));
  plan.add(planned_echo, echoes("returned"));
  plan.add(contention, loads({std::string("n50")}));
  PretendedMachine machine(peak_line_s);
  machine.follow(plan);
  EXPECT_NEAR(static_cast<double>(*loads_of(plan).begin()), 4000.0, 200.0);
}

TEST(DeferredPoints, GetTheirShareOfTheBudget) {
  PlanOptions options;
  options.budget_s = 3.0;
  Plan plan(options, Machine::flat(4));
  plan.add(planned_echo, echoes());
  plan.add(contention, loads({std::string("n50"), std::string("n90")}));
  PretendedMachine machine(peak_line_s);
  machine.noise = 0.5;  // no cell ever converges, so the budget decides
  machine.follow(plan);
  EXPECT_LE(machine.now_s(), 1.2 * options.budget_s);
  for (const Cell& cell : plan.cells()) {
    EXPECT_GE(cell.visits, 1) << cell.key;
  }
}

TEST(DeferredPoints, DoNotWaitForLongerThanHalfOfTheBudget) {
  PlanOptions options;
  options.budget_s = 10.0;
  Plan plan(options, Machine::flat(4));
  plan.add(planned_echo,
           {.kernel = "echo", .axes = {{"size_bytes", {.values = {std::int64_t{64}}}}}});
  plan.add(contention, loads({std::string("n50")}));
  EXPECT_EQ(plan.next(0.0), 0U);
  plan.visited(0, {.time_s = {1e-6, 2e-6}, .elapsed_s = 0.1});
  EXPECT_EQ(plan.next(4.9), 0U);
  EXPECT_THAT(plan.cells(), SizeIs(1));
  EXPECT_TRUE(plan.next(5.1));
  EXPECT_THAT(plan.cells(), SizeIs(3));
}

TEST(DeferredPoints, WithoutTheirKernelAreSkippedAndSayWhatWouldWork) {
  Plan plan({}, Machine::flat(4));
  plan.add(contention, loads({std::string("n50")}));
  EXPECT_TRUE(plan.cells().empty());
  plan.plan_deferred(0.0);
  ASSERT_THAT(plan.cells(), SizeIs(2));
  for (const Cell& cell : plan.cells()) {
    EXPECT_EQ(cell.status, CellStatus::skipped);
    EXPECT_THAT(cell.reason,
                HasSubstr("load_bytes=n50 is the size at which echo reaches 50 % of its peak"));
    EXPECT_THAT(cell.reason, HasSubstr("measure echo too, or give a number"));
  }
  EXPECT_EQ(plan.cells()[1].key, "contention load_bytes=n50 size_bytes=64");
  EXPECT_THAT(plan.take_new(), SizeIs(2));
  EXPECT_THAT(plan.take_ended(), SizeIs(2));
  EXPECT_EQ(plan.next(0.0), std::nullopt);
}

TEST(DeferredPoints, WhoseKernelFailedAreSkipped) {
  Plan plan({}, Machine::flat(4));
  plan.add(planned_echo,
           {.kernel = "echo", .axes = {{"size_bytes", {.values = {std::int64_t{8}}}}}});
  plan.add(contention, loads({std::string("n90")}));
  plan.failed(*plan.next(0.0), "wrong data");
  EXPECT_EQ(plan.next(0.1), std::nullopt);
  EXPECT_EQ(std::ranges::count(plan.cells(), CellStatus::skipped, &Cell::status), 2);
}

TEST(DeferredPoints, AreRecordedToTheEndWhereTheBudgetIsTooSmall) {
  Plan plan({}, Machine::flat(4));
  plan.add(planned_echo, echoes());
  plan.add(contention, loads({std::string("n50")}));
  (void)plan.next(0.0);
  EXPECT_EQ(plan.next(1e9), std::nullopt);
  for (const Cell& cell : plan.cells()) EXPECT_TRUE(cell.status) << cell.key;
  EXPECT_EQ(std::ranges::count(plan.cells(), CellStatus::skipped, &Cell::status), 2);
}

TEST(DeferredPoints, SayOfWhatTheyAreAShare) {
  Plan plan({}, Machine::flat(4));
  plan.add(planned_echo, echoes());
  plan.add(contention, loads(none_half_most));
  PretendedMachine machine(peak_line_s);
  machine.follow(plan);
  for (const Cell& cell : plan.cells()) {
    const bool is_share =
        cell.kernel->name == "contention" && number_at(cell.point, "load_bytes") > 0;
    EXPECT_EQ(cell.shares.contains("load_bytes"), is_share) << cell.key;
    if (!is_share) continue;
    EXPECT_THAT(cell.shares.at("load_bytes"), AnyOf("n50", "n90"));
  }
}

TEST(DeferredPoints, GoByWhatAnEarlierPartOfTheLaunchMeasured) {
  Plan plan({}, Machine::flat(4));
  plan.add(planned_echo, echoes());
  plan.add(contention, loads({std::string("n50")}));
  const std::vector<Cell> cells = plan.cells();
  for (const Cell& cell : cells) {
    const Plan::VisitResult visit{.time_s = std::vector<double>(10, peak_line_s(cell, 0))};
    plan.restore_ended(cell.key, CellStatus::satisfied, std::span(&visit, 1));
  }
  EXPECT_TRUE(plan.next(0.0));
  ASSERT_THAT(loads_of(plan), SizeIs(1));
  EXPECT_NEAR(static_cast<double>(*loads_of(plan).begin()), 1000.0, 50.0);
}

TEST(DeferredPoints, KeepTheNumbersThatAnEarlierPartOfTheLaunchGaveThem) {
  Plan plan({}, Machine::flat(4));
  plan.add(planned_echo, echoes());
  plan.add(contention, loads({std::string("n50"), std::string("n90")}));
  plan.restore_share("contention", "load_bytes", "n50", 777);
  EXPECT_THAT(loads_of(plan), ElementsAre(777));
  PretendedMachine machine(peak_line_s);
  machine.follow(plan);
  EXPECT_THAT(loads_of(plan), SizeIs(2));
}

TEST(DeferredPoints, WhoseOtherAxesAreWrongAreRefusedAtOnce) {
  Plan plan({}, Machine::flat(4));
  Experiment wrong = loads({std::string("n50")});
  wrong.axes["color"].values = {std::string("red")};
  EXPECT_THROW(plan.add(contention, wrong), Error);
}

TEST(DeferredPoints, OtherWordsAreRefused) {
  Plan plan({}, Machine::flat(4));
  EXPECT_THROW(plan.add(contention, loads({std::string("n51")})), Error);
}

}  // namespace
}  // namespace strobe::measure
