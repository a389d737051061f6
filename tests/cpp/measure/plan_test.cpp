// SPDX-License-Identifier: BSD-3-Clause
#include "measure/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "measure/members.hpp"
#include "measure/planned_echo.hpp"
#include "strobe/error.hpp"
#include "support/pretended_machine.hpp"

namespace strobe::measure {
namespace {

using strobe::testing::PretendedMachine;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Samples = std::vector<double>;

const KernelInfo barrier{.name = "barrier", .members = only_first};

Experiment sizes(std::int64_t from, std::int64_t to, bool refine = false) {
  return {
      .kernel = "echo",
      .axes = {{"size_bytes", AxisSpec{.range = Range{.from = from, .to = to}, .refine = refine}}}};
}

/// Echoes with sizes from 0 to 4 MiB: 24 cells.
Plan echo_plan(const PlanOptions& options, bool refine = false) {
  Plan plan(options, Machine::flat(2));
  plan.add(planned_echo, sizes(0, 4 << 20, refine));
  return plan;
}

/// A straight line; in the slow regime both start-up time and bandwidth are worse.
double line_s(const Cell& cell, int speed) {
  const auto size = static_cast<double>(number_at(cell.point, "size_bytes"));
  return speed == 0 ? 0.3e-6 + size / 20e9 : 1.2e-6 + size / 15e9;
}

std::vector<std::size_t> order(const std::vector<PretendedMachine::Visit>& visits) {
  std::vector<std::size_t> indices;
  for (const auto& visit : visits) indices.push_back(visit.index);
  return indices;
}

std::size_t count(const Plan& plan, CellStatus status) {
  return static_cast<std::size_t>(std::ranges::count(plan.cells(), status, &Cell::status));
}

TEST(Plan, TakesRepetitionsAndVisitsFromWhereTheyAreSaid) {
  const KernelInfo repeated{.name = "repeated",
                            .axes = {{.name = "repetitions", .default_value = 15, .minimum = 1}},
                            .members = only_first};
  Plan plan({.precision = {.visits_min = 3}}, Machine::flat(2));
  plan.add(repeated, {.kernel = "repeated", .visits_min = 11});
  plan.add(barrier, {.kernel = "barrier", .repetitions = 7});
  EXPECT_EQ(plan.cell(0).wanted_repetitions, 15);
  EXPECT_EQ(plan.cell(0).visits_min, 11);
  EXPECT_EQ(plan.cell(1).wanted_repetitions, 7);
  EXPECT_EQ(plan.cell(1).visits_min, 3);
}

TEST(Plan, VisitsACellAsOftenAsItsExperimentWants) {
  Plan plan({.precision = {.samples_min = 6, .visits_min = 2}}, Machine::flat(2));
  plan.add(barrier, {.kernel = "barrier", .visits_min = 5});
  for (int visit = 0; visit < 5; ++visit) {
    EXPECT_FALSE(plan.cell(0).status);
    plan.visited(0, {.time_s = Samples(20, 1e-6), .elapsed_s = 1e-3});
  }
  EXPECT_EQ(plan.cell(0).status, CellStatus::satisfied);
}

TEST(Plan, HoldsEveryCombinationOnce) {
  Plan plan(PlanOptions{}, Machine::flat(2));
  plan.add(planned_echo,
           {.kernel = "echo",
            .axes = {{"size_bytes", {.values = {std::int64_t{8}, std::int64_t{64}}}},
                     {"reply", {.values = {std::string("returned"), std::string("fresh")}}}}});
  plan.add(planned_echo,
           {.kernel = "echo", .axes = {{"size_bytes", {.values = {std::int64_t{8}}}}}});
  plan.add(barrier, {.kernel = "barrier"});
  std::vector<std::string> keys;
  for (const Cell& cell : plan.cells()) keys.push_back(cell.key);
  EXPECT_THAT(
      keys,
      ElementsAre("echo reply=returned size_bytes=8", "echo reply=returned size_bytes=64",
                  "echo reply=fresh size_bytes=8", "echo reply=fresh size_bytes=64", "barrier"));
  EXPECT_THAT(plan.take_new(), SizeIs(5));
  EXPECT_THAT(plan.take_new(), IsEmpty());
}

TEST(Plan, RefusesWhatTheKernelForbids) {
  Plan plan(PlanOptions{}, Machine::flat(2));
  EXPECT_THROW(
      plan.add(planned_echo, {.kernel = "echo", .axes = {{"n", {.values = {std::int64_t{8}}}}}}),
      Error);
  EXPECT_THROW(
      plan.add(barrier, {.kernel = "barrier", .axes = {{"n", {.values = {std::int64_t{8}}}}}}),
      Error);
  EXPECT_THROW(plan.add(planned_echo,
                        {.kernel = "echo", .axes = {{"reply", {.values = {std::string("late")}}}}}),
               Error);
}

TEST(Plan, GrantsWhatIsWishedAndKeepsTheRest) {
  const PlanOptions options =
      with_requested({.budget_s = 10.0, .cell_budget_s = 1.0},
                     {.budget_s = 20.0, .relative_error = {}, .visits_min = 4});
  EXPECT_EQ(options.budget_s, 20.0);
  EXPECT_EQ(options.cell_budget_s, 1.0);
  EXPECT_EQ(options.precision.visits_min, 4);
  EXPECT_EQ(options.precision.relative_error, Precision{}.relative_error);
}

TEST(Plan, OfNothingEnds) {
  Plan plan(PlanOptions{}, Machine::flat(2));
  EXPECT_EQ(plan.next(0.0), std::nullopt);
}

TEST(Plan, OnAQuietMachineSatisfiesEveryCellInThreePasses) {
  Plan plan = echo_plan({});
  PretendedMachine machine(line_s);
  const auto visits = machine.follow(plan);
  EXPECT_EQ(count(plan, CellStatus::satisfied), 24u);
  EXPECT_THAT(visits, SizeIs(72));
  EXPECT_THAT(plan.take_ended(), SizeIs(24));
  EXPECT_THAT(plan.take_ended(), IsEmpty());
  // Each pass visits every cell once, so that the visits of a cell are spread over time.
  const std::vector<std::size_t> indices = order(visits);
  for (std::size_t pass = 0; pass < 3; ++pass) {
    const auto begin = indices.begin() + static_cast<std::ptrdiff_t>(24 * pass);
    EXPECT_THAT(std::set(begin, begin + 24), SizeIs(24)) << pass;
  }
  for (const Cell& cell : plan.cells()) {
    const double truth = line_s(cell, 0);
    EXPECT_NEAR(cell.regimes.at(0).interval()->median / truth, 1.0, 0.025) << cell.key;
    EXPECT_EQ(cell.reason, "");
  }
}

TEST(Plan, ShufflesFromItsSeed) {
  const auto visited = [](std::uint64_t seed) {
    Plan plan = echo_plan({.seed = seed});
    PretendedMachine machine(line_s);
    return order(machine.follow(plan));
  };
  const auto first = visited(5);
  EXPECT_EQ(first, visited(5));
  EXPECT_NE(first, visited(6));
  EXPECT_FALSE(std::ranges::is_sorted(first.begin(), first.begin() + 24));
  EXPECT_NE(std::vector(first.begin(), first.begin() + 24),
            std::vector(first.begin() + 24, first.begin() + 48))
      << "each pass has an order of its own";
}

class PlanOnAChangingMachine : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(PlanOnAChangingMachine, KeepsSpeedsApartAndVisitsAgainWhatAChangeCut) {
  Plan plan = echo_plan({.budget_s = 30.0, .cell_budget_s = 3.0, .seed = GetParam()}, true);
  PretendedMachine machine(line_s, GetParam());
  machine.speed_held_s = 0.3;  // longer than any visit, so that a visit contains at most one change
  machine.noise = 0.03;
  const auto visits = machine.follow(plan);

  EXPECT_EQ(std::ranges::count_if(plan.cells(), [](const Cell& cell) { return !cell.status; }), 0);
  EXPECT_LE(machine.now_s(), 30.0 + 0.2);
  EXPECT_GT(std::ranges::count(visits, regime_disturbed, &PretendedMachine::Visit::regime), 2)
      << "the machine was to change its speed within visits";
  // The curve is a line in both regimes, so there is nothing to refine.
  EXPECT_EQ(plan.cells().size(), 24u);
  for (std::size_t i = 0; i < plan.cells().size(); ++i) {
    const Cell& cell = plan.cell(i);
    EXPECT_EQ(cell.status, CellStatus::satisfied) << cell.key;
    const auto regime = plan.headline_regime(i);
    ASSERT_TRUE(regime);
    ASSERT_NE(*regime, regime_disturbed);
    // Visits during a change never count towards the three.
    EXPECT_GE(cell.regimes.at(*regime).visits(), 3) << cell.key;
    const double truth = line_s(cell, machine.speed_of(*regime));
    EXPECT_NEAR(cell.regimes.at(*regime).interval()->median / truth, 1.0, 0.04) << cell.key;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PlanOnAChangingMachine, ::testing::Range<std::uint64_t>(1, 21));

TEST(Plan, TakesWhatItHasWhenTheBetterSpeedDoesNotComeBack) {
  Plan plan = echo_plan({.budget_s = 20.0});
  // The first visits are in the fast regime, all later ones in the slow one.
  Regimes regimes;
  (void)regimes.classify({.exchange_s = 45e-9, .work_s = 1.8e-9, .least_work_s = 1.8e-9});
  (void)regimes.classify({.exchange_s = 200e-9, .work_s = 1.8e-9, .least_work_s = 1.8e-9});
  double now_s = 0.0;
  int visits = 0;
  while (const auto index = plan.next(now_s)) {
    const Regime regime = ++visits <= 24 ? 0 : 1;
    now_s += 0.01;
    if (!plan.useful(*index, regime)) {
      now_s += 0.05;
      plan.skipped_visit(0.05);
      continue;
    }
    regimes.count_visit(regime);
    plan.set_reference(0);
    plan.visited(*index, {.regime = regime, .time_s = Samples(20, 1e-6), .elapsed_s = 0.01});
  }
  EXPECT_EQ(count(plan, CellStatus::satisfied), 24u);
  EXPECT_LT(now_s, 10.0) << "it waits for a quarter of its budget";
  for (std::size_t i = 0; i < plan.cells().size(); ++i) {
    EXPECT_EQ(plan.cell(i).reason, "only in a regime that is not the machine's best");
    EXPECT_EQ(plan.headline_regime(i), 1) << "too few samples at the better speed";
  }
}

TEST(Plan, DoesNotWaitForASpeedThatIsNoLongerWanted) {
  Plan plan(PlanOptions{}, Machine::flat(2));
  plan.add(barrier, {.kernel = "barrier"});
  plan.set_reference(1);
  for (int visit = 0; visit < 3; ++visit) {
    ASSERT_EQ(plan.next(0.0), 0u);
    plan.visited(0, {.regime = 0, .time_s = Samples(20, 1e-6), .elapsed_s = 0.01});
  }
  EXPECT_FALSE(plan.cell(0).status) << "satisfied, but not at the speed that is wanted";
  EXPECT_FALSE(plan.useful(0, 0));
  EXPECT_TRUE(plan.useful(0, 1));
  // The faster regime was rare, so the other one becomes the reference.
  plan.set_reference(0);
  EXPECT_EQ(plan.cell(0).status, CellStatus::satisfied);
  EXPECT_EQ(plan.cell(0).reason, "");
  EXPECT_THAT(plan.take_ended(), ElementsAre(0));
  EXPECT_EQ(plan.next(0.1), std::nullopt);
}

TEST(Plan, WithoutASentinelGoesByItsSamplesAlone) {
  Plan plan(PlanOptions{}, Machine::flat(2));
  plan.add(barrier, {.kernel = "barrier"});
  for (int visit = 0; visit < 3; ++visit) {
    ASSERT_EQ(plan.next(0.0), 0u);
    plan.visited(0, {.time_s = Samples(20, 1e-6), .elapsed_s = 0.01});
  }
  EXPECT_EQ(plan.cell(0).status, CellStatus::satisfied);
}

TEST(Plan, SpendsNoMoreThanItsBudgets) {
  // So noisy that no cell ever converges.
  Plan plan = echo_plan({.budget_s = 5.0, .cell_budget_s = 0.1});
  PretendedMachine cells_first(line_s);
  cells_first.noise = 2.0;
  (void)cells_first.follow(plan);
  EXPECT_EQ(count(plan, CellStatus::budget), 24u);
  EXPECT_LT(cells_first.now_s(), 5.0);
  for (const Cell& cell : plan.cells()) {
    EXPECT_EQ(cell.reason, "the budget of the cell was spent");
    EXPECT_LT(cell.elapsed_s, 0.1 + 0.01);
    EXPECT_GE(cell.visits, 3);
  }

  Plan hurried = echo_plan({.budget_s = 1.0, .cell_budget_s = 2.0});
  PretendedMachine launch_first(line_s);
  launch_first.noise = 2.0;
  (void)launch_first.follow(hurried);
  EXPECT_EQ(count(hurried, CellStatus::budget), 24u);
  EXPECT_LT(launch_first.now_s(), 1.05);
  EXPECT_GT(launch_first.now_s(), 0.9);
  for (const Cell& cell : hurried.cells()) {
    EXPECT_EQ(cell.reason, "the budget of the launch was spent");
    EXPECT_GE(cell.visits, 3) << "time is shared out fairly";
  }
}

TEST(Plan, OnASlowMachineVisitsEveryCellWhileItsBudgetLasts) {
  // More processes than cores: one operation takes 8 ms, and each cell gets 10 ms.
  Plan plan = echo_plan({.budget_s = 0.75});
  PretendedMachine machine([](const Cell&, int) { return 8e-3; });
  machine.noise = 0.5;
  (void)machine.follow(plan);
  for (const Cell& cell : plan.cells()) {
    EXPECT_GE(cell.visits, 1) << cell.key;
    EXPECT_EQ(cell.status, CellStatus::budget);
  }
  EXPECT_LT(machine.now_s(), 0.75 + 0.05);
}

TEST(Plan, CellsThatAreNeverVisitedSaySo) {
  Plan plan = echo_plan({.budget_s = 0.1});
  PretendedMachine machine([](const Cell&, int) { return 30e-3; });
  (void)machine.follow(plan);
  const auto unvisited = std::ranges::find(plan.cells(), 0, &Cell::visits);
  ASSERT_NE(unvisited, plan.cells().end());
  EXPECT_EQ(unvisited->status, CellStatus::budget);
  EXPECT_EQ(unvisited->reason, "the budget of the launch was spent");
  EXPECT_EQ(plan.headline_regime(static_cast<std::size_t>(unvisited - plan.cells().begin())),
            std::nullopt);
}

/// The protocol changes at 10,000 bytes, between two points of the grid.
double jump_s(const Cell& cell, int speed) {
  return line_s(cell, speed) + (number_at(cell.point, "size_bytes") > 10000 ? 2e-6 : 0.0);
}

TEST(Plan, RefinesAroundAChangeOfProtocol) {
  Plan plan = echo_plan({}, true);
  PretendedMachine machine(jump_s);
  (void)machine.follow(plan);
  std::vector<std::int64_t> refined;
  for (const Cell& cell : plan.cells()) {
    EXPECT_EQ(cell.status, CellStatus::satisfied) << cell.key;
    if (cell.origin == PointOrigin::refined) refined.push_back(number_at(cell.point, "size_bytes"));
  }
  EXPECT_THAT(refined, SizeIs(6)) << "as many as a curve may gain";
  EXPECT_TRUE(std::ranges::all_of(refined, [](auto x) { return x > 4096 && x < 32768; }));
  // Points that were added later are nearer to the change.
  const auto [below, above] = std::ranges::minmax(refined);
  EXPECT_TRUE(below < 10000 && above > 10000);
  const auto near = [](std::int64_t x) { return x > 8192 && x < 16384; };
  EXPECT_GE(std::ranges::count_if(refined, near), 3);
}

TEST(Plan, RefinesNothingThatWasNotAskedFor) {
  Plan plan = echo_plan({}, false);
  PretendedMachine machine(jump_s);
  (void)machine.follow(plan);
  EXPECT_EQ(plan.cells().size(), 24u);
}

TEST(Plan, RefinementGainsPointsThatAreNewAlone) {
  // The grid has every size from 1 KiB to 64 KiB so densely that refinement finds existing points.
  Plan plan({.refine_max = 3}, Machine::flat(2));
  plan.add(planned_echo,
           {.kernel = "echo",
            .axes = {{"size_bytes", {.range = Range{.from = 1024, .to = 65536}, .refine = true}}}});
  plan.add(
      planned_echo,
      {.kernel = "echo",
       .axes = {{"size_bytes",
                 {.values = {std::int64_t{5793}, std::int64_t{11585}, std::int64_t{23170}}}}}});
  PretendedMachine machine(jump_s);
  (void)machine.follow(plan);
  EXPECT_EQ(std::ranges::count(plan.cells(), PointOrigin::refined, &Cell::origin), 3)
      << "points that were there already are not gained";
}

TEST(Plan, RefinesWithinOneSpeedOnly) {
  // Small sizes were measured in one regime and large ones in the other; in each they are on a
  // line.
  Plan plan(PlanOptions{}, Machine::flat(2));
  plan.add(planned_echo, sizes(1, 1 << 16, true));
  for (int visit = 0; visit < 3; ++visit) {
    for (std::size_t i = 0; i < 17; ++i) {
      const auto index = plan.next(0.0);
      ASSERT_TRUE(index);
      const Cell& cell = plan.cell(*index);
      const int speed = number_at(cell.point, "size_bytes") > 100 ? 0 : 1;
      plan.set_reference(speed);
      plan.visited(
          *index, {.regime = speed, .time_s = Samples(20, line_s(cell, speed)), .elapsed_s = 1e-3});
    }
  }
  EXPECT_EQ(count(plan, CellStatus::satisfied), 17u);
  EXPECT_EQ(plan.next(0.1), std::nullopt);
  EXPECT_EQ(plan.cells().size(), 17u);
}

TEST(Plan, RefinesNoCurveOfWhichAPartIsNotKnown) {
  // A resumed launch: earlier figures are missing here, and a line across the gap has no meaning.
  Plan plan = echo_plan({}, true);
  for (const Cell& cell : std::vector(plan.cells())) {
    const auto size = number_at(cell.point, "size_bytes");
    if (size > 4 && size < (1 << 20)) plan.restore_ended(cell.key, CellStatus::satisfied);
  }
  const auto bent_s = [](const Cell& cell, int) {
    return 0.3e-6 + 1e-9 * std::pow(static_cast<double>(number_at(cell.point, "size_bytes")), 0.8);
  };
  PretendedMachine machine(bent_s);
  (void)machine.follow(plan);
  EXPECT_EQ(plan.cells().size(), 24u);

  Plan whole = echo_plan({}, true);
  PretendedMachine same(bent_s);
  (void)same.follow(whole);
  EXPECT_EQ(whole.cells().size(), 24u) << "with all of its points the curve needs no more of them";
}

TEST(Plan, SkipsWhatTheRunHasNothingFor) {
  const Requirement wants = [](const KernelInfo&, const Point& point) {
    if (number_at(point, "size_bytes") == 16) throw Error("there is no 16");
  };
  Plan plan({}, Machine::flat(2), wants);
  plan.add(planned_echo,
           {.kernel = "echo",
            .axes = {{"size_bytes", {.values = {std::int64_t{8}, std::int64_t{16}}}}}});
  EXPECT_FALSE(plan.cells()[0].status);
  EXPECT_EQ(plan.cells()[1].status, CellStatus::skipped);
  EXPECT_EQ(plan.cells()[1].reason, "there is no 16");
}

TEST(Plan, LeavesOutWhatEndedEarlier) {
  Plan plan = echo_plan({});
  plan.restore_ended("echo reply=fresh size_bytes=8", CellStatus::satisfied);
  plan.restore_ended("echo reply=fresh size_bytes=16", CellStatus::hung);
  plan.restore_ended("echo reply=fresh size_bytes=17",
                     CellStatus::satisfied);  // not a cell of this plan
  PretendedMachine machine(line_s);
  for (const auto& visit : machine.follow(plan)) {
    const std::int64_t size = number_at(plan.cell(visit.index).point, "size_bytes");
    EXPECT_TRUE(size != 8 && size != 16) << size;
  }
  EXPECT_EQ(plan.cells().size(), 24u);
  EXPECT_EQ(count(plan, CellStatus::hung), 1u);
  EXPECT_THAT(plan.take_ended(), SizeIs(22)) << "what ended earlier is not ended again";
}

TEST(Plan, AFailedCellIsNotVisitedAgainAndEndsOnce) {
  Plan plan = echo_plan({});
  const std::size_t first = plan.next(0.0).value();
  plan.failed(first, "it needs 9 processes");
  PretendedMachine machine(line_s);
  for (const auto& visit : machine.follow(plan)) EXPECT_NE(visit.index, first);
  EXPECT_EQ(plan.cell(first).status, CellStatus::failed);
  EXPECT_EQ(plan.cell(first).reason, "it needs 9 processes");
  EXPECT_EQ(count(plan, CellStatus::satisfied), 23u);
}

TEST(Plan, WrongDataOverrulesASatisfiedCellWithoutEndingItTwice) {
  Plan plan(PlanOptions{}, Machine::flat(2));
  plan.add(barrier, {.kernel = "barrier"});
  for (int visit = 0; visit < 3; ++visit) {
    plan.visited(0, {.time_s = Samples(20, 1e-6), .elapsed_s = 0.01});
  }
  ASSERT_EQ(plan.cell(0).status, CellStatus::satisfied);
  plan.failed(0, "wrong data");
  EXPECT_EQ(plan.cell(0).status, CellStatus::failed);
  EXPECT_THAT(plan.take_ended(), ElementsAre(0));
}

TEST(Plan, AVisitIsEnoughOnlyWithItsShareOfTheSamples) {
  Plan plan({.precision = {.samples_min = 30, .visits_min = 3}}, Machine::flat(2));
  plan.add(barrier, {.kernel = "barrier"});
  EXPECT_FALSE(plan.enough(0, 0, Samples(9, 1e-6)));
  EXPECT_FALSE(plan.enough(0, 0, Samples(10, 1e-6))) << "10 of 30";
  plan.visited(0, {.regime = 0, .time_s = Samples(10, 1e-6), .elapsed_s = 0.01});
  plan.visited(0, {.regime = 0, .time_s = Samples(10, 1e-6), .elapsed_s = 0.01});
  EXPECT_TRUE(plan.enough(0, 0, Samples(10, 1e-6)));
  EXPECT_FALSE(plan.enough(0, 1, Samples(10, 1e-6))) << "of another speed there are none";
}

TEST(Plan, KnowsTheHalfWidthOfEachRegime) {
  Plan plan(PlanOptions{}, Machine::flat(2));
  plan.add(barrier, {.kernel = "barrier"});
  EXPECT_EQ(plan.half_width(0, 0), std::nullopt);
  plan.visited(0, {.regime = 0, .time_s = {1.0, 1.1, 0.9, 1.05, 0.95}, .elapsed_s = 0.01});
  EXPECT_EQ(plan.half_width(0, 0), std::nullopt) << "below six samples";
  plan.visited(0, {.regime = 0, .time_s = {1.0}, .elapsed_s = 0.01});
  EXPECT_NEAR(plan.half_width(0, 0).value(), 0.1, 1e-12);
  EXPECT_EQ(plan.half_width(0, 1), std::nullopt);
}

TEST(Statuses, HaveTheNamesOfTheRecords) {
  EXPECT_EQ(cell_status_name(CellStatus::satisfied), "satisfied");
  EXPECT_EQ(cell_status_name(CellStatus::budget), "budget");
  EXPECT_EQ(cell_status_name(CellStatus::failed), "failed");
  EXPECT_EQ(cell_status_name(CellStatus::hung), "hung");
}

}  // namespace
}  // namespace strobe::measure
