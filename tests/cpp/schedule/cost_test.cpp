// SPDX-License-Identifier: BSD-3-Clause
//
// Compares predictions with the formulas of LAPACK Working Note 73, for every size up to 1,000.
#include "schedule/cost.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "schedule/exchange.hpp"
#include "schedule/rooted.hpp"
#include "strobe/error.hpp"
#include "support/thoroughness.hpp"

namespace strobe::schedule {
namespace {

constexpr int size_max = 1000;
constexpr double near_s = 1e-9;

/// Times that do not depend on the size of a block, in seconds.
Costs times(double send_s, double complete_s, double operate_s = 0.0) {
  return {.send = {send_s, 0.0},
          .complete = {complete_s, 0.0},
          .copy = {},
          .operate = {operate_s, 0.0}};
}

Prediction broadcast_prediction(Topology topology, int size, const Costs& costs,
                                int repetitions = 1) {
  return predict(
      size, [&](int rank) { return broadcast(topology, {.rank = rank, .size = size}); }, 1.0, costs,
      repetitions);
}

int rounded_up(int a, int b) { return (a + b - 1) / b; }

/// The height of a tree with `branches` sends in each step, and the root's sends in the first step.
struct Height {
  int steps = 0;          ///< H_t
  int initial_sends = 0;  ///< N_is
};
Height height(int size, int branches) {
  int steps = 0;
  std::int64_t reach = 1;  // (N_b + 1) to the power of H_t
  while (reach < size) {
    reach *= branches + 1;
    ++steps;
  }
  const auto before = static_cast<int>(reach / (branches + 1));
  return {steps, steps == 0 ? 0 : rounded_up(size, before) - 1};
}

const Costs apart = times(0.7, 1.9);
const Costs alike = times(1.0, 1.0);

TEST(Predictor, GivesTheTimesOfUnidirectionalRings) {
  for (const int size : thoroughness::sampled_sizes(2, size_max)) {
    for (const Family family : {Family::increasing_ring, Family::decreasing_ring}) {
      const Prediction prediction = broadcast_prediction({family, 1}, size, apart);
      ASSERT_NEAR(prediction.finish_s[0], 0.7, near_s);
      ASSERT_NEAR(prediction.last_s(), (size - 1) * 1.9, 1e-6);
    }
  }
}

TEST(Predictor, GivesTheTimesOfASplitRing) {
  for (const int size : thoroughness::sampled_sizes(3, size_max)) {
    const Prediction prediction = broadcast_prediction({Family::split_ring, 1}, size, apart);
    ASSERT_NEAR(prediction.finish_s[0], 2 * 0.7, near_s);
    // "Roughly floor(P/2) T_c": with an odd number of ranks both halves have that length, and the
    // second ring starts one send later.
    const double second_s = size % 2 == 1 ? 0.7 : 0.0;
    ASSERT_NEAR(prediction.last_s(), (size / 2) * 1.9 + second_s, 1e-6) << size;
  }
}

TEST(Predictor, GivesTheTimesOfAMultiring) {
  for (const int rings : {1, 2, 3, 5, 8}) {
    for (const int size : thoroughness::sampled_sizes(rings + 1, size_max)) {
      const Prediction prediction = broadcast_prediction({Family::multiring, rings}, size, apart);
      ASSERT_NEAR(prediction.finish_s[0], rings * 0.7, near_s);
      const int longer = (size - 1) % rings;
      const double last_ring_s = (size - 1) / rings * 1.9 + (rings - 1) * 0.7;
      const double last_long_s =
          longer == 0 ? 0.0 : rounded_up(size - 1, rings) * 1.9 + (longer - 1) * 0.7;
      // The note ignores that with many rings the last ring can end after the last longer ring.
      ASSERT_NEAR(prediction.last_s(), std::max(last_ring_s, last_long_s), 1e-6) << size;
    }
  }
}

TEST(Predictor, GivesTheTimesOfAHypercube) {
  for (int size = 2; size <= size_max; size *= 2) {
    const double rounds = std::log2(size);
    const Prediction prediction = broadcast_prediction({Family::hypercube, 1}, size, apart);
    EXPECT_NEAR(prediction.finish_s[0], rounds * 0.7, near_s);
    EXPECT_NEAR(prediction.last_s(), rounds * 1.9, near_s);
  }
}

TEST(Predictor, GivesTheTimesOfATree) {
  for (int branches = 1; branches <= 9; ++branches) {
    for (const int size : thoroughness::sampled_sizes(2, size_max)) {
      const Topology tree{Family::tree, branches};
      const auto [steps, initial] = height(size, branches);
      const double sends = branches * (steps - 1) + initial;
      const auto longest_s = [&](double send_s, double complete_s) {
        return ((steps - 1) * (branches - 1) + initial - 1) * send_s + steps * complete_s;
      };
      const Prediction prediction = broadcast_prediction(tree, size, apart);
      ASSERT_NEAR(prediction.finish_s[0], sends * 0.7, 1e-6);
      // The note's formula is the time of the last child of each step. It is exact if the last
      // subtree is complete, or if both times are equal.
      ASSERT_LE(prediction.last_s(), longest_s(0.7, 1.9) + 1e-6) << size << " by " << branches;
      const auto whole = static_cast<int>(std::lround(std::pow(branches + 1, steps - 1)));
      if (size % whole == 0) {
        ASSERT_NEAR(prediction.last_s(), longest_s(0.7, 1.9), 1e-6) << size << " by " << branches;
      }
      ASSERT_NEAR(broadcast_prediction(tree, size, alike).last_s(), longest_s(1.0, 1.0), 1e-6)
          << size;
    }
  }
}

TEST(Predictor, GivesTheTimesOfTheFullyConnected) {
  for (const int size : {2, 3, 100, size_max}) {
    const Prediction prediction = broadcast_prediction(fully_connected, size, apart);
    EXPECT_NEAR(prediction.finish_s[0], (size - 1) * 0.7, 1e-6);
    EXPECT_NEAR(prediction.last_s(), (size - 2) * 0.7 + 1.9, 1e-6);
  }
}

TEST(Predictor, SeesTheRowsOfTable9) {
  // "Procs done after step i": 1 + N_r i for rings; a step is the time of a message.
  for (const int rings : {1, 2, 4}) {
    constexpr int size = 33;
    Costs costs = times(0.0, 1.0);
    const Prediction prediction = broadcast_prediction({Family::multiring, rings}, size, costs);
    for (int step = 1; step <= 32 / rings; ++step) {
      const auto done = std::ranges::count_if(prediction.finish_s,
                                              [&](double at_s) { return at_s <= step + near_s; });
      ASSERT_EQ(done, 1 + rings * step);
    }
  }
}

TEST(Predictor, PipelinesRingsOverRepetitions) {
  // T^1 + k (T_c + (N_r - 1) T_s), where T_s = T_c, as the note assumes.
  for (const int rings : {1, 2, 3}) {
    const Topology topology{Family::multiring, rings};
    const double once_s = broadcast_prediction(topology, 31, alike).last_s();
    for (const int more : {1, 5, 14}) {
      ASSERT_NEAR(broadcast_prediction(topology, 31, alike, 1 + more).last_s(),
                  once_s + more * rings, near_s);
    }
  }
  // In a single ring the receives determine the time, however fast the sends are.
  const double once_s = broadcast_prediction({Family::increasing_ring, 1}, 31, apart).last_s();
  EXPECT_NEAR(broadcast_prediction({Family::increasing_ring, 1}, 31, apart, 10).last_s(),
              once_s + 9 * 1.9, near_s);
}

TEST(Predictor, CopiesTheDataOfTheSourceOnce) {
  // The example of section 4.4.2: three rings of 32 processors of the CM-5, with the lines of
  // tables 5, 6 and 7 at 50,000 doubles, in microseconds.
  constexpr double doubles = 50000;
  constexpr double bytes = 8 * doubles;
  const Costs cm5{.send = {173, 1.4787 / 8},
                  .complete = {-159, 1.4787 / 8},
                  .copy = {-152, 0.7248 / 8},
                  .operate = {}};
  const double t_s = cm5.send.at(bytes);
  const double t_c = cm5.complete.at(bytes);
  const double t_m = cm5.copy.at(bytes);
  const auto three_rings = [&](const Costs& costs, int repetitions) {
    return predict(
        32, [](int rank) { return broadcast({Family::multiring, 3}, {.rank = rank, .size = 32}); },
        bytes, costs, repetitions);
  };
  const Prediction once = three_rings(cm5, 1);
  constexpr double near_us = 1e-6;
  EXPECT_NEAR(once.finish_s[0], t_m + 3 * t_s, near_us);
  double last_receive = 0;
  for (const TimedMessage& message : once.messages) {
    last_receive = std::max(last_receive, message.received_s);
  }
  EXPECT_NEAR(last_receive, t_m + 10 * t_c + 2 * t_s, near_us);
  // T_s is slightly longer than T_c, so the last process to forward the data finishes last.
  EXPECT_NEAR(once.last_s(), last_receive + t_s - t_c, near_us);
  // "Each additional broadcast will only add T_m + T_c + 2 T_s", where T_s is T_c.
  Costs alike_cm5 = cm5;
  alike_cm5.send = cm5.complete;
  EXPECT_NEAR(three_rings(alike_cm5, 15).last_s() - three_rings(alike_cm5, 1).last_s(),
              14 * (t_m + 3 * t_c), near_us);
}

TEST(Predictor, CopiesOnEachRankThatStartsWithASend) {
  Costs costs = times(1.0, 1.0, 0.5);
  costs.copy = {4.0, 0.0};
  // The leaves of a gather copy at the same time; the others combine what they have received.
  const auto gather = [](int rank) { return reduce(binomial, {.rank = rank, .size = 8}); };
  EXPECT_NEAR(predict(8, gather, 1.0, costs).last_s(), 4 + 3 * 1.5, near_s);
  // In an exchange each rank copies.
  const auto exchange = [](int rank) { return allreduce_by_doubling({.rank = rank, .size = 8}); };
  for (const double finish_s : predict(8, exchange, 1.0, costs).finish_s) {
    EXPECT_NEAR(finish_s, 4 + 3 * 1.5, near_s);
  }
  // All blocks are copied before the first of them is sent.
  costs.copy = {0.0, 2.0};
  const auto ring_of_pieces = [](int rank) {
    return broadcast({Family::increasing_ring, 1}, {.rank = rank, .size = 2}, 5);
  };
  EXPECT_NEAR(predict(2, ring_of_pieces, 1.0, costs).finish_s[0], 5 * 2.0 + 5 * 1.0, near_s);
}

TEST(Predictor, GivesTheTimesOfAGeneralTreeGather) {
  const auto at_root_s = [](int branches, int size, const Costs& costs) {
    return predict(
               size,
               [&](int rank) {
                 return reduce({Family::tree, branches}, {.rank = rank, .size = size});
               },
               1.0, costs)
        .finish_s[0];
  };
  for (const int size : thoroughness::sampled_sizes(2, size_max)) {
    const int steps = height(size, 1).steps;
    ASSERT_NEAR(at_root_s(1, size, times(0.7, 1.9)), steps * 1.9, 1e-6);
    // In the formula all ranks of a step start together. If the size is not a power of two, some
    // ranks are early, and their message arrives during the previous operation.
    const double found_s = at_root_s(1, size, times(0.7, 1.9, 0.4));
    ASSERT_LE(found_s, steps * (1.9 + 0.4) + 1e-6);
    ASSERT_GE(found_s, steps * 1.9 + 0.4 - 1e-6);
    if (std::has_single_bit(static_cast<unsigned>(size))) {
      ASSERT_NEAR(found_s, steps * (1.9 + 0.4), 1e-6);
    }
  }
  for (int branches = 2; branches <= 5; ++branches) {
    for (int steps = 1, size = branches + 1; size <= size_max; ++steps, size *= branches + 1) {
      // With T_o below T_c each step is N_b T_c + T_o, otherwise the operations determine the time.
      ASSERT_NEAR(at_root_s(branches, size, times(0.7, 1.9, 0.4)), steps * (branches * 1.9 + 0.4),
                  1e-6);
      ASSERT_NEAR(at_root_s(branches, size, times(0.7, 1.9, 2.5)), steps * (1.9 + branches * 2.5),
                  1e-6);
    }
  }
}

TEST(Predictor, GivesTheTimesOfFanInAndFanOut) {
  // Section 5.4.1: ceil(log2(P)) (2 T_c + T_o).
  const auto last_s = [](int size, const Costs& costs) {
    return predict(
               size,
               [&](int rank) {
                 return reduce_and_broadcast(binomial, {.rank = rank, .size = size});
               },
               1.0, costs)
        .last_s();
  };
  for (const int size : thoroughness::sampled_sizes(2, size_max)) {
    const int steps = height(size, 1).steps;
    // Where all sends and receives take the same time, no rank of a broadcast is early.
    ASSERT_NEAR(last_s(size, times(1.9, 1.9)), steps * 2 * 1.9, 1e-6) << size;
    // If the size is not a power of two, some ranks are early, and their message arrives during the
    // previous operation; or the last rank of the fan-out is early.
    const double formula_s = steps * (2 * 1.9 + 0.4);
    const double found_s = last_s(size, times(1.9, 1.9, 0.4));
    ASSERT_LE(found_s, formula_s + 1e-6) << size;
    ASSERT_GE(found_s, formula_s - (steps - 1) * 0.4 - 1e-6) << size;
    if (std::has_single_bit(static_cast<unsigned>(size))) {
      ASSERT_NEAR(last_s(size, times(0.7, 1.9, 0.4)), formula_s, 1e-6) << size;
    }
  }
}

TEST(Predictor, GivesTheTimesOfABidirectionalExchange) {
  const auto pattern = [](int size) {
    return [size](int rank) { return allreduce_by_doubling({.rank = rank, .size = size}); };
  };
  for (const int size : thoroughness::sampled_sizes(2, size_max)) {
    const int rounds = static_cast<int>(std::log2(size));
    const int core = 1 << rounds;
    const double exchanges_s = rounds * (1.9 + 0.4);
    const Prediction prediction = predict(size, pattern(size), 1.0, times(0.7, 1.9, 0.4));
    if (size == core) {
      for (const double at_s : prediction.finish_s) ASSERT_NEAR(at_s, exchanges_s, 1e-6);
      Costs in_turns = times(0.7, 1.9, 0.4);
      in_turns.sends_while_receiving = false;
      ASSERT_NEAR(predict(size, pattern(size), 1.0, in_turns).last_s(), rounds * (2 * 1.9 + 0.4),
                  1e-6);
    } else {
      // Rank 0 has a partner above the power of two; the last rank is such a partner. A rank
      // without one is early, and its message arrives during the previous operation.
      const auto expect = [&](double found_s, double formula_s) {
        ASSERT_LE(found_s, formula_s + 1e-6) << size;
        ASSERT_GE(found_s, formula_s - rounds * 0.4 - 1e-6) << size;
      };
      expect(prediction.finish_s[0], 1.9 + 0.4 + 0.7 + exchanges_s);
      expect(prediction.finish_s.back(), 2 * 1.9 + 0.4 + exchanges_s);
      const Prediction without = predict(size, pattern(size), 1.0, times(0.7, 1.9));
      ASSERT_NEAR(without.finish_s[0], 1.9 + 0.7 + rounds * 1.9, 1e-6) << size;
      ASSERT_NEAR(without.finish_s.back(), 2 * 1.9 + rounds * 1.9, 1e-6) << size;
    }
  }
}

TEST(Predictor, TakesLongMessagesThroughARingFasterInSegments) {
  const Costs costs{.send = {1e-6, 1e-9}, .complete = {2e-6, 1e-9}, .copy = {}, .operate = {}};
  const auto ring_s = [&](int segments) {
    return predict(
               32,
               [&](int rank) {
                 return broadcast({Family::increasing_ring, 1}, {.rank = rank, .size = 32},
                                  segments);
               },
               1e6 / segments, costs)
        .last_s();
  };
  EXPECT_LT(ring_s(32), 0.15 * ring_s(1));
}

TEST(Predictor, RefusesAPatternThatWaitsForEver) {
  EXPECT_THROW((void)predict(
                   2, [](int rank) { return Steps{receive(1 - rank, {0, 1})}; }, 1.0, alike),
               Error);
}

}  // namespace
}  // namespace strobe::schedule
