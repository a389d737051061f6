// SPDX-License-Identifier: BSD-3-Clause
//
// Random programs with random orders of events, different numbers of nodes and failing strobe
// senders: in a reproducible mode, each program always has the same outcome.
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <vector>

#include "base/random.hpp"
#include "bcs/exploration.hpp"
#include "bcs/programs.hpp"
#include "support/thoroughness.hpp"

namespace strobe::bcs::protocol {
namespace {

using Verdict = StrobeSender::Verdict;

// 104,000 programs in 16 tests, each run twice.
constexpr std::uint64_t programs_in_all = 6500;

/// The numbers of the programs of one test: a sample, or the first STROBE_BCS_PROGRAMS.
std::vector<std::uint64_t> programs_tried() {
  const char* const wanted = std::getenv("STROBE_BCS_PROGRAMS");
  if (wanted == nullptr) return thoroughness::sampled(programs_in_all);
  std::vector<std::uint64_t> tried(std::strtoull(wanted, nullptr, 10));
  std::iota(tried.begin(), tried.end(), std::uint64_t{0});
  return tried;
}

Faults drawn_faults(base::Random& random) {
  Faults faults;
  for (std::uint64_t left = random.next() % 4; left > 1; --left) {
    faults.strobe_sender_dies.push_back(random.next() % 60);
  }
  return faults;
}

class RandomPrograms : public testing::TestWithParam<std::tuple<Mode, std::uint64_t>> {};

TEST_P(RandomPrograms, EndAlikeWhateverHappensWhen) {
  const auto& [mode, part] = GetParam();
  const bool is_reproducible = mode.policy == adaptive || mode.policy == deterministic;
  std::size_t deadlocks = 0;
  const std::vector<std::uint64_t> tried = programs_tried();
  for (const std::uint64_t i : tried) {
    const std::uint64_t seed = part * 1'000'000 + i;
    base::Random random(seed);
    const auto ranks = static_cast<Rank>(1 + random.next() % 5);
    const Programs programs = random_programs(seed, ranks, 2 + random.next() % 7);
    std::vector<NodeId> spread(static_cast<std::size_t>(ranks));
    for (std::size_t rank = 1; rank < spread.size(); ++rank) {
      spread[rank] = static_cast<NodeId>(rank);
    }
    random.shuffle(spread);
    std::vector<NodeId> crowded = spread;
    for (NodeId& node : crowded) node /= 2;
    Job one_each(mode.policy, spread);
    one_each.slice_bytes = 16;
    const Job some_each(mode.policy, crowded);
    // With buffering, the ranks that share a node affect the number of slices of a transfer, and
    // therefore the decisions at the end of a slice. Such a mode is compared on the same nodes.
    const Job& other = mode.policy.buffers ? one_each : some_each;
    const Walked first = walk(one_each, programs, seed, drawn_faults(random));
    const Walked second = walk(other, programs, ~seed, drawn_faults(random));
    ASSERT_EQ(first.violations, std::vector<std::string>()) << "seed " << seed;
    ASSERT_EQ(second.violations, std::vector<std::string>()) << "seed " << seed;
    if (is_reproducible) {
      ASSERT_EQ(first.outcome, second.outcome) << "seed " << seed;
    }
    deadlocks += first.outcome.verdict == Verdict::deadlock ? 1 : 0;
  }
  // Both outcomes must occur.
  EXPECT_GT(deadlocks, thoroughness::is_exhaustive() ? tried.size() / 50 : 0);
  EXPECT_LT(deadlocks, tried.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms,
                         testing::Combine(testing::ValuesIn(modes),
                                          testing::Range(std::uint64_t{0}, std::uint64_t{4})),
                         [](const auto& tested) {
                           return std::string(std::get<0>(tested.param).name) + "_" +
                                  std::to_string(std::get<1>(tested.param));
                         });

}  // namespace
}  // namespace strobe::bcs::protocol
