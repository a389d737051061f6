// SPDX-License-Identifier: BSD-3-Clause
//
// Collectives of ranks that are threads: through shared buffers and over messages, blocking,
// nonblocking and persistent, in all modes.
#include "bcs/runtime/collectives/collectives.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <thread>

#include "base/format.hpp"
#include "base/random.hpp"
#include "bcs/runtime/collective_case.hpp"
#include "bcs/runtime/ranks.hpp"
#include "support/thoroughness.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

std::vector<Rank> everybody(int ranks) {
  std::vector<Rank> members(static_cast<std::size_t>(ranks));
  std::iota(members.begin(), members.end(), 0);
  return members;
}

Options in_mode(std::string_view mode) {
  Options options;
  options.policy = *protocol::policy_named(mode);
  options.slice = std::chrono::microseconds(100);
  return options;
}

enum class Way { blocking, begun, persistent };

/// Each rank runs all cases; rank 0 chooses the data of the next round.
void do_cases(CollectiveKind kind, int ranks, const Options& options, std::uint64_t seeds, Way way,
              int nodes = 1) {
  std::vector<CollectiveCase> cases;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) cases.emplace_back(kind, ranks, seed);
  run_job(nodes, ranks, options, [&](Endpoint& endpoint) {
    Collectives collectives(endpoint, 1, everybody(ranks), endpoint.rank());
    std::vector<std::unique_ptr<CollectiveOperation>> operations;
    for (std::uint64_t again = 0; again < 2; ++again) {
      if (endpoint.rank() == 0) {
        for (std::uint64_t seed = 0; seed < seeds; ++seed) cases[seed].fill(seed + 100 * again);
      }
      ASSERT_EQ(collectives.run({}), CollectiveOutcome::complete);
      if (way == Way::blocking) {
        for (CollectiveCase& tried : cases) {
          ASSERT_EQ(collectives.run(tried.call(endpoint.rank())), CollectiveOutcome::complete)
              << collectives.complaint();
        }
      } else {
        const bool are_kept = way == Way::persistent && again > 0;
        if (!are_kept) {
          operations.clear();
          for (CollectiveCase& tried : cases) {
            Call call = tried.call(endpoint.rank());
            call.signature.mode =
                way == Way::begun ? CollectiveMode::non_blocking : CollectiveMode::persistent;
            operations.push_back(collectives.prepare(call));
          }
        }
        for (const auto& operation : operations) operation->start();
        // Whatever else was begun before or after it, and in whatever order ranks wait.
        for (std::size_t i = 0; i < operations.size(); ++i) {
          const CollectiveOperation& operation =
              *operations[(i + static_cast<std::size_t>(endpoint.rank())) % operations.size()];
          ASSERT_EQ(endpoint.wait_until([&] { return operation.is_complete(); }),
                    WaitOutcome::complete);
          EXPECT_EQ(operation.complaint(), "");
        }
      }
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        EXPECT_TRUE(cases[seed].is_as_expected(endpoint.rank()))
            << ranks << " ranks, rank " << endpoint.rank() << ", seed " << seed;
      }
      ASSERT_EQ(collectives.run({}), CollectiveOutcome::complete);
    }
  });
}

std::vector<int> ranks_tried() {
  if (!thoroughness::is_exhaustive()) return {1, 2, 3, 5};
  return {1, 2, 3, 4, 5, 6, 7, 8, 9};
}
std::uint64_t seeds_for(int ranks) {
  const std::uint64_t all = ranks <= 4 ? 20 : 5;
  return thoroughness::is_exhaustive() ? all : std::max<std::uint64_t>(all / 10, 1);
}

class EachKind : public testing::TestWithParam<CollectiveKind> {};

INSTANTIATE_TEST_SUITE_P(Kinds, EachKind, testing::ValuesIn(all_kinds()), [](const auto& test) {
  const std::string name = described({.kind = test.param});
  return name.substr(0, name.find(' '));
});

TEST_P(EachKind, IsRightWhenBlocking) {
  for (const int ranks : ranks_tried()) {
    do_cases(GetParam(), ranks, in_mode("deterministic"), seeds_for(ranks), Way::blocking);
  }
}

TEST_P(EachKind, IsRightWhenNonblocking) {
  for (const int ranks : ranks_tried()) {
    do_cases(GetParam(), ranks, in_mode("deterministic"), seeds_for(ranks), Way::begun);
  }
}

TEST_P(EachKind, IsRightWhenPersistent) {
  for (int ranks = 2; ranks <= 5; ++ranks) {
    do_cases(GetParam(), ranks, in_mode("deterministic"), seeds_for(ranks), Way::persistent);
  }
}

TEST_P(EachKind, WaitsForSlicesInModesWithSlices) {
  for (const char* const mode : {"strict", "adaptive"}) {
    for (const int ranks : {1, 3}) {
      do_cases(GetParam(), ranks, in_mode(mode), 6, Way::blocking);
      do_cases(GetParam(), ranks, in_mode(mode), 6, Way::begun);
    }
  }
}

TEST_P(EachKind, GivesTheSameResultOnSeveralNodes) {
  for (const int nodes : {2, 3}) {
    do_cases(GetParam(), 4, in_mode("deterministic"), 5, Way::blocking, nodes);
    do_cases(GetParam(), 4, in_mode("deterministic"), 5, Way::begun, nodes);
  }
}

/// Each rank starts persistent collectives, two of each signature, in an order of its own that
/// changes in each round. A blocking and a nonblocking collective come between them. Returns the
/// hashes of the decisions, which include tests of some of the collectives.
std::vector<std::uint64_t> start_in_any_order(CollectiveKind kind, int ranks,
                                              const Options& options, std::uint64_t signatures,
                                              int nodes = 1) {
  constexpr std::uint64_t plan = 4;
  std::vector<CollectiveCase> cases;
  for (std::uint64_t i = 0; i < 2 * signatures; ++i) cases.emplace_back(kind, ranks, i / 2);
  return run_job(nodes, ranks, options, [&](Endpoint& endpoint) {
    Collectives collectives(endpoint, 1, everybody(ranks), endpoint.rank());
    const auto prepared = [&](CollectiveCase& tried) {
      Call call = tried.call(endpoint.rank());
      call.signature.mode = CollectiveMode::persistent;
      return collectives.prepare(call);
    };
    std::vector<std::unique_ptr<CollectiveOperation>> operations;
    for (CollectiveCase& tried : cases) operations.push_back(prepared(tried));
    base::Random random(static_cast<std::uint64_t>(endpoint.rank()));
    std::vector<std::size_t> order(operations.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto shuffle = [&] {
      for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.next() % i]);
    };
    for (std::uint64_t round = 0; round < plan; ++round) {
      if (endpoint.rank() == 0) {
        for (std::size_t i = 0; i < cases.size(); ++i) cases[i].fill(100 * round + i);
      }
      ASSERT_EQ(collectives.run({}), CollectiveOutcome::complete) << collectives.complaint();
      // One collective is freed and made again, after all others.
      if (round == plan / 2) operations.front() = prepared(cases.front());
      const std::unique_ptr<CollectiveOperation> barrier =
          collectives.prepare({.signature = {.mode = CollectiveMode::non_blocking}});
      shuffle();
      for (std::size_t i = 0; i < order.size(); ++i) {
        // All ranks have started some others by then.
        if (i == order.size() / 2) {
          barrier->start();
          ASSERT_EQ(collectives.run({}), CollectiveOutcome::complete) << collectives.complaint();
        }
        operations[order[i]]->start();
      }
      shuffle();
      for (const std::size_t i : order) {
        const CollectiveOperation& operation = *operations[i];
        const auto is_over = [&] { return operation.is_complete(); };
        endpoint.tested(endpoint.wait(is_over, [] { return true; }) == WaitOutcome::complete);
        ASSERT_EQ(endpoint.wait_until(is_over), WaitOutcome::complete);
        ASSERT_EQ(operation.complaint(), "");
      }
      ASSERT_EQ(endpoint.wait_until([&] { return barrier->is_complete(); }), WaitOutcome::complete);
      for (const CollectiveCase& tried : cases) {
        EXPECT_TRUE(tried.is_as_expected(endpoint.rank()))
            << ranks << " ranks, rank " << endpoint.rank() << ", round " << round;
      }
      ASSERT_EQ(collectives.run({}), CollectiveOutcome::complete) << collectives.complaint();
    }
  });
}

TEST_P(EachKind, IsMatchedByInitializationWhateverTheOrderOfStarts) {
  for (const int ranks : {2, 3, 4}) {
    start_in_any_order(GetParam(), ranks, in_mode("deterministic"), 6);
  }
  for (const char* const mode : {"strict", "adaptive", "fast"}) {
    start_in_any_order(GetParam(), 3, in_mode(mode), 2);
  }
  for (const int nodes : {2, 3}) {
    start_in_any_order(GetParam(), 4, in_mode("deterministic"), 3, nodes);
  }
}

TEST(Persistent, CollectivesInAnyOrderHaveTheSameDecisions) {
  for (const CollectiveKind kind :
       {CollectiveKind::broadcast, CollectiveKind::allreduce, CollectiveKind::alltoallv}) {
    for (const int ranks : {2, 3, 4}) {
      const auto once = start_in_any_order(kind, ranks, in_mode("deterministic"), 3);
      EXPECT_NE(once, std::vector<std::uint64_t>(static_cast<std::size_t>(ranks)));
      for (const Waiting waiting : {Waiting::sleep, Waiting::automatic}) {
        Options options = in_mode("deterministic");
        options.waiting = waiting;
        EXPECT_EQ(start_in_any_order(kind, ranks, options, 3), once);
      }
    }
  }
}

TEST(Persistent, CollectivesInADeadlockAreDescribed) {
  run_ranks(2, in_mode("deterministic"), [](Endpoint& endpoint) {
    static thread_local std::unique_ptr<Collectives> collectives;
    static thread_local std::vector<std::unique_ptr<CollectiveOperation>> barriers;
    collectives = std::make_unique<Collectives>(endpoint, 1, everybody(2), endpoint.rank());
    barriers.clear();
    for (int i = 0; i < 2; ++i) {
      barriers.push_back(collectives->prepare({.signature = {.mode = CollectiveMode::persistent}}));
    }
    const auto is_over = [](std::size_t i) { return [i] { return barriers[i]->is_complete(); }; };
    for (std::size_t i = 0; i < 2; ++i) {
      barriers[i]->start();
      ASSERT_EQ(endpoint.wait_until(is_over(i)), WaitOutcome::complete);
    }
    // Each member waits for a collective that another member has not started.
    const auto own = static_cast<std::size_t>(endpoint.rank());
    barriers[own]->start();
    EXPECT_EQ(endpoint.wait_until(is_over(own)), WaitOutcome::deadlock);
    EXPECT_EQ(barriers[own]->description(),
              base::format("persistent barrier, start 2 of collective {}", own + 1));
    EXPECT_THAT(barriers[own]->awaited(), testing::ElementsAre(1 - endpoint.rank()));
    // All members initialize them in the same order.
    EXPECT_EQ(collectives->difference(), "");
  });
}

/// The decisions of a job whose ranks call a collective, pass a value on, and call a collective.
std::vector<std::uint64_t> decisions_on(int nodes) {
  constexpr int ranks = 4;
  return run_job(nodes, ranks, in_mode("deterministic"), [](Endpoint& endpoint) {
    const Rank rank = endpoint.rank();
    Collectives collectives(endpoint, 1, everybody(ranks), rank);
    EXPECT_EQ(collectives.run({}), CollectiveOutcome::complete);
    Transfer send{.peer = (rank + 1) % ranks};
    Transfer receive{.peer = (rank + ranks - 1) % ranks};
    endpoint.begin_send(send);
    endpoint.begin_receive(receive);
    EXPECT_EQ(endpoint.wait_for(send), WaitOutcome::complete);
    EXPECT_EQ(endpoint.wait_for(receive), WaitOutcome::complete);
    EXPECT_EQ(collectives.run({}), CollectiveOutcome::complete);
  });
}

TEST(Decisions, AreTheSameThroughSharedBuffersAndMessages) {
  const std::vector<std::uint64_t> on_one_node = decisions_on(1);
  EXPECT_NE(on_one_node, std::vector<std::uint64_t>(4));
  for (const int nodes : {2, 4}) EXPECT_EQ(decisions_on(nodes), on_one_node) << nodes << " nodes";
}

TEST(SleepingMembers, AreWokenByTheLastToArrive) {
  Options options = in_mode("deterministic");
  options.waiting = Waiting::sleep;
  const auto nothing = [](const void*, const std::byte*, std::byte*, std::size_t) {};
  const Call calls[] = {
      {.signature = {.kind = CollectiveKind::barrier}},
      {.signature = {.kind = CollectiveKind::broadcast, .root = 0}},
      {.signature = {.kind = CollectiveKind::reduce, .root = 1}, .reduction = {.combine = nothing}},
      {.signature = {.kind = CollectiveKind::scan}, .reduction = {.combine = nothing}},
  };
  run_ranks(2, options, [&](Endpoint& endpoint) {
    Collectives collectives(endpoint, 1, everybody(2), endpoint.rank());
    for (const Call& call : calls) {
      Transfer done{.peer = 1 - endpoint.rank(), .context = 2};
      if (endpoint.rank() == 1) {
        EXPECT_EQ(collectives.run(call), CollectiveOutcome::complete) << described(call.signature);
        endpoint.begin_send(done);
      } else {
        // The last member does nothing afterwards that would wake the other.
        while (!endpoint.is_blocked(1)) std::this_thread::yield();
        EXPECT_EQ(collectives.run(call), CollectiveOutcome::complete);
        endpoint.begin_receive(done);
      }
      EXPECT_EQ(endpoint.wait_for(done), WaitOutcome::complete) << described(call.signature);
    }
  });
}

/// The complaints of two ranks after these calls.
std::vector<std::string> complaints(const std::function<void(Collectives&)>& first,
                                    const std::function<void(Collectives&)>& second) {
  std::vector<std::string> said(2);
  run_ranks(2, in_mode("deterministic"), [&](Endpoint& endpoint) {
    // The abandoned operation must exist as long as the endpoint is polled.
    static thread_local std::unique_ptr<Collectives> collectives;
    collectives = std::make_unique<Collectives>(endpoint, 1, everybody(2), endpoint.rank());
    EXPECT_EQ(collectives->run({}), CollectiveOutcome::complete);
    (endpoint.rank() == 0 ? first : second)(*collectives);
    said[static_cast<std::size_t>(endpoint.rank())] = collectives->complaint();
  });
  return said;
}

Call broadcast_of(std::vector<std::byte>& data, int root) {
  return {.signature = {.kind = CollectiveKind::broadcast, .root = root, .bytes = data.size()},
          .result = {data.data(), data.size()}};
}

constexpr auto barrier_call = [](Collectives& collectives) {
  EXPECT_EQ(collectives.run({}), CollectiveOutcome::mismatch);
};

TEST(MismatchedCalls, InSharedBuffersAreReported) {
  std::vector<std::byte> data(8);
  const auto said = complaints(
      [&](Collectives& collectives) {
        EXPECT_EQ(collectives.run(broadcast_of(data, 0)), CollectiveOutcome::complete);
      },
      barrier_call);
  EXPECT_EQ(said[1],
            "rank 0 calls broadcast (root 0, 8 bytes) as collective 2, where rank 1 "
            "calls barrier");
}

TEST(MismatchedCalls, OverMessagesAreReported) {
  std::vector<std::byte> data(2'000'000);
  const auto said = complaints(
      [&](Collectives& collectives) {
        EXPECT_EQ(collectives.run(broadcast_of(data, 0)), CollectiveOutcome::complete);
      },
      [&](Collectives& collectives) {
        std::vector<std::byte> more(3'000'000);
        EXPECT_EQ(collectives.run(broadcast_of(more, 0)), CollectiveOutcome::mismatch);
      });
  EXPECT_EQ(said[1],
            "rank 0 calls broadcast (root 0, 2000000 bytes) as collective 2, where rank 1 "
            "calls broadcast (root 0, 3000000 bytes)");
}

TEST(MismatchedCalls, ThatNoRankNoticesAreReportedByTheNextCollective) {
  std::vector<std::byte> zero(8);
  std::vector<std::byte> one(8);
  const auto broadcast_from_itself = [&](std::vector<std::byte>& data, int root) {
    return [&data, root](Collectives& collectives) {
      EXPECT_EQ(collectives.run(broadcast_of(data, root)), CollectiveOutcome::complete);
      EXPECT_EQ(collectives.run({}), CollectiveOutcome::mismatch);
    };
  };
  const auto said = complaints(broadcast_from_itself(zero, 0), broadcast_from_itself(one, 1));
  const std::string sentence =
      "rank 0 calls broadcast (root 0, 8 bytes) as collective 2, where rank 1 calls "
      "broadcast (root 1, 8 bytes)";
  EXPECT_THAT(said, testing::ElementsAre(sentence, sentence));
}

TEST(MismatchedCalls, InADeadlockAreReported) {
  const auto said = complaints(
      [](Collectives& collectives) {
        Call call;
        call.signature.mode = CollectiveMode::non_blocking;
        const std::unique_ptr<CollectiveOperation> operation = collectives.prepare(call);
        operation->start();
        Endpoint& endpoint = collectives.endpoint();
        EXPECT_EQ(endpoint.wait_until([&] { return operation->is_complete(); }),
                  WaitOutcome::deadlock);
        EXPECT_EQ(collectives.difference(),
                  "rank 0 calls non-blocking barrier as collective 2, where rank 1 "
                  "calls barrier");
      },
      barrier_call);
  EXPECT_EQ(said[1],
            "rank 0 calls non-blocking barrier as collective 2, where rank 1 "
            "calls barrier");
}

TEST(MismatchedCalls, WithOtherSizesOfPartsAreReported) {
  const auto alltoallv = [&](Collectives& collectives, std::size_t out, std::size_t in) {
    std::vector<std::byte> data(64);
    const Piece pieces_out[] = {{data.data(), out}, {data.data(), out}};
    const Piece pieces_in[] = {{data.data() + 32, in}, {data.data() + 32, in}};
    return collectives.run(
        {.signature = {.kind = CollectiveKind::alltoallv}, .out = pieces_out, .in = pieces_in});
  };
  const auto said = complaints(
      [&](Collectives& collectives) {
        EXPECT_EQ(alltoallv(collectives, 16, 8), CollectiveOutcome::complete);
      },
      [&](Collectives& collectives) {
        EXPECT_EQ(alltoallv(collectives, 8, 12), CollectiveOutcome::mismatch);
        const std::optional<WrongPart>& wrong = collectives.wrong_part();
        ASSERT_TRUE(wrong.has_value());
        EXPECT_EQ(wrong->from, 0);
        EXPECT_EQ(wrong->given_bytes, 16U);
        EXPECT_EQ(wrong->expected_bytes, 12U);
      });
  EXPECT_EQ(said[1], "rank 0 gives 16 bytes to rank 1 in alltoallv, where 12 are expected");
}

TEST(MismatchedCalls, NameAMemberThatDoesNotCall) {
  const auto small = complaints([](Collectives&) {},
                                [](Collectives& collectives) {
                                  EXPECT_EQ(collectives.run({}), CollectiveOutcome::deadlock);
                                  EXPECT_THAT(collectives.awaited(), testing::ElementsAre(0));
                                });
  EXPECT_THAT(small, testing::ElementsAre("", ""));
  const auto large =
      complaints([](Collectives&) {},
                 [](Collectives& collectives) {
                   std::vector<std::byte> data(2'000'000);
                   EXPECT_EQ(collectives.run(broadcast_of(data, 1)), CollectiveOutcome::deadlock);
                   EXPECT_THAT(collectives.awaited(), testing::ElementsAre(0));
                 });
  EXPECT_THAT(large, testing::ElementsAre("", ""));
}

TEST(SharedBuffers, AreFreedAndReused) {
  run_ranks(3, in_mode("deterministic"), [](Endpoint& endpoint) {
    // Many more than fit at a time, some of which live longer than later ones.
    std::vector<std::unique_ptr<Collectives>> alive(5);
    for (std::uint64_t i = 0; i < 300; ++i) {
      auto& place = alive[i * i % alive.size()];
      place = std::make_unique<Collectives>(endpoint, 100 + i, everybody(3), endpoint.rank());
      for (int again = 0; again < 3; ++again)
        ASSERT_EQ(place->run({}), CollectiveOutcome::complete);
    }
  });
}

TEST(SharedBuffers, AreReplacedByMessagesWhenThePoolIsFull) {
  run_ranks(2, in_mode("deterministic"), [](Endpoint& endpoint) {
    std::vector<std::unique_ptr<Collectives>> alive;
    for (std::uint64_t i = 0; i < 1200; ++i) {
      alive.push_back(
          std::make_unique<Collectives>(endpoint, 100 + i, everybody(2), endpoint.rank()));
      ASSERT_EQ(alive.back()->run({}), CollectiveOutcome::complete);
    }
    EXPECT_GT(endpoint.messages_in(), 0U);
    alive.clear();
    Collectives late(endpoint, 5000, everybody(2), endpoint.rank());
    ASSERT_EQ(late.run({}), CollectiveOutcome::complete);
  });
}

TEST(SharedBuffers, AreUsedByEachReduceOfTwoMembers) {
  constexpr std::size_t elements = 300'000;  // more than other reductions may have there
  for (const std::uint64_t seed : thoroughness::sampled(12)) {
    CollectiveCase tried(CollectiveKind::reduce, 2, seed, elements);
    tried.fill(seed);
    run_job(1, 2, in_mode("deterministic"), [&](Endpoint& endpoint) {
      Collectives collectives(endpoint, 1, everybody(2), endpoint.rank());
      EXPECT_EQ(collectives.run(tried.call(endpoint.rank())), CollectiveOutcome::complete);
      EXPECT_EQ(endpoint.messages_in(), 0U);
      EXPECT_TRUE(tried.is_as_expected(endpoint.rank())) << "seed " << seed;
    });
  }
}

TEST(SharedBuffers, LetAMemberRunAhead) {
  run_ranks(4, in_mode("deterministic"), [](Endpoint& endpoint) {
    Collectives collectives(endpoint, 1, everybody(4), endpoint.rank());
    for (std::int64_t i = 0; i < 500; ++i) {
      std::int64_t value = endpoint.rank() == 2 ? i : -1;
      const Call call{
          .signature = {.kind = CollectiveKind::broadcast, .root = 2, .bytes = sizeof value},
          .result = {reinterpret_cast<std::byte*>(&value), sizeof value}};
      ASSERT_EQ(collectives.run(call), CollectiveOutcome::complete);
      ASSERT_EQ(value, i);
    }
  });
}

}  // namespace
}  // namespace strobe::bcs::runtime::collectives
