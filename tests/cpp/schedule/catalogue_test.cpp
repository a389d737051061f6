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

std::vector<std::string> messages_of(std::string_view pattern, const PatternOptions& options) {
  std::vector<std::string> lines;
  for (const auto& [step, message] : diagram_of(pattern, options, 0.0, {}).messages) {
    lines.push_back(std::to_string(step) + ": " + std::to_string(message.from) + "->" +
                    std::to_string(message.to));
  }
  return lines;
}

TEST(Diagram, IsTheFigureOfEachTopology) {
  EXPECT_THAT(messages_of("split-ring", {.ranks = 6}),
              ElementsAre("0: 0->1", "0: 0->5", "1: 1->2", "1: 5->4", "2: 2->3"));
  EXPECT_THAT(
      messages_of("multiring", {.branches = 3}),
      ElementsAre("0: 0->1", "0: 0->4", "0: 0->6", "1: 1->2", "1: 4->5", "1: 6->7", "2: 2->3"));
  EXPECT_THAT(messages_of("hypercube", {}), ElementsAre("0: 0->1", "1: 0->2", "1: 1->3", "2: 0->4",
                                                        "2: 1->5", "2: 2->6", "2: 3->7"));
  EXPECT_THAT(messages_of("tree", {}), ElementsAre("0: 0->4", "1: 0->2", "1: 4->6", "2: 0->1",
                                                   "2: 2->3", "2: 4->5", "2: 6->7"));
  EXPECT_THAT(
      messages_of("tree", {.branches = 2}),
      ElementsAre("0: 0->3", "0: 0->6", "1: 0->1", "1: 0->2", "1: 3->4", "1: 3->5", "1: 6->7"));
  // Figure 37: the broadcast with arrows and steps reversed.
  EXPECT_THAT(
      messages_of("tree", {.collective = Collective::reduce}),
      ElementsAre("0: 1->0", "0: 3->2", "0: 5->4", "0: 7->6", "1: 2->0", "1: 6->4", "2: 4->0"));
  EXPECT_THAT(
      messages_of("tree", {.ranks = 3, .root = 1, .collective = Collective::reduce_and_broadcast}),
      ElementsAre("0: 2->1", "1: 0->1", "2: 1->0", "3: 1->2"));
}

TEST(Diagram, IsTheFigureOfTheBidirectionalExchange) {
  EXPECT_THAT(messages_of("bidirectional-exchange", {.ranks = 4}),
              ElementsAre("0: 0->1", "0: 1->0", "0: 2->3", "0: 3->2", "1: 0->2", "1: 1->3",
                          "1: 2->0", "1: 3->1"));
  EXPECT_THAT(messages_of("bidirectional-exchange", {.ranks = 3}),
              ElementsAre("0: 2->0", "1: 0->1", "1: 1->0", "2: 0->2"));
}

TEST(Diagram, PassesOneSegmentOnWhileTheNextArrives) {
  EXPECT_THAT(messages_of("increasing-ring", {.ranks = 3, .segments = 3}),
              ElementsAre("0: 0->1", "1: 0->1", "1: 1->2", "2: 0->1", "2: 1->2", "3: 1->2"));
}

TEST(Diagram, RepeatsAPatternAsAPipeline) {
  EXPECT_THAT(messages_of("increasing-ring", {.ranks = 3, .repetitions = 2}),
              ElementsAre("0: 0->1", "1: 0->1", "1: 1->2", "2: 1->2"));
  // The root of a tree sends in every step, so that nothing overlaps (table 9: no pipelining).
  EXPECT_THAT(messages_of("tree", {.ranks = 4, .repetitions = 2}),
              ElementsAre("0: 0->2", "1: 0->1", "1: 2->3", "2: 0->2", "3: 0->1", "3: 2->3"));
  EXPECT_THAT(
      messages_of("tree",
                  {.ranks = 2, .repetitions = 2, .collective = Collective::reduce_and_broadcast}),
      ElementsAre("0: 1->0", "1: 0->1", "2: 1->0", "3: 0->1"));
  // A further broadcast round a ring costs the last rank one message, not one message for each
  // rank.
  const Costs costs{.send = {.start_s = 1.0}, .complete = {.start_s = 1.0}};
  const auto last_s = [&](int repetitions) {
    const PatternOptions options{.ranks = 6, .repetitions = repetitions};
    return std::ranges::max(finish_times_s("increasing-ring", options, 0.0, costs));
  };
  EXPECT_DOUBLE_EQ(last_s(1), 5.0);
  EXPECT_DOUBLE_EQ(last_s(4), 8.0);
}

TEST(Diagram, RepeatsAPatternInAsManySteps) {
  // All messages take the time 1, so the time is equal to the number of steps.
  const Costs unit{.send = {.start_s = 1.0}, .complete = {.start_s = 1.0}};
  for (const char* ring : {"increasing-ring", "decreasing-ring", "multiring"}) {
    for (const Collective collective : {Collective::broadcast, Collective::reduce}) {
      for (int ranks = 2; ranks <= 9; ++ranks) {
        const PatternOptions options{
            .ranks = ranks, .root = 1, .repetitions = 15, .collective = collective};
        const Diagram diagram = diagram_of(ring, options, 0.0, unit);
        EXPECT_EQ(diagram.messages.back().step + 1, ranks - 1 + 14) << ring << " of " << ranks;
        EXPECT_DOUBLE_EQ(std::ranges::max(diagram.finish_s), ranks - 1 + 14) << ring;
      }
    }
  }
  // A diagram never has fewer steps than its messages need.
  for (const char* tree : {"tree", "hypercube"}) {
    for (const Collective collective :
         {Collective::broadcast, Collective::reduce, Collective::reduce_and_broadcast}) {
      for (int ranks = 2; ranks <= 20; ++ranks) {
        const Diagram diagram = diagram_of(
            tree, {.ranks = ranks, .repetitions = 3, .collective = collective}, 0.0, unit);
        EXPECT_GE(diagram.messages.back().step + 1, std::ranges::max(diagram.finish_s))
            << tree << " of " << ranks;
      }
    }
  }
}

TEST(Diagram, RefusesATimeBelowZero) {
  // T_c of the CM-5's locally-blocking sends: -159 + 1.4787 N microseconds for N doubles.
  const Costs note{.send = {.start_s = 173e-6, .per_byte_s = 1.4787e-6 / 8},
                   .complete = {.start_s = -159e-6, .per_byte_s = 1.4787e-6 / 8}};
  EXPECT_NEAR(diagram_of("increasing-ring", {.ranks = 2}, 8000.0, note).finish_s[1], 1319.7e-6,
              1e-12);
  try {
    static_cast<void>(diagram_of("increasing-ring", {.ranks = 2}, 800.0, note));
    FAIL() << "a time below zero was taken";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("T_c is -11.13 microseconds for a message of 800 bytes"));
  }
  // The time is that of one segment.
  EXPECT_THROW(static_cast<void>(diagram_of("tree", {.segments = 10}, 8000.0, note)), Error);
}

TEST(Diagram, KnowsEveryPatternAtEverySize) {
  for (const Pattern& pattern : patterns()) {
    for (int ranks = 1; ranks <= 70; ++ranks) {
      const Diagram diagram = diagram_of(pattern.name, {.ranks = ranks}, 100.0, {});
      ASSERT_EQ(std::ssize(diagram.finish_s), ranks) << pattern.name;
      ASSERT_EQ(diagram.messages.empty(), ranks == 1) << pattern.name;
      // Steps are numbered from 0 without gaps.
      int expected = 0;
      for (const DiagramMessage& message : diagram.messages) {
        ASSERT_LE(message.step, expected + 1) << pattern.name << " of " << ranks;
        expected = std::max(expected, message.step);
      }
      ASSERT_TRUE(ranks == 1 || diagram.messages.front().step == 0) << pattern.name;
    }
  }
}

TEST(Diagram, CutsAMessageIntoWhatItsBlocksAre) {
  Costs costs;
  costs.complete.per_byte_s = 1.0;
  // Each of the three messages of a ring of four has a quarter of all bytes.
  EXPECT_NEAR(diagram_of("ring-allgather", {.ranks = 4}, 400.0, costs).finish_s[0], 300.0, 1e-9);
  EXPECT_NEAR(diagram_of("increasing-ring", {.ranks = 2, .segments = 4}, 400.0, costs).finish_s[1],
              400.0, 1e-9);
}

TEST(Diagram, RefusesWrongOptions) {
  const auto reason = [](std::string_view pattern, const PatternOptions& options) -> std::string {
    try {
      static_cast<void>(diagram_of(pattern, options, 0.0, {}));
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_THAT(reason("star", {}),
              HasSubstr("unknown pattern 'star'; choose one of increasing-ring"));
  EXPECT_EQ(reason("tree", {.ranks = 0}), "--ranks is 0; give 1 or more");
  EXPECT_EQ(reason("tree", {.ranks = 4, .root = 4}), "--root is 4; of 4 ranks give 0 to 3");
  EXPECT_EQ(reason("tree", {.repetitions = 0}), "--repetitions is 0; give 1 or more");
  EXPECT_EQ(reason("tree", {.branches = 0}), "--branches is 0; give 1 or more");
  EXPECT_EQ(reason("hypercube", {.branches = 2}),
            "--branches does not apply to hypercube; choose multiring or tree");
  EXPECT_EQ(reason("line-scan", {.root = 1}),
            "--root does not apply to line-scan, which has no root; leave it out");
  EXPECT_EQ(reason("scatter", {.segments = 2}),
            "--segments does not apply to scatter; choose a topology");
  EXPECT_EQ(reason("scatter", {.collective = Collective::reduce}),
            "--way does not apply to scatter; choose a topology");
}

}  // namespace
}  // namespace strobe::schedule
