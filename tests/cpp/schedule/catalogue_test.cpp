// SPDX-License-Identifier: BSD-3-Clause
//
// Every pattern by its name, in the steps of the figures of LAPACK Working Note 73.
#include "schedule/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "strobe/error.hpp"

namespace strobe::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> drawn(std::string_view pattern, const Wish& wish) {
  std::vector<std::string> lines;
  for (const auto& [step, message] : draw(pattern, wish, 0.0, {}).messages) {
    lines.push_back(std::to_string(step) + ": " + std::to_string(message.from) + "->" +
                    std::to_string(message.to));
  }
  return lines;
}

TEST(Draw, IsTheFigureOfEachTopology) {
  EXPECT_THAT(drawn("split-ring", {.ranks = 6}),
              ElementsAre("0: 0->1", "0: 0->5", "1: 1->2", "1: 5->4", "2: 2->3"));
  EXPECT_THAT(
      drawn("multiring", {.branches = 3}),
      ElementsAre("0: 0->1", "0: 0->4", "0: 0->6", "1: 1->2", "1: 4->5", "1: 6->7", "2: 2->3"));
  EXPECT_THAT(drawn("hypercube", {}), ElementsAre("0: 0->1", "1: 0->2", "1: 1->3", "2: 0->4",
                                                  "2: 1->5", "2: 2->6", "2: 3->7"));
  EXPECT_THAT(drawn("tree", {}), ElementsAre("0: 0->4", "1: 0->2", "1: 4->6", "2: 0->1", "2: 2->3",
                                             "2: 4->5", "2: 6->7"));
  EXPECT_THAT(
      drawn("tree", {.branches = 2}),
      ElementsAre("0: 0->3", "0: 0->6", "1: 0->1", "1: 0->2", "1: 3->4", "1: 3->5", "1: 6->7"));
  // Figure 37: the broadcast with its arrows and its steps turned round.
  EXPECT_THAT(
      drawn("tree", {.way = Wish::Way::combine}),
      ElementsAre("0: 1->0", "0: 3->2", "0: 5->4", "0: 7->6", "1: 2->0", "1: 6->4", "2: 4->0"));
  EXPECT_THAT(drawn("tree", {.ranks = 3, .root = 1, .way = Wish::Way::combine_on_all}),
              ElementsAre("0: 2->1", "1: 0->1", "2: 1->0", "3: 1->2"));
}

TEST(Draw, IsTheFigureOfTheBidirectionalExchange) {
  EXPECT_THAT(drawn("bidirectional-exchange", {.ranks = 4}),
              ElementsAre("0: 0->1", "0: 1->0", "0: 2->3", "0: 3->2", "1: 0->2", "1: 1->3",
                          "1: 2->0", "1: 3->1"));
  EXPECT_THAT(drawn("bidirectional-exchange", {.ranks = 3}),
              ElementsAre("0: 2->0", "1: 0->1", "1: 1->0", "2: 0->2"));
}

TEST(Draw, PassesOneSegmentOnWhileTheNextArrives) {
  EXPECT_THAT(drawn("increasing-ring", {.ranks = 3, .segments = 3}),
              ElementsAre("0: 0->1", "1: 0->1", "1: 1->2", "2: 0->1", "2: 1->2", "3: 1->2"));
}

TEST(Draw, RepeatsAPatternAsAPipeline) {
  EXPECT_THAT(drawn("increasing-ring", {.ranks = 3, .repetitions = 2}),
              ElementsAre("0: 0->1", "1: 0->1", "1: 1->2", "2: 1->2"));
  // The root of a tree sends in every step, so that nothing overlaps (table 9: no pipelining).
  EXPECT_THAT(drawn("tree", {.ranks = 4, .repetitions = 2}),
              ElementsAre("0: 0->2", "1: 0->1", "1: 2->3", "2: 0->2", "3: 0->1", "3: 2->3"));
  EXPECT_THAT(drawn("tree", {.ranks = 2, .repetitions = 2, .way = Wish::Way::combine_on_all}),
              ElementsAre("0: 1->0", "1: 0->1", "2: 1->0", "3: 0->1"));
  // A further broadcast round a ring costs the last rank one message, not a way round.
  const Costs costs{.send = {.start_s = 1.0}, .complete = {.start_s = 1.0}};
  const auto last_s = [&](int repetitions) {
    const Wish wish{.ranks = 6, .repetitions = repetitions};
    return std::ranges::max(finish_s("increasing-ring", wish, 0.0, costs));
  };
  EXPECT_DOUBLE_EQ(last_s(1), 5.0);
  EXPECT_DOUBLE_EQ(last_s(4), 8.0);
}

TEST(Draw, RepeatsAPatternInAsManySteps) {
  // Where all messages take one step's time, steps and time are the same.
  const Costs unit{.send = {.start_s = 1.0}, .complete = {.start_s = 1.0}};
  for (const char* ring : {"increasing-ring", "decreasing-ring", "multiring"}) {
    for (const auto way : {Wish::Way::spread, Wish::Way::combine}) {
      for (int ranks = 2; ranks <= 9; ++ranks) {
        const Wish wish{.ranks = ranks, .root = 1, .repetitions = 15, .way = way};
        const Drawing drawing = draw(ring, wish, 0.0, unit);
        EXPECT_EQ(drawing.messages.back().step + 1, ranks - 1 + 14) << ring << " of " << ranks;
        EXPECT_DOUBLE_EQ(std::ranges::max(drawing.of_rank_s), ranks - 1 + 14) << ring;
      }
    }
  }
  // No drawing is quicker than its messages.
  for (const char* tree : {"tree", "hypercube"}) {
    for (const auto way : {Wish::Way::spread, Wish::Way::combine, Wish::Way::combine_on_all}) {
      for (int ranks = 2; ranks <= 20; ++ranks) {
        const Drawing drawing =
            draw(tree, {.ranks = ranks, .repetitions = 3, .way = way}, 0.0, unit);
        EXPECT_GE(drawing.messages.back().step + 1, std::ranges::max(drawing.of_rank_s))
            << tree << " of " << ranks;
      }
    }
  }
}

TEST(Draw, RefusesATimeBelowZero) {
  // T_c of the CM-5's locally-blocking sends: -159 + 1.4787 N microseconds for N doubles.
  const Costs note{.send = {.start_s = 173e-6, .per_byte_s = 1.4787e-6 / 8},
                   .complete = {.start_s = -159e-6, .per_byte_s = 1.4787e-6 / 8}};
  EXPECT_NEAR(draw("increasing-ring", {.ranks = 2}, 8000.0, note).of_rank_s[1], 1319.7e-6, 1e-12);
  try {
    static_cast<void>(draw("increasing-ring", {.ranks = 2}, 800.0, note));
    FAIL() << "a time below zero was taken";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("T_c is -11.13 microseconds for a message of 800 bytes"));
  }
  // What counts is the size of a segment.
  EXPECT_THROW(static_cast<void>(draw("tree", {.segments = 10}, 8000.0, note)), Error);
}

TEST(Draw, KnowsEveryPatternAtEverySize) {
  for (const Pattern& pattern : patterns()) {
    for (int ranks = 1; ranks <= 70; ++ranks) {
      const Drawing drawing = draw(pattern.name, {.ranks = ranks}, 100.0, {});
      ASSERT_EQ(std::ssize(drawing.of_rank_s), ranks) << pattern.name;
      ASSERT_EQ(drawing.messages.empty(), ranks == 1) << pattern.name;
      // No step is left out, and the first is step 0.
      int expected = 0;
      for (const Drawn& drawn : drawing.messages) {
        ASSERT_LE(drawn.step, expected + 1) << pattern.name << " of " << ranks;
        expected = std::max(expected, drawn.step);
      }
      ASSERT_TRUE(ranks == 1 || drawing.messages.front().step == 0) << pattern.name;
    }
  }
}

TEST(Draw, CutsAMessageIntoWhatItsBlocksAre) {
  Costs costs;
  costs.complete.per_byte_s = 1.0;
  // Each of the three messages of a ring of four has a quarter of all bytes.
  EXPECT_NEAR(draw("ring-allgather", {.ranks = 4}, 400.0, costs).of_rank_s[0], 300.0, 1e-9);
  EXPECT_NEAR(draw("increasing-ring", {.ranks = 2, .segments = 4}, 400.0, costs).of_rank_s[1],
              400.0, 1e-9);
}

TEST(Draw, SaysWhatCannotBeDrawn) {
  const auto reason = [](std::string_view pattern, const Wish& wish) -> std::string {
    try {
      static_cast<void>(draw(pattern, wish, 0.0, {}));
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_THAT(reason("star", {}),
              HasSubstr("there is no pattern 'star'; there are increasing-ring"));
  EXPECT_EQ(reason("tree", {.ranks = 0}), "a pattern has one rank at least");
  EXPECT_EQ(reason("tree", {.ranks = 4, .root = 4}), "4 ranks have no root 4: it is one of 0 to 3");
  EXPECT_EQ(reason("tree", {.repetitions = 0}), "a pattern is repeated once at least");
  EXPECT_EQ(reason("tree", {.branches = 0}), "a pattern has one branch at least");
  EXPECT_EQ(reason("hypercube", {.branches = 2}),
            "hypercube has no branches to be chosen; multiring and tree have");
  EXPECT_EQ(reason("line-scan", {.root = 1}), "line-scan has no root");
  EXPECT_EQ(reason("scatter", {.segments = 2}), "scatter is not cut into segments");
  EXPECT_EQ(reason("scatter", {.way = Wish::Way::combine}), "scatter goes one way only");
}

}  // namespace
}  // namespace strobe::schedule
