// SPDX-License-Identifier: BSD-3-Clause
//
// Random collectives on overlapping communicators, with delays at every transition of the runtime
// (stress_test.cpp). Some are nonblocking. Members start persistent collectives in different
// orders.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "base/random.hpp"
#include "bcs/runtime/collective_case.hpp"
#include "bcs/runtime/collectives/collectives.hpp"
#include "bcs/runtime/ranks.hpp"
#include "support/thoroughness.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

using Members = std::vector<Rank>;

/// All ranks, all in reverse order, every other rank, and pairs of neighbors.
std::vector<Members> communicators(int ranks) {
  std::vector<Members> all(3);
  for (Rank rank = 0; rank < ranks; ++rank) {
    all[0].push_back(rank);
    all[1].insert(all[1].begin(), rank);
    if (rank % 2 == 0) {
      all[2].push_back(rank);
      all.push_back({});
    }
    all.back().push_back(rank);
  }
  return all;
}

struct Step {
  std::size_t communicator;
  CollectiveCase collective;
  bool begins;         ///< and is waited for later
  bool is_persistent;  ///< and started later, by each rank in an order of its own
};

std::vector<Step> random_steps(std::uint64_t seed, const std::vector<Members>& members, int count) {
  base::Random random(seed);
  const std::vector<CollectiveKind> kinds = all_kinds();
  std::vector<Step> steps;
  for (int i = 0; i < count; ++i) {
    const std::size_t communicator = random.next() % members.size();
    steps.push_back({.communicator = communicator,
                     .collective = CollectiveCase(kinds[random.next() % kinds.size()],
                                                  static_cast<int>(members[communicator].size()),
                                                  random.next()),
                     .begins = random.next() % 4 == 0,
                     .is_persistent = random.next() % 8 == 0});
    steps.back().collective.fill(random.next());
  }
  return steps;
}

/// The steps of one rank.
class Part {
 public:
  Part(Endpoint& endpoint, const std::vector<Members>& members)
      : endpoint_(endpoint), random_(static_cast<std::uint64_t>(endpoint.rank())) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      const auto found = std::ranges::find(members[i], endpoint.rank());
      const auto own = static_cast<int>(found - members[i].begin());
      own_.push_back(found != members[i].end() ? own : -1);
      collectives_.push_back(found != members[i].end()
                                 ? std::make_unique<Collectives>(endpoint, 100 + i, members[i], own)
                                 : nullptr);
    }
  }

  void run(std::vector<Step>& steps) {
    for (Step& step : steps) {
      const int own = own_[step.communicator];
      if (own < 0) continue;
      Collectives& collectives = *collectives_[step.communicator];
      Call call = step.collective.call(own);
      if (step.is_persistent) {
        call.signature.mode = CollectiveMode::persistent;
        prepared_.push_back(collectives.prepare(call));
        if (prepared_.size() > 5) start_one();
      } else if (!step.begins) {
        ASSERT_EQ(collectives.run(call), CollectiveOutcome::complete) << collectives.complaint();
      } else {
        call.signature.mode = CollectiveMode::non_blocking;
        begun_.push_back(collectives.prepare(call));
        begun_.back()->start();
        if (begun_.size() > 5) end_first();
      }
    }
    while (!prepared_.empty()) start_one();
    while (!begun_.empty()) end_first();
    for (const auto& operation : started_) expect_the_end_of(*operation);
    for (Step& step : steps) {
      const int own = own_[step.communicator];
      EXPECT_TRUE(own < 0 || step.collective.is_as_expected(own));
    }
  }

 private:
  void expect_the_end_of(const CollectiveOperation& operation) {
    EXPECT_EQ(endpoint_.wait_until([&] { return operation.is_complete(); }), WaitOutcome::complete);
    EXPECT_EQ(operation.complaint(), "");
  }
  void end_first() {
    expect_the_end_of(*begun_.front());
    begun_.pop_front();
  }
  /// Others may start theirs much later, so that the rank waits for it at the very end.
  void start_one() {
    const auto one =
        prepared_.begin() + static_cast<std::ptrdiff_t>(random_.next() % prepared_.size());
    (*one)->start();
    started_.push_back(std::move(*one));
    prepared_.erase(one);
  }

  Endpoint& endpoint_;
  base::Random random_;
  std::vector<int> own_;
  std::vector<std::unique_ptr<Collectives>> collectives_;
  std::deque<std::unique_ptr<CollectiveOperation>> begun_;
  std::vector<std::unique_ptr<CollectiveOperation>> prepared_, started_;
};

class CollectivesStress : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Ranks, CollectivesStress, testing::Values(2, 3, 4, 6, 8),
                         [](const auto& ranks) { return std::to_string(ranks.param); });

TEST_P(CollectivesStress, RandomCollectivesAreRight) {
  const std::vector<Members> members = communicators(GetParam());
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    for (const char* const mode : {"deterministic", "fast", "adaptive"}) {
      const int count =
          thoroughness::stress_messages() / (mode == std::string_view("adaptive") ? 10 : 2);
      std::vector<Step> steps = random_steps(seed, members, count);
      Options options;
      options.policy = *protocol::policy_named(mode);
      run_ranks(GetParam(), options,
                [&](Endpoint& endpoint) { Part(endpoint, members).run(steps); });
    }
  }
}

}  // namespace
}  // namespace strobe::bcs::runtime::collectives
