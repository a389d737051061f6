// SPDX-License-Identifier: BSD-3-Clause
//
// Threads that go on one at a time, in the order that is chosen or by itself.
#include "bcs/runtime/thread_turns.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "bcs/runtime/threads.hpp"
#include "ranks.hpp"

namespace strobe::bcs::runtime {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Runs so many threads of one rank, each of which takes so many turns. `chosen` says which thread
/// goes on next, given the threads that have gone on before.
struct Threads {
  int count;
  int turns;
  std::function<std::optional<int>(const std::vector<int>&)> chosen;
  std::vector<int> gone{};  ///< in this order
  int deadlocks = 0;

  void run() {
    // That of the test, and those of a sanitizer.
    const std::vector<pid_t> unconcerned = threads_of_process();
    // The endpoint waits by it until it is closed.
    std::optional<ThreadTurns> turns_of_rank;
    run_ranks(1, Options{}, [&](Endpoint& endpoint) {
      turns_of_rank.emplace(endpoint, ThreadTurns::Others{.of_application = true}, unconcerned);
      turns_of_rank->choose_with([this] { return chosen(gone); });
      EXPECT_TRUE(turns_of_rank->are_chosen());
      std::vector<std::thread> threads;
      for (int thread = 0; thread < count; ++thread)
        threads.emplace_back([&, thread] { take_turns(*turns_of_rank, thread); });
      for (std::thread& thread : threads) thread.join();
    });
  }

 private:
  void take_turns(ThreadTurns& turns_of_rank, int thread) {
    for (int turn = 0; turn < turns; ++turn) {
      turns_of_rank.enter();
      if (turns_of_rank.take_turn(thread) == WaitOutcome::complete) {
        gone.push_back(thread);
      } else {
        ++deadlocks;
      }
      turns_of_rank.leave();
    }
  }
};

std::optional<int> nothing_chosen(const std::vector<int>& /*gone*/) { return std::nullopt; }

TEST(ThreadTurns, GoToTheThreadThatHasWaitedForTheMostTurns) {
  Threads threads{.count = 3, .turns = 2, .chosen = nothing_chosen};
  threads.run();
  EXPECT_THAT(threads.gone, ElementsAre(0, 1, 2, 0, 1, 2));
  EXPECT_EQ(threads.deadlocks, 0);
}

TEST(ThreadTurns, GoToTheThreadThatIsChosen) {
  const std::vector<int> order{2, 0, 0, 2, 1, 1};
  Threads threads{.count = 3, .turns = 2, .chosen = [&](const std::vector<int>& gone) {
                    return gone.size() < order.size() ? std::optional(order[gone.size()])
                                                      : std::nullopt;
                  }};
  threads.run();
  EXPECT_EQ(threads.gone, order);
  EXPECT_EQ(threads.deadlocks, 0);
}

TEST(ThreadTurns, GoOnByThemselvesAfterTheLastChoice) {
  Threads threads{.count = 3, .turns = 2, .chosen = [](const std::vector<int>& gone) {
                    return gone.empty() ? std::optional(1) : std::nullopt;
                  }};
  threads.run();
  EXPECT_THAT(threads.gone, ElementsAre(1, 0, 2, 1, 0, 2));
}

TEST(ThreadTurns, OfAThreadThatNeverComesAreADeadlock) {
  Threads threads{.count = 2, .turns = 1, .chosen = [](const std::vector<int>& /*gone*/) {
                    return std::optional(7);
                  }};
  threads.run();
  EXPECT_THAT(threads.gone, IsEmpty());
  EXPECT_EQ(threads.deadlocks, 2);
}

TEST(ThreadTurns, AreNotWaitedForUnlessThreadsAreChosen) {
  std::optional<ThreadTurns> turns;
  run_ranks(1, Options{}, [&](Endpoint& endpoint) {
    turns.emplace(endpoint, ThreadTurns::Others{.of_application = true}, std::vector<pid_t>{});
    EXPECT_FALSE(turns->are_chosen());
    turns->enter();
    EXPECT_EQ(turns->take_turn(3), WaitOutcome::complete);
    turns->leave();
    EXPECT_EQ(turns->threads(), 1);
  });
}

/// Starts threads 1 to `count`, created in the opposite order, beside what their creator does.
void start_threads(int count, const std::function<void(int)>& started,
                   const std::function<void()>& creator) {
  const std::vector<pid_t> unconcerned = threads_of_process();
  std::optional<ThreadTurns> turns;
  run_ranks(1, Options{}, [&](Endpoint& endpoint) {
    turns.emplace(endpoint, ThreadTurns::Others{.of_application = true}, unconcerned);
    turns->choose_with([] { return std::optional<int>(); });
    std::vector<std::thread> threads;
    for (int thread = count; thread > 0; --thread) {
      threads.emplace_back([&, thread] {
        turns->start(thread);
        started(thread);
      });
    }
    creator();
    for (std::thread& thread : threads) thread.join();
  });
}

TEST(ThreadTurns, StartThreadsOneByOneWhenTheirCreatorWaits) {
  std::mutex mutex;
  std::vector<int> order;
  const auto add = [&](int thread) {
    const std::lock_guard lock(mutex);
    order.push_back(thread);
  };
  start_threads(3, add, [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    add(0);
  });
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 3));
}

TEST(ThreadTurns, StartAThreadForWhichItsCreatorWaitsInALoop) {
  std::atomic<bool> has_started{false};
  start_threads(
      1, [&](int /*thread*/) { has_started = true; },
      [&] {
        while (!has_started) std::this_thread::yield();
      });
  EXPECT_TRUE(has_started);
}

TEST(ThreadTurns, AreNotGivenWhileTheyAreHeld) {
  const std::vector<pid_t> unconcerned = threads_of_process();
  std::optional<ThreadTurns> turns;
  run_ranks(1, Options{}, [&](Endpoint& endpoint) {
    turns.emplace(endpoint, ThreadTurns::Others{.of_application = true}, unconcerned);
    turns->choose_with([] { return std::optional<int>(); });
    turns->hold_turns(true);
    turns->enter();
    // No other thread would end the hold.
    EXPECT_EQ(turns->take_turn(0), WaitOutcome::deadlock);
    turns->leave();
  });
}

}  // namespace
}  // namespace strobe::bcs::runtime
