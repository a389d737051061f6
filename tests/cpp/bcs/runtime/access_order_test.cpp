// SPDX-License-Identifier: BSD-3-Clause
//
// The order in which one-sided operations and locks take effect, as it is chosen or by itself.
#include "bcs/runtime/access_order.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "ranks.hpp"

namespace strobe::bcs::runtime {
namespace {

using testing::ElementsAre;

using Names = std::vector<AccessName>;

constexpr Context window = 11;

Access access_of(std::int64_t begin, std::int64_t end) {
  return {.window = window, .begin = begin, .end = end, .writes = true};
}
Access accumulate_of(std::int64_t begin, std::int64_t end) {
  return {.window = window, .begin = begin, .end = end, .writes = true, .is_accumulate = true};
}
Access lock_of(Access::Kind kind) { return {.window = window, .kind = kind}; }

/// In which order operations of all ranks took effect. The ranks are threads.
class Effects {
 public:
  void add(AccessName name) {
    const std::lock_guard lock(mutex_);
    names_.push_back(name);
  }
  [[nodiscard]] const Names& names() const { return names_; }

 private:
  std::mutex mutex_;
  Names names_;
};

/// One rank's operations, with waiting.
class WaitingOrder {
 public:
  WaitingOrder(Endpoint& endpoint, Effects& effects, int choosing)
      : endpoint_(endpoint), order_(endpoint, choosing, [this, &effects](std::uint32_t number) {
          effects.add({endpoint_.rank(), number});
          performed_.insert(number);
        }) {
    wait_for_all(endpoint);
  }
  WaitingOrder(const WaitingOrder&) = delete;
  WaitingOrder& operator=(const WaitingOrder&) = delete;

  void begin(std::uint32_t number, const Access& access, const std::optional<Names>& after = {}) {
    order_.begin(number, access, after);
  }
  void all_chosen_begun() { order_.all_chosen_begun(); }
  void release(std::uint32_t number) { order_.release(number); }
  WaitOutcome wait(std::uint32_t number) {
    return endpoint_.wait_until([&] { return performed_.contains(number); });
  }
  void expect(std::uint32_t number) { EXPECT_EQ(wait(number), WaitOutcome::complete); }
  void close() {
    wait_for_all(endpoint_);
    EXPECT_EQ(endpoint_.wait_until([&] { return order_.has_sent_all(); }), WaitOutcome::complete);
  }

 private:
  Endpoint& endpoint_;
  AccessOrder order_;
  std::set<std::uint32_t> performed_;
};

/// Runs `program` on so many ranks, of which some have chosen operations. Returns in which order
/// the operations took effect.
Names effects_of(int nodes, int ranks, int choosing,
                 const std::function<void(Endpoint&, WaitingOrder&)>& program) {
  Effects effects;
  run_job(nodes, ranks, Options{}, [&](Endpoint& endpoint) {
    WaitingOrder order(endpoint, effects, choosing);
    program(endpoint, order);
    order.close();
  });
  return effects.names();
}

class AccessOrderOnNodes : public testing::TestWithParam<int> {};

TEST_P(AccessOrderOnNodes, TheChosenOneComesFirst) {
  for (const Rank first : {0, 1}) {
    const Rank second = 1 - first;
    const auto effects =
        effects_of(GetParam(), 2, 2, [&](const Endpoint& endpoint, WaitingOrder& order) {
          const bool is_second = endpoint.rank() == second;
          order.begin(0, access_of(0, 8), is_second ? Names{AccessName{first, 0}} : Names{});
          order.all_chosen_begun();
          order.expect(0);
        });
    EXPECT_THAT(effects, ElementsAre(AccessName{first, 0}, AccessName{second, 0}));
  }
}

TEST_P(AccessOrderOnNodes, AChosenOneWaitsForOneThatBeginsLater) {
  const auto effects =
      effects_of(GetParam(), 2, 1, [](const Endpoint& endpoint, WaitingOrder& order) {
        if (endpoint.rank() == 0) {
          order.begin(0, access_of(0, 8), Names{AccessName{0, 1}});
          order.begin(1, access_of(0, 8), Names{});
          order.all_chosen_begun();
          order.expect(0);
        }
      });
  EXPECT_THAT(effects, ElementsAre(AccessName{0, 1}, AccessName{0, 0}));
}

TEST_P(AccessOrderOnNodes, OthersWaitUntilNoneIsChosen) {
  const auto effects = effects_of(GetParam(), 2, 1, [](Endpoint& endpoint, WaitingOrder& order) {
    if (endpoint.rank() == 0) order.begin(0, access_of(0, 8));
    wait_for_all(endpoint);
    if (endpoint.rank() == 1) {
      order.begin(0, access_of(0, 8), Names{});
      order.all_chosen_begun();
    }
    order.expect(0);
  });
  EXPECT_THAT(effects, ElementsAre(AccessName{1, 0}, AccessName{0, 0}));
}

TEST_P(AccessOrderOnNodes, OfOneSliceTheLowestRankGoesFirst) {
  const auto effects =
      effects_of(GetParam(), 3, 0, [](const Endpoint& /*endpoint*/, WaitingOrder& order) {
        order.begin(0, access_of(0, 8));
        order.begin(1, access_of(0, 8));
        order.expect(0);
        order.expect(1);
      });
  EXPECT_THAT(effects, ElementsAre(AccessName{0, 0}, AccessName{0, 1}, AccessName{1, 0},
                                   AccessName{1, 1}, AccessName{2, 0}, AccessName{2, 1}));
}

TEST_P(AccessOrderOnNodes, AnEarlierSliceGoesBeforeALowerRank) {
  const auto effects = effects_of(GetParam(), 2, 0, [](Endpoint& endpoint, WaitingOrder& order) {
    if (endpoint.rank() == 1) {
      order.begin(0, access_of(0, 8));
      order.expect(0);
    }
    wait_for_all(endpoint);
    if (endpoint.rank() == 0) {
      order.begin(0, access_of(0, 8));
      order.expect(0);
    }
  });
  EXPECT_THAT(effects, ElementsAre(AccessName{1, 0}, AccessName{0, 0}));
}

TEST_P(AccessOrderOnNodes, AccumulatesOfOneRankKeepTheirOrder) {
  const auto effects =
      effects_of(GetParam(), 2, 1, [](const Endpoint& endpoint, WaitingOrder& order) {
        if (endpoint.rank() != 0) return;
        order.begin(0, accumulate_of(0, 8), Names{AccessName{0, 2}});
        order.begin(1, accumulate_of(4, 12), Names{});
        order.begin(2, accumulate_of(12, 16), Names{});
        order.all_chosen_begun();
        for (const std::uint32_t number : {0U, 1U, 2U}) order.expect(number);
      });
  // The one in the middle overlaps the first one, which comes after the last one.
  EXPECT_THAT(effects, ElementsAre(AccessName{0, 2}, AccessName{0, 0}, AccessName{0, 1}));
}

TEST_P(AccessOrderOnNodes, AnExclusiveLockIsGrantedWhenTheOtherOneIsGivenUp) {
  const auto effects =
      effects_of(GetParam(), 2, 0, [](const Endpoint& /*endpoint*/, WaitingOrder& order) {
        order.begin(0, lock_of(Access::Kind::exclusive_lock));
        order.expect(0);
        order.begin(1, access_of(0, 8));
        order.expect(1);
        order.release(0);
      });
  EXPECT_THAT(effects,
              ElementsAre(AccessName{0, 0}, AccessName{0, 1}, AccessName{1, 0}, AccessName{1, 1}));
}

TEST_P(AccessOrderOnNodes, SharedLocksAreHeldAtTheSameTime) {
  const auto effects = effects_of(GetParam(), 2, 0, [](Endpoint& endpoint, WaitingOrder& order) {
    order.begin(0, lock_of(Access::Kind::shared_lock));
    order.expect(0);
    wait_for_all(endpoint);
    order.release(0);
  });
  EXPECT_THAT(effects, ElementsAre(AccessName{0, 0}, AccessName{1, 0}));
}

TEST_P(AccessOrderOnNodes, AChosenOrderThatCannotBeIsADeadlock) {
  Effects effects;
  run_job(GetParam(), 2, Options{}, [&](Endpoint& endpoint) {
    WaitingOrder order(endpoint, effects, 2);
    // Each waits for the other one.
    order.begin(0, access_of(0, 8), Names{AccessName{1 - endpoint.rank(), 0}});
    order.all_chosen_begun();
    EXPECT_EQ(order.wait(0), WaitOutcome::deadlock);
  });
  EXPECT_TRUE(effects.names().empty());
}

INSTANTIATE_TEST_SUITE_P(Nodes, AccessOrderOnNodes, testing::Values(1, 2));

}  // namespace
}  // namespace strobe::bcs::runtime
