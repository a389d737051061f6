// SPDX-License-Identifier: BSD-3-Clause
//
// Random operations of more ranks than cores, with delays at every transition of the runtime. No
// message is lost, no rank hangs, and in the deterministic modes every run has the same decisions.
#include <gmock/gmock.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>
#include <string>
#include <thread>

#include "base/random.hpp"
#include "bcs/runtime/progress_thread.hpp"
#include "random_program.hpp"
#include "ranks.hpp"
#include "support/thoroughness.hpp"

namespace {

std::mutex seen_lock;
std::set<std::string>& seen() {
  static std::set<std::string> places;
  return places;
}
bool has_seen(const char* where) {
  const std::lock_guard lock(seen_lock);
  return seen().contains(where);
}
std::atomic<std::uint64_t> dawdles{0};
/// Where each thread loses 20 ms, if it is not null, and whether one has got there.
std::atomic<const char*> slow_transition{nullptr};
std::atomic<bool> is_slow{false};

}  // namespace

const char* strobe_deadly_transition = nullptr;

void strobe_dawdle(const char* where) {
  if (strobe_deadly_transition != nullptr && std::strcmp(where, strobe_deadly_transition) == 0) {
    raise(SIGKILL);
  }
  thread_local strobe::base::Random random(++dawdles);
  thread_local std::set<const char*> known;
  if (known.insert(where).second) {
    const std::lock_guard lock(seen_lock);
    seen().insert(where);
  }
  const char* const slow = slow_transition;
  if (slow != nullptr && std::strcmp(where, slow) == 0) {
    is_slow = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const std::uint64_t chance = random.next() % 64;
  if (chance == 0) sched_yield();
  if (chance == 1) {
    for (std::uint64_t i = random.next() % 4000; i != 0; --i) asm volatile("");
  }
}

namespace strobe::bcs::runtime {
namespace {

constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

std::vector<std::uint64_t> run_program(std::uint64_t seed, int ranks, int messages,
                                       std::string_view mode, int nodes = 1,
                                       std::size_t most_pairs = any_number) {
  const std::vector<Sent> program = random_program(seed, ranks, messages);
  Options options;
  options.policy = *protocol::policy_named(mode);
  options.slice = std::chrono::microseconds(50);
  const auto run_part = [&](Endpoint& endpoint) { Part(endpoint, program).run(); };
  return run_job(nodes, ranks, options, run_part, most_pairs);
}

/// The same with a progress thread in each rank.
std::vector<std::uint64_t> run_beside_progress(std::uint64_t seed, int ranks, int messages,
                                               std::string_view mode, int nodes = 1) {
  const std::vector<Sent> program = random_program(seed, ranks, messages);
  Options options;
  options.policy = *protocol::policy_named(mode);
  options.slice = std::chrono::microseconds(50);
  options.has_progress_thread = true;
  return run_job(nodes, ranks, options, [&](Endpoint& endpoint) {
    ThreadTurns turns(endpoint, {.for_progress = true}, {});
    const ProgressThread thread(endpoint, turns);
    turns.enter();
    // Leaves the endpoint to the progress thread now and then.
    Part(endpoint, program, [&] {
      turns.leave();
      strobe_dawdle("computing");
      turns.enter();
    }).run();
    turns.leave();
  });
}

class Stress : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Ranks, Stress, testing::Values(2, 3, 4, 6, 8),
                         [](const auto& ranks) { return std::to_string(ranks.param); });

TEST_P(Stress, EveryRunHasTheSameDecisions) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto once =
        run_program(seed, GetParam(), thoroughness::stress_messages(), "deterministic");
    EXPECT_EQ(run_program(seed, GetParam(), thoroughness::stress_messages(), "deterministic"),
              once);
    const auto adaptive =
        run_program(seed, GetParam(), thoroughness::stress_messages() / 4, "adaptive");
    EXPECT_EQ(run_program(seed, GetParam(), thoroughness::stress_messages() / 4, "adaptive"),
              adaptive);
  }
}

TEST_P(Stress, SeveralNodesHaveTheSameDecisions) {
  const int messages = thoroughness::stress_messages() / 10;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const auto once = run_program(seed, GetParam(), messages, "deterministic");
    EXPECT_EQ(run_program(seed, GetParam(), messages, "deterministic", 2), once);
    EXPECT_EQ(run_program(seed, GetParam(), messages, "deterministic", std::min(GetParam(), 3)),
              once);
    run_program(seed, GetParam(), messages, "fast", 2);
    run_program(seed, GetParam(), messages / 4, "strict", 2);
  }
}

TEST_P(Stress, ProgressThreadsDecideNothing) {
  const int messages = thoroughness::stress_messages() / 4;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const auto alone = run_program(seed, GetParam(), messages, "deterministic");
    EXPECT_EQ(run_beside_progress(seed, GetParam(), messages, "deterministic"), alone);
    EXPECT_EQ(run_beside_progress(seed, GetParam(), messages / 4, "adaptive"),
              run_program(seed, GetParam(), messages / 4, "adaptive"));
    EXPECT_EQ(run_beside_progress(seed, GetParam(), messages / 4, "deterministic", 2),
              run_program(seed, GetParam(), messages / 4, "deterministic"));
    run_beside_progress(seed, GetParam(), messages, "fast");
    run_beside_progress(seed, GetParam(), messages / 8, "strict");
  }
}

TEST_P(Stress, NoMessageIsLostInModesThatDependOnTiming) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    run_program(seed, GetParam(), thoroughness::stress_messages(), "fast");
    run_program(seed, GetParam(), thoroughness::stress_messages() / 20, "strict");
  }
}

/// On a node of more ranks than poll all their channels, if so many pairs get one of their own.
class LargeNode : public testing::TestWithParam<std::size_t> {
 protected:
  static constexpr int ranks = Segment::most_polled_ranks + 2;
};
INSTANTIATE_TEST_SUITE_P(Pairs, LargeNode, testing::Values(0, 20, any_number),
                         [](const auto& pairs) {
                           return pairs.param == any_number ? "all" : std::to_string(pairs.param);
                         });

TEST_P(LargeNode, HasTheSameDecisionsAsNodesOfFewRanks) {
  const int messages = thoroughness::stress_messages() / 2;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    EXPECT_EQ(run_program(seed, ranks, messages, "deterministic", 1, GetParam()),
              run_program(seed, ranks, messages, "deterministic", 2));
  }
}

TEST_P(LargeNode, LosesNoMessageInModesThatDependOnTiming) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    run_program(seed, ranks, thoroughness::stress_messages(), "fast", 1, GetParam());
    run_program(seed, ranks, thoroughness::stress_messages() / 20, "strict", 1, GetParam());
  }
}

/// All ranks but one send as fast as they can, and wait for room in the shared channel of that one.
TEST(SharedChannel, WakesEachWriterThatWaitsForRoom) {
  constexpr int ranks = Segment::most_polled_ranks + 1;
  const int messages = 40 * thoroughness::stress_messages();
  const auto flood = [&](Endpoint& endpoint) {
    for (int i = 0; i < messages * (endpoint.rank() == 0 ? ranks - 1 : 1); ++i) {
      Transfer transfer{.peer = endpoint.rank() == 0 ? 1 + i % (ranks - 1) : 0, .context = 1};
      endpoint.rank() == 0 ? endpoint.begin_receive(transfer) : endpoint.begin_send(transfer);
      ASSERT_EQ(endpoint.wait_for(transfer), WaitOutcome::complete);
    }
  };
  run_job(1, ranks, Options{}, flood, 0);
}

/// Each rank sends the next rank messages that sender and receiver copy together.
void pass_long_messages(int ranks, int turns) {
  Options options;
  options.cores = ranks;
  run_job(1, ranks, options, [&](Endpoint& endpoint) {
    std::vector<std::uint32_t> out(80'000), in(out.size());
    for (int turn = 0; turn < turns; ++turn) {
      const auto fill = [&](Rank rank) {
        std::iota(out.begin(), out.end(), static_cast<std::uint32_t>(1000 * rank + turn));
      };
      const auto transfer = [&](Rank peer, std::vector<std::uint32_t>& data) {
        Transfer begun;
        begun.peer = (peer + ranks) % ranks;
        begun.context = 1;
        begun.data = reinterpret_cast<std::byte*>(data.data());
        begun.bytes = data.size() * sizeof data[0];
        return begun;
      };
      fill(endpoint.rank());
      Transfer sent = transfer(endpoint.rank() + 1, out);
      Transfer received = transfer(endpoint.rank() - 1, in);
      endpoint.begin_receive(received);
      endpoint.begin_send(sent);
      ASSERT_EQ(endpoint.wait_for(received), WaitOutcome::complete);
      ASSERT_EQ(endpoint.wait_for(sent), WaitOutcome::complete);
      fill(received.peer);
      ASSERT_EQ(in, out);
    }
  });
}

TEST_P(Stress, LongMessagesArriveWhole) { pass_long_messages(GetParam(), 20); }

/// Makes a rank sleep, which may not happen while ranks wait only for each other.
void send_to_a_sleeper() {
  Options options;
  options.waiting = Waiting::sleep;
  run_ranks(2, options, [](Endpoint& endpoint) {
    Transfer transfer;
    transfer.peer = 1 - endpoint.rank();
    transfer.context = 1;
    if (endpoint.rank() == 0) {
      endpoint.begin_receive(transfer);
    } else {
      while (!has_seen("falling_asleep")) std::this_thread::yield();
      endpoint.begin_send(transfer);
    }
    ASSERT_EQ(endpoint.wait_for(transfer), WaitOutcome::complete);
  });
}

/// It is told to end just after it has looked whether it has to.
TEST(StressProgressThread, EndsWhereverItIsStopped) {
  Options options;
  options.has_progress_thread = true;
  run_ranks(1, options, [](Endpoint& endpoint) {
    ThreadTurns turns(endpoint, {.for_progress = true}, {});
    slow_transition = "seeing_signal";
    const ProgressThread thread(endpoint, turns);
    while (!is_slow) std::this_thread::yield();
  });
  slow_transition = nullptr;
}

TEST(Transitions, HaveAllBeenDelayed) {
  run_program(1, 4, 400, "deterministic");
  // The receiver copies alone if the sender sleeps, as it may on busy cores.
  for (int turn = 0; turn < 200 && !has_seen("claimed"); ++turn) pass_long_messages(2, 1);
  send_to_a_sleeper();
  run_program(1, Segment::most_polled_ranks + 1, 400, "deterministic", 1, 10);
  EXPECT_THAT(seen(), testing::IsSupersetOf({"released", "unblocked", "waking", "marking", "marked",
                                             "counted", "blocked", "falling_asleep", "written",
                                             "published", "blocking", "at_edge", "claimed",
                                             "announcing", "adding", "taking", "in_turn"}));
}

}  // namespace
}  // namespace strobe::bcs::runtime
